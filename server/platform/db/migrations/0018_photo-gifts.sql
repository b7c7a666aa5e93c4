ALTER TABLE "cart_items" ADD COLUMN "gift_share_id" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "gift_share_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_of" text;--> statement-breakpoint
ALTER TABLE "photo_shares" ADD COLUMN "device_hash" text;--> statement-breakpoint
CREATE INDEX "orders_gift_of" ON "orders" USING btree ("tenant","gift_of");