ALTER TABLE "photos" ADD COLUMN "medium_key" text;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "medium_width" integer;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "medium_height" integer;