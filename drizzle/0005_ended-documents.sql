ALTER TABLE "document" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "rules_digest" text;--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "etag" text;--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "last_modified" text;--> statement-breakpoint
UPDATE "document" d SET "ended_on" = (SELECT max("in_force_to") FROM "revision" WHERE "document_id" = d."id")
FROM "source" s WHERE s."id" = d."source_id" AND s."kind" = 'git' AND d."removed_at" IS NOT NULL AND d."identity" NOT LIKE 'purged:%'
AND NOT EXISTS (SELECT 1 FROM "revision" WHERE "document_id" = d."id" AND "in_force_to" IS NULL);
