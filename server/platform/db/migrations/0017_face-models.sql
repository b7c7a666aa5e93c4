CREATE TABLE "embedded_photos" (
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text NOT NULL,
	"model" text NOT NULL,
	CONSTRAINT "embedded_photos_photo_id_model_pk" PRIMARY KEY("photo_id","model")
);
--> statement-breakpoint
CREATE TABLE "face_model_choices" (
	"id" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"chosen_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "face_versions" ADD COLUMN "model" text DEFAULT 'face-api-ssd+face-api-resnet' NOT NULL;--> statement-breakpoint
ALTER TABLE "faces" ADD COLUMN "model" text DEFAULT 'face-api-ssd+face-api-resnet' NOT NULL;--> statement-breakpoint
ALTER TABLE "selfies" ADD COLUMN "model" text DEFAULT 'face-api-ssd+face-api-resnet' NOT NULL;--> statement-breakpoint
CREATE INDEX "embedded_photos_event" ON "embedded_photos" USING btree ("tenant","event_id","model");