ALTER TABLE "events" ADD COLUMN "faces_erased_on" timestamp with time zone;--> statement-breakpoint
-- until now only `faces erase` has switched the search by face off
UPDATE "events" SET "faces_erased_on" = now() WHERE "switches"->>'faceSearch' = 'false';