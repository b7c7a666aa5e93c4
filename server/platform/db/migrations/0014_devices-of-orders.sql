CREATE TABLE "order_devices" (
	"tenant" text NOT NULL,
	"order_id" text NOT NULL,
	"device_hash" text NOT NULL,
	"added_on" timestamp with time zone NOT NULL,
	CONSTRAINT "order_devices_tenant_order_id_device_hash_pk" PRIMARY KEY("tenant","order_id","device_hash")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "access" text DEFAULT 'Open' NOT NULL;