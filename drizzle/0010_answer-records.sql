CREATE TABLE "bookmark" (
	"identity" text NOT NULL,
	"answer_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookmark_identity_answer_id_pk" PRIMARY KEY("identity","answer_id")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" text PRIMARY KEY NOT NULL,
	"answer_id" text NOT NULL,
	"answer_revision" integer NOT NULL,
	"identity" text NOT NULL,
	"category" text NOT NULL,
	"words" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_question" (
	"identity" text NOT NULL,
	"answer_id" text NOT NULL,
	"answer_revision" integer NOT NULL,
	"note" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_question_identity_answer_id_answer_revision_pk" PRIMARY KEY("identity","answer_id","answer_revision")
);
--> statement-breakpoint
CREATE TABLE "share" (
	"id" text PRIMARY KEY NOT NULL,
	"answer_id" text NOT NULL,
	"answer_revision" integer NOT NULL,
	"token_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "share_token_digest_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
ALTER TABLE "bookmark" ADD CONSTRAINT "bookmark_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_answer_id_answer_revision_answer_revision_answer_id_revision_fk" FOREIGN KEY ("answer_id","answer_revision") REFERENCES "public"."answer_revision"("answer_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_question" ADD CONSTRAINT "saved_question_answer_id_answer_revision_answer_revision_answer_id_revision_fk" FOREIGN KEY ("answer_id","answer_revision") REFERENCES "public"."answer_revision"("answer_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_answer_id_answer_revision_answer_revision_answer_id_revision_fk" FOREIGN KEY ("answer_id","answer_revision") REFERENCES "public"."answer_revision"("answer_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A purge may replace words, and nothing else of a record: who asked what when, of which set, with which outcome, stays. Of a citation it leaves the quote's own digest and the day.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words constant text[] := ARRAY['items', 'claims', 'withheld', 'unanswered', 'refusal', 'quote', 'run'];
  was jsonb;
  becomes jsonb;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('k81r.purge', true) = 'on' THEN
    was := to_jsonb(OLD);
    becomes := to_jsonb(NEW);
    IF was - words = becomes - words AND (becomes -> 'quote' IS NOT DISTINCT FROM was -> 'quote'
      OR becomes ->> 'quote' ~ ('^\[purged: sha256 ' || encode(sha256(convert_to(was ->> 'quote', 'UTF8')), 'hex') || ', \d{4}-\d{2}-\d{2}\]$')) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: these records are immutable', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
