DROP INDEX "photo_shares_subject";--> statement-breakpoint
ALTER TABLE "photo_shares" ADD COLUMN "owner" text;--> statement-breakpoint
CREATE INDEX "photo_shares_owner" ON "photo_shares" USING btree ("tenant","event_id","owner");--> statement-breakpoint
-- a face is known by its selfie alone; links to a number or a surname have no known owner and run out
UPDATE "photo_shares" SET "owner" = "subject" WHERE "subject" LIKE 'face:%';
