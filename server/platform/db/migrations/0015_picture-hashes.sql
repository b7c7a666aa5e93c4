ALTER TABLE "photos" ADD COLUMN "picture_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "photos_picture" ON "photos" USING btree ("tenant","event_id","picture_hash");