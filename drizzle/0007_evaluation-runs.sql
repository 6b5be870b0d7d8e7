CREATE TABLE "evaluation_run" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"corpus_digest" text NOT NULL,
	"cases_digest" text NOT NULL,
	"summary" jsonb NOT NULL,
	"run" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "evaluation_run_finished" ON "evaluation_run" USING btree ("finished_at");--> statement-breakpoint
-- A run that was measured never changes; a purge alone may take a forgotten document's words out of it.
CREATE TRIGGER evaluation_run_immutable BEFORE UPDATE ON evaluation_run FOR EACH ROW EXECUTE FUNCTION refuse_change();
