DROP INDEX "photos_album";--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "face_share" real DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "photos" SET "face_share" = "largest"."height"::real / "photos"."height"
FROM (SELECT "photo_id", max("height") AS "height" FROM "faces" GROUP BY "photo_id") AS "largest"
WHERE "largest"."photo_id" = "photos"."id" AND "photos"."height" > 0;--> statement-breakpoint
CREATE INDEX "photos_leading" ON "photos" USING btree ("tenant","event_id","face_share","id") WHERE state = 'Ready' and point is distinct from 'report' and face_share > 0;--> statement-breakpoint
CREATE INDEX "photos_album" ON "photos" USING btree ("tenant","event_id","shown_on","id") WHERE state = 'Ready' and point is distinct from 'report';