CREATE TABLE "reconciliation" (
	"id" serial PRIMARY KEY NOT NULL,
	"findings" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL
);
