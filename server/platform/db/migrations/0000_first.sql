CREATE TABLE "archives" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"order_id" text NOT NULL,
	"content" text NOT NULL,
	"state" text NOT NULL,
	"progress" real NOT NULL,
	"item_ids" text[],
	"object_key" text NOT NULL,
	"file_name" text NOT NULL,
	"size_in_bytes" bigint,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"cart_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"product_type" text NOT NULL,
	"catalog_id" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text,
	"video_id" text,
	"frame_id" text,
	"bib" text NOT NULL,
	"recipients" jsonb,
	"subject" jsonb,
	"person" text,
	"subject_label" text NOT NULL,
	"photo_ids" jsonb NOT NULL,
	"added_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_promo_codes" (
	"tenant" text NOT NULL,
	"cart_id" text NOT NULL,
	"code_id" text NOT NULL,
	"added_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"tenant" text NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"currency_id" integer NOT NULL,
	"email" text,
	"attributes" jsonb NOT NULL,
	"order_id" text,
	"owner" text,
	"created_on" timestamp with time zone NOT NULL,
	"changed_on" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_tenant_id_pk" PRIMARY KEY("tenant","id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"catalog_id" text NOT NULL,
	"event_id" text NOT NULL,
	"product_type" text NOT NULL,
	"variant" text NOT NULL,
	"state" text NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"currency_id" integer NOT NULL,
	"price" integer NOT NULL,
	"preorder_price" integer,
	"tiers" jsonb NOT NULL,
	"distance" text,
	"frame" jsonb,
	"position" integer NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "competitors" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"list_id" text NOT NULL,
	"number" text NOT NULL,
	"first_name" text NOT NULL,
	"surname" text NOT NULL,
	"first_name_latin" text NOT NULL,
	"surname_latin" text NOT NULL,
	"distance" text,
	"finished_on" timestamp with time zone,
	"surname_key" text NOT NULL,
	"surname_latin_key" text NOT NULL,
	"search_text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_seeds" (
	"tenant" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"renewed_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"external_id" text,
	"state" text NOT NULL,
	"title" jsonb NOT NULL,
	"city" jsonb NOT NULL,
	"country" text NOT NULL,
	"sport" text NOT NULL,
	"starts_on" timestamp with time zone NOT NULL,
	"ends_on" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"cover" jsonb,
	"album_id" text NOT NULL,
	"catalog_id" text NOT NULL,
	"competitors_list_id" text NOT NULL,
	"distances" jsonb NOT NULL,
	"points" jsonb NOT NULL,
	"switches" jsonb NOT NULL,
	"face_threshold" real,
	"search_text" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "framed_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text NOT NULL,
	"frame_id" text NOT NULL,
	"bib" text NOT NULL,
	"caption" text NOT NULL,
	"thumb_key" text NOT NULL,
	"thumb_width" integer NOT NULL,
	"thumb_height" integer NOT NULL,
	"state" text NOT NULL,
	"object_key" text,
	"size_in_bytes" bigint,
	"previewed_on" timestamp with time zone,
	"failures" integer NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "frames" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"title" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"image_key" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ingests" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"waiting" integer NOT NULL,
	"renewed_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"album_id" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"paid_on" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"invoice_id" text NOT NULL,
	"payment_type_id" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"attempt_id" text,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"pay_url" text,
	"return_url" text NOT NULL,
	"held" text,
	"position" integer NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"changed_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"invoice_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"changed_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"product_type" text NOT NULL,
	"title" jsonb NOT NULL,
	"catalog_id" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text,
	"video_id" text,
	"frame_id" text,
	"bib" text NOT NULL,
	"recipients" jsonb,
	"subject" jsonb,
	"photo_ids" jsonb NOT NULL,
	"first_count" integer,
	"told_count" integer NOT NULL,
	"original_price" integer NOT NULL,
	"total_price" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"order_id" text NOT NULL,
	"expires_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"number" text NOT NULL,
	"cart_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"state" text NOT NULL,
	"currency_id" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"catalog_id" text NOT NULL,
	"event_id" text NOT NULL,
	"album_id" text NOT NULL,
	"email" text NOT NULL,
	"owner" text,
	"language" text NOT NULL,
	"preorder" boolean NOT NULL,
	"origin" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"completed_on" timestamp with time zone,
	"withdrawn_on" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "photo_answers" (
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"subject" text NOT NULL,
	"photo_id" text NOT NULL,
	"it_is_me" boolean NOT NULL,
	"answered_on" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_answers_tenant_event_id_subject_photo_id_pk" PRIMARY KEY("tenant","event_id","subject","photo_id")
);
--> statement-breakpoint
CREATE TABLE "photo_shares" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"subject" text NOT NULL,
	"number" text,
	"surname" text,
	"photo_ids" jsonb NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"expires_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_tags" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"confidence" real NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"mime" text NOT NULL,
	"size_in_bytes" bigint NOT NULL,
	"point" text,
	"taken_on" timestamp with time zone,
	"shown_on" timestamp with time zone NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"original_key" text NOT NULL,
	"preview_key" text NOT NULL,
	"preview_width" integer NOT NULL,
	"preview_height" integer NOT NULL,
	"thumb_key" text NOT NULL,
	"thumb_width" integer NOT NULL,
	"thumb_height" integer NOT NULL,
	"tiny_key" text NOT NULL,
	"tiny_width" integer NOT NULL,
	"tiny_height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"active" boolean NOT NULL,
	"starts_on" timestamp with time zone,
	"ends_on" timestamp with time zone,
	"usage_limit" integer,
	"used" integer NOT NULL,
	"product_types" jsonb NOT NULL,
	"catalog_ids" jsonb NOT NULL,
	"order_item_id" text,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promo_redemptions" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"code_id" text NOT NULL,
	"order_id" text NOT NULL,
	"discount" integer NOT NULL,
	"redeemed_on" timestamp with time zone NOT NULL,
	"released_on" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "promo_tries" (
	"tenant" text NOT NULL,
	"who" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "promo_tries_tenant_who_pk" PRIMARY KEY("tenant","who")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"language" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_topics" (
	"tenant" text NOT NULL,
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"subject" jsonb,
	"told" integer NOT NULL,
	CONSTRAINT "push_topics_tenant_subscription_id_kind_target_pk" PRIMARY KEY("tenant","subscription_id","kind","target")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"invoice_id" text NOT NULL,
	"refund_id" text,
	"refunded_amount" integer,
	"currency_id" integer NOT NULL,
	"html" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "face_scans" (
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "face_versions" (
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "face_versions_tenant_event_id_pk" PRIMARY KEY("tenant","event_id")
);
--> statement-breakpoint
CREATE TABLE "faces" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"photo_id" text NOT NULL,
	"embedding" "bytea" NOT NULL,
	"x" integer NOT NULL,
	"y" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"score" real NOT NULL,
	"sharpness" real NOT NULL,
	"size_in_pixels" integer NOT NULL,
	"number" text
);
--> statement-breakpoint
CREATE TABLE "selfies" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"person_id" text NOT NULL,
	"embedding" "bytea" NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	"expires_on" timestamp with time zone NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_pieces" (
	"tenant" text NOT NULL,
	"upload_id" text NOT NULL,
	"starts_at" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "upload_pieces_upload_id_starts_at_pk" PRIMARY KEY("upload_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"sha256" text NOT NULL,
	"size_in_bytes" integer NOT NULL,
	"received_in_bytes" integer NOT NULL,
	"client" text NOT NULL,
	"lease_until" timestamp with time zone,
	"refusal" text,
	"expires_on" timestamp with time zone NOT NULL,
	"gone_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"kind" text NOT NULL,
	"fields" jsonb NOT NULL,
	"language" text NOT NULL,
	"key" text,
	"writer" text NOT NULL,
	"address" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant" text PRIMARY KEY NOT NULL,
	"definition" text NOT NULL,
	"files" jsonb NOT NULL,
	"changed_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"event_id" text NOT NULL,
	"title" jsonb NOT NULL,
	"start_number" text,
	"duration_s" real NOT NULL,
	"taken_on" timestamp with time zone,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"mime" text NOT NULL,
	"size_in_bytes" bigint NOT NULL,
	"original_key" text NOT NULL,
	"preview_key" text NOT NULL,
	"poster_key" text,
	"poster_width" integer NOT NULL,
	"poster_height" integer NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_call_key_pk" PRIMARY KEY("tenant","call","key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"kind" text NOT NULL,
	"unique_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"last_error" text,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_bank_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"merchant_payment_id" text NOT NULL,
	"order" jsonb NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"created_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_bank_refunds" (
	"merchant_refund_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_records" (
	"tenant" text NOT NULL,
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_on" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_records_tenant_model_id_pk" PRIMARY KEY("tenant","model","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "archives_once" ON "archives" USING btree ("tenant","order_id","content");--> statement-breakpoint
CREATE INDEX "cart_items_cart" ON "cart_items" USING btree ("tenant","cart_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_promo_codes_once" ON "cart_promo_codes" USING btree ("tenant","cart_id","code_id");--> statement-breakpoint
CREATE INDEX "carts_age" ON "carts" USING btree ("tenant","changed_on");--> statement-breakpoint
CREATE INDEX "carts_owner" ON "carts" USING btree ("tenant","owner","changed_on");--> statement-breakpoint
CREATE UNIQUE INDEX "products_once" ON "products" USING btree ("tenant","catalog_id","product_type","variant");--> statement-breakpoint
CREATE INDEX "products_catalog" ON "products" USING btree ("tenant","catalog_id","state","position");--> statement-breakpoint
CREATE UNIQUE INDEX "competitors_number" ON "competitors" USING btree ("tenant","list_id","number");--> statement-breakpoint
CREATE INDEX "competitors_surname" ON "competitors" USING btree ("tenant","list_id","surname_key");--> statement-breakpoint
CREATE INDEX "competitors_surname_latin" ON "competitors" USING btree ("tenant","list_id","surname_latin_key");--> statement-breakpoint
CREATE UNIQUE INDEX "events_external_id" ON "events" USING btree ("tenant","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_album" ON "events" USING btree ("tenant","album_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_catalog" ON "events" USING btree ("tenant","catalog_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_list" ON "events" USING btree ("tenant","competitors_list_id");--> statement-breakpoint
CREATE INDEX "events_newest" ON "events" USING btree ("tenant","state","starts_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "framed_photos_once" ON "framed_photos" USING btree ("tenant","photo_id","frame_id","bib");--> statement-breakpoint
CREATE INDEX "framed_photos_previewed" ON "framed_photos" USING btree ("tenant","previewed_on") WHERE previewed_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "frames_once" ON "frames" USING btree ("tenant","event_id","sha256");--> statement-breakpoint
CREATE INDEX "frames_event" ON "frames" USING btree ("tenant","event_id","created_on");--> statement-breakpoint
CREATE INDEX "ingests_event" ON "ingests" USING btree ("tenant","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order" ON "invoices" USING btree ("tenant","order_id");--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("tenant","invoice_id","created_on");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider" ON "payments" USING btree ("tenant","provider","provider_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("tenant","invoice_id") WHERE type = 'Payment' and state in ('Created', 'Pending');--> statement-breakpoint
CREATE INDEX "refunds_invoice" ON "refunds" USING btree ("tenant","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_paid_twice" ON "refunds" USING btree ("tenant","payment_id") WHERE reason = 'PaidTwice';--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("tenant","order_id","position");--> statement-breakpoint
CREATE INDEX "order_returns_age" ON "order_returns" USING btree ("tenant","expires_on");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_cart" ON "orders" USING btree ("tenant","cart_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("tenant","number");--> statement-breakpoint
CREATE INDEX "orders_of_email" ON "orders" USING btree ("tenant",lower("email"),"created_on");--> statement-breakpoint
CREATE INDEX "orders_of_owner" ON "orders" USING btree ("tenant","owner","created_on");--> statement-breakpoint
CREATE INDEX "photo_shares_subject" ON "photo_shares" USING btree ("tenant","event_id","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "photo_tags_once" ON "photo_tags" USING btree ("photo_id","name","value");--> statement-breakpoint
CREATE INDEX "photo_tags_value" ON "photo_tags" USING btree ("tenant","event_id","name","value");--> statement-breakpoint
CREATE UNIQUE INDEX "photos_file" ON "photos" USING btree ("tenant","event_id","sha256");--> statement-breakpoint
CREATE INDEX "photos_album" ON "photos" USING btree ("tenant","event_id","shown_on","id") WHERE state = 'Ready';--> statement-breakpoint
CREATE INDEX "photos_point" ON "photos" USING btree ("tenant","event_id","point","shown_on","id") WHERE state = 'Ready';--> statement-breakpoint
CREATE INDEX "photos_unready" ON "photos" USING btree ("tenant","event_id","state") WHERE state <> 'Ready';--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_code" ON "promo_codes" USING btree ("tenant","code");--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_bought" ON "promo_codes" USING btree ("tenant","order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promo_redemptions_once" ON "promo_redemptions" USING btree ("tenant","order_id","code_id");--> statement-breakpoint
CREATE INDEX "promo_tries_age" ON "promo_tries" USING btree ("tenant","until");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("tenant","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_topics_target" ON "push_topics" USING btree ("tenant","kind","target");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_invoice" ON "receipts" USING btree ("tenant","invoice_id",coalesce("refund_id", ''));--> statement-breakpoint
CREATE INDEX "face_scans_version" ON "face_scans" USING btree ("tenant","event_id","version");--> statement-breakpoint
CREATE INDEX "faces_event" ON "faces" USING btree ("tenant","event_id","id");--> statement-breakpoint
CREATE INDEX "faces_photo" ON "faces" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "faces_number" ON "faces" USING btree ("tenant","event_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "selfies_key" ON "selfies" USING btree ("tenant","idempotency_key");--> statement-breakpoint
CREATE INDEX "selfies_age" ON "selfies" USING btree ("tenant","expires_on");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("tenant","key");--> statement-breakpoint
CREATE INDEX "uploads_age" ON "uploads" USING btree ("tenant","expires_on");--> statement-breakpoint
CREATE INDEX "uploads_gone" ON "uploads" USING btree ("tenant","gone_on");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_once" ON "requests" USING btree ("tenant","key");--> statement-breakpoint
CREATE INDEX "requests_writer" ON "requests" USING btree ("tenant","writer","created_on");--> statement-breakpoint
CREATE INDEX "requests_address" ON "requests" USING btree ("tenant","address","created_on");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_file" ON "videos" USING btree ("tenant","event_id","sha256");--> statement-breakpoint
CREATE INDEX "videos_number" ON "videos" USING btree ("tenant","event_id","start_number");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_on" ON "idempotency_keys" USING btree ("created_on");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_unique_key" ON "jobs" USING btree ("tenant","kind","unique_key");--> statement-breakpoint
CREATE INDEX "jobs_next" ON "jobs" USING btree ("state","run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_bank_payments_merchant" ON "sandbox_bank_payments" USING btree ("tenant","merchant_payment_id");--> statement-breakpoint
CREATE INDEX "sandbox_bank_payments_state" ON "sandbox_bank_payments" USING btree ("state");--> statement-breakpoint
CREATE INDEX "sandbox_bank_refunds_payment" ON "sandbox_bank_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "identity_records_grant" ON "identity_records" USING btree ("tenant","grant_id");--> statement-breakpoint
CREATE INDEX "identity_records_uid" ON "identity_records" USING btree ("tenant","model","uid");--> statement-breakpoint
CREATE INDEX "identity_records_age" ON "identity_records" USING btree ("tenant","expires_on");