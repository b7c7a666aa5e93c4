CREATE TABLE "photo_alerts" (
	"tenant" text NOT NULL,
	"id" text NOT NULL,
	"event_id" text NOT NULL,
	"number" text,
	"email" text,
	"subscription_id" text,
	"language" text NOT NULL,
	"origin" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"sent_on" timestamp with time zone,
	CONSTRAINT "photo_alerts_tenant_id_pk" PRIMARY KEY("tenant","id")
);
--> statement-breakpoint
CREATE INDEX "photo_alerts_event" ON "photo_alerts" USING btree ("tenant","event_id");--> statement-breakpoint
CREATE INDEX "photo_alerts_email" ON "photo_alerts" USING btree ("tenant","email");--> statement-breakpoint
CREATE INDEX "photo_alerts_subscription" ON "photo_alerts" USING btree ("tenant","subscription_id");