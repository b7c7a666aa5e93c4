ALTER TABLE "orders" ADD COLUMN "gift_message" text;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "device_hash" text;--> statement-breakpoint
CREATE INDEX "push_subscriptions_device" ON "push_subscriptions" USING btree ("tenant","device_hash");