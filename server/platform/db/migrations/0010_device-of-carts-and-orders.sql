ALTER TABLE "carts" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "device_hash" text;