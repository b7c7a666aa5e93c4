ALTER TABLE "archives" ADD COLUMN "files_in_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "lease_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "serial_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "lease_id" text;--> statement-breakpoint
CREATE INDEX "jobs_serial" ON "jobs" USING btree ("tenant","kind","serial_key") WHERE "jobs"."serial_key" is not null;