CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer" (
	"id" text PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_citation" (
	"answer_id" text NOT NULL,
	"answer_revision" integer NOT NULL,
	"claim_id" text NOT NULL,
	"number" integer NOT NULL,
	"evidence_id" text NOT NULL,
	"document_id" text NOT NULL,
	"revision_id" text NOT NULL,
	"passage_id" integer NOT NULL,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL,
	"quote" text NOT NULL,
	CONSTRAINT "answer_citation_answer_id_answer_revision_claim_id_number_pk" PRIMARY KEY("answer_id","answer_revision","claim_id","number")
);
--> statement-breakpoint
CREATE TABLE "answer_revision" (
	"answer_id" text NOT NULL,
	"revision" integer NOT NULL,
	"question" text NOT NULL,
	"request" jsonb NOT NULL,
	"identity" text NOT NULL,
	"scopes" text[] NOT NULL,
	"evidence_set_id" text NOT NULL,
	"evidence_set_revision" integer NOT NULL,
	"generation" integer NOT NULL,
	"prompt_version" text NOT NULL,
	"model" text NOT NULL,
	"outcome" text NOT NULL,
	"claims" jsonb NOT NULL,
	"withheld" jsonb NOT NULL,
	"unanswered" text[] NOT NULL,
	"refusal" jsonb,
	"configuration" jsonb NOT NULL,
	"stages" jsonb NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_revision_answer_id_revision_pk" PRIMARY KEY("answer_id","revision")
);
--> statement-breakpoint
CREATE TABLE "answer_run" (
	"answer_id" text NOT NULL,
	"revision" integer NOT NULL,
	"state" text NOT NULL,
	"question" text NOT NULL,
	"request" jsonb NOT NULL,
	"identity" text NOT NULL,
	"scopes" text[] NOT NULL,
	"evidence_set_id" text,
	"evidence_set_revision" integer,
	"message" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "answer_run_answer_id_revision_pk" PRIMARY KEY("answer_id","revision")
);
--> statement-breakpoint
CREATE TABLE "content" (
	"digest" text PRIMARY KEY NOT NULL,
	"text" text,
	"byte_length" integer NOT NULL,
	"purged_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"identity" text NOT NULL,
	"path" text NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embedding" (
	"index_digest" text NOT NULL,
	"model_id" integer NOT NULL,
	"vector" halfvec(384) NOT NULL,
	CONSTRAINT "embedding_index_digest_model_id_pk" PRIMARY KEY("index_digest","model_id")
);
--> statement-breakpoint
CREATE TABLE "embedding_model" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"dimensions" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_set" (
	"id" text NOT NULL,
	"revision" integer NOT NULL,
	"question" text NOT NULL,
	"request" jsonb NOT NULL,
	"identity" text NOT NULL,
	"scopes" text[] NOT NULL,
	"generation" integer NOT NULL,
	"mode" text NOT NULL,
	"weak" boolean NOT NULL,
	"strategy" text NOT NULL,
	"tokens" integer NOT NULL,
	"items" jsonb NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evidence_set_id_revision_pk" PRIMARY KEY("id","revision")
);
--> statement-breakpoint
CREATE TABLE "generation" (
	"number" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"mode" text NOT NULL,
	"configuration" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"mode_reason" text,
	"model_id" integer,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp with time zone,
	"current_as_of" timestamp with time zone DEFAULT now() NOT NULL,
	"documents" integer DEFAULT 0 NOT NULL,
	"passages" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"passage_id" integer NOT NULL,
	"revision_id" text NOT NULL,
	"document_id" text NOT NULL,
	"source_id" text NOT NULL,
	"current" boolean NOT NULL,
	"superseded" boolean NOT NULL,
	"successor_id" text,
	"scope" text NOT NULL,
	"kind" text NOT NULL,
	"project" text,
	"status" text,
	"effective_at" date NOT NULL,
	"in_force_from" date NOT NULL,
	"in_force_to" date,
	"length" integer NOT NULL,
	"added_in" integer NOT NULL,
	"removed_in" integer
);
--> statement-breakpoint
CREATE TABLE "passage" (
	"id" serial PRIMARY KEY NOT NULL,
	"revision_id" text NOT NULL,
	"read_with" text NOT NULL,
	"section" integer NOT NULL,
	"heading_path" text[] NOT NULL,
	"ordinal" integer NOT NULL,
	"content_type" text NOT NULL,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL,
	"start_line" integer NOT NULL,
	"end_line" integer NOT NULL,
	"context" jsonb NOT NULL,
	"text" text NOT NULL,
	"prefix" text NOT NULL,
	"indexed_text" text,
	"index_digest" text NOT NULL,
	"length" integer NOT NULL,
	"tokens" integer NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posting" (
	"lexeme" text NOT NULL,
	"segment_id" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "posting_lexeme_segment_id_pk" PRIMARY KEY("lexeme","segment_id")
);
--> statement-breakpoint
CREATE TABLE "revision" (
	"id" text PRIMARY KEY NOT NULL,
	"document_id" text NOT NULL,
	"number" integer NOT NULL,
	"content_digest" text NOT NULL,
	"source_path" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"project" text,
	"status" text,
	"effective_at" date NOT NULL,
	"effective_origin" text NOT NULL,
	"scope" text NOT NULL,
	"local_only" boolean DEFAULT false NOT NULL,
	"declared_id" text,
	"tags" text[] NOT NULL,
	"aliases" text[] NOT NULL,
	"links" jsonb NOT NULL,
	"supersedes" text[] NOT NULL,
	"superseded_by" text[] NOT NULL,
	"language" text NOT NULL,
	"warnings" jsonb NOT NULL,
	"in_force_from" date NOT NULL,
	"in_force_to" date,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "section" (
	"revision_id" text NOT NULL,
	"read_with" text NOT NULL,
	"ordinal" integer NOT NULL,
	"level" smallint NOT NULL,
	"heading" text,
	"heading_path" text[] NOT NULL,
	"parent" integer,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL,
	"start_line" integer NOT NULL,
	"end_line" integer NOT NULL,
	CONSTRAINT "section_revision_id_read_with_ordinal_pk" PRIMARY KEY("revision_id","read_with","ordinal")
);
--> statement-breakpoint
CREATE TABLE "segment" (
	"id" integer PRIMARY KEY NOT NULL,
	"first_passage" integer NOT NULL,
	"last_passage" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "source" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"location" text NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"scanned_at" timestamp with time zone,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "source_file" (
	"source_id" text NOT NULL,
	"path" text NOT NULL,
	"digest" text,
	"byte_length" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"document_id" text,
	"revision_id" text,
	"stamp" text,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "source_file_source_id_path_pk" PRIMARY KEY("source_id","path")
);
--> statement-breakpoint
CREATE TABLE "supersession" (
	"document_id" text PRIMARY KEY NOT NULL,
	"successor_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_citation" ADD CONSTRAINT "answer_citation_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_citation" ADD CONSTRAINT "answer_citation_passage_id_passage_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passage"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_citation" ADD CONSTRAINT "answer_citation_answer_id_answer_revision_answer_revision_answer_id_revision_fk" FOREIGN KEY ("answer_id","answer_revision") REFERENCES "public"."answer_revision"("answer_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_revision" ADD CONSTRAINT "answer_revision_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_revision" ADD CONSTRAINT "answer_revision_evidence_set_id_evidence_set_revision_evidence_set_id_revision_fk" FOREIGN KEY ("evidence_set_id","evidence_set_revision") REFERENCES "public"."evidence_set"("id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_run" ADD CONSTRAINT "answer_run_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_source_id_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."source"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedding" ADD CONSTRAINT "embedding_model_id_embedding_model_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."embedding_model"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation" ADD CONSTRAINT "generation_model_id_embedding_model_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."embedding_model"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_entry" ADD CONSTRAINT "index_entry_passage_id_passage_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passage"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage" ADD CONSTRAINT "passage_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting" ADD CONSTRAINT "posting_segment_id_segment_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision" ADD CONSTRAINT "revision_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision" ADD CONSTRAINT "revision_content_digest_content_digest_fk" FOREIGN KEY ("content_digest") REFERENCES "public"."content"("digest") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section" ADD CONSTRAINT "section_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_file" ADD CONSTRAINT "source_file_source_id_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."source"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supersession" ADD CONSTRAINT "supersession_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supersession" ADD CONSTRAINT "supersession_successor_id_document_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_citation_document" ON "answer_citation" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_identity" ON "document" USING btree ("source_id","identity");--> statement-breakpoint
CREATE INDEX "embedding_vector" ON "embedding" USING hnsw ("vector" halfvec_cosine_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "embedding_model_version" ON "embedding_model" USING btree ("name","version");--> statement-breakpoint
CREATE UNIQUE INDEX "generation_one_active" ON "generation" USING btree ("state") WHERE "generation"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "generation_one_building" ON "generation" USING btree ("state") WHERE "generation"."state" = 'building';--> statement-breakpoint
CREATE INDEX "index_entry_passage" ON "index_entry" USING btree ("passage_id");--> statement-breakpoint
CREATE INDEX "index_entry_document" ON "index_entry" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "index_entry_added" ON "index_entry" USING btree ("added_in");--> statement-breakpoint
CREATE INDEX "index_entry_removed" ON "index_entry" USING btree ("removed_in") WHERE "index_entry"."removed_in" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passage_place" ON "passage" USING btree ("revision_id","read_with","ordinal");--> statement-breakpoint
CREATE INDEX "passage_index_digest" ON "passage" USING btree ("index_digest");--> statement-breakpoint
CREATE INDEX "passage_terms" ON "passage" USING gin ("terms");--> statement-breakpoint
CREATE UNIQUE INDEX "revision_number" ON "revision" USING btree ("document_id","number");--> statement-breakpoint
CREATE INDEX "revision_content" ON "revision" USING btree ("content_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "source_location" ON "source" USING btree ("location") WHERE "source"."removed_at" is null;