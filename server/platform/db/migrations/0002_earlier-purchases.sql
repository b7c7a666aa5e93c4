ALTER TABLE "cart_items" ADD COLUMN "found_for" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "earlier_orders" jsonb DEFAULT '[]'::jsonb NOT NULL;