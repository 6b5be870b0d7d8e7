ALTER TABLE "supersession" DROP CONSTRAINT "supersession_pkey";--> statement-breakpoint
ALTER TABLE "supersession" ADD COLUMN "successor_scope" text;--> statement-breakpoint
UPDATE "supersession" s SET "successor_scope" = CASE WHEN r."scope" = d."scope" OR r."scope" = 'public' THEN d."scope" WHEN d."scope" = 'public' THEN r."scope" ELSE 'private' END
FROM "document" d, "revision" r WHERE d."id" = s."successor_id" AND r."document_id" = d."id" AND r."number" = (SELECT max("number") FROM "revision" WHERE "document_id" = d."id");--> statement-breakpoint
-- What has no revision is read by nobody; the next build says again what replaces what.
DELETE FROM "supersession" WHERE "successor_scope" IS NULL;--> statement-breakpoint
ALTER TABLE "supersession" ALTER COLUMN "successor_scope" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "supersession" ADD CONSTRAINT "supersession_document_id_successor_scope_pk" PRIMARY KEY("document_id","successor_scope");--> statement-breakpoint
ALTER TABLE "index_entry" ADD COLUMN "successor_ids" text[];--> statement-breakpoint
ALTER TABLE "index_entry" ADD COLUMN "successor_scopes" text[];--> statement-breakpoint
-- Entries of earlier generations too: "superseded" is from here on what a document's own text says, and who may see the successor decides about the rest.
UPDATE "index_entry" e SET "successor_ids" = ARRAY[e."successor_id"],
  "successor_scopes" = ARRAY[CASE WHEN r."scope" = d."scope" OR r."scope" = 'public' THEN d."scope" WHEN d."scope" = 'public' THEN r."scope" ELSE 'private' END],
  "superseded" = coalesce((SELECT "status" FROM "revision" WHERE "document_id" = e."document_id" ORDER BY "number" DESC LIMIT 1), '') = 'superseded'
FROM "document" d, "revision" r WHERE d."id" = e."successor_id" AND r."document_id" = d."id" AND r."number" = (SELECT max("number") FROM "revision" WHERE "document_id" = d."id");--> statement-breakpoint
ALTER TABLE "index_entry" DROP COLUMN "successor_id";
