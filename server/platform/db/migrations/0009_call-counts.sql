CREATE TABLE "call_counts" (
	"tenant" text NOT NULL,
	"who" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "call_counts_tenant_who_pk" PRIMARY KEY("tenant","who")
);
--> statement-breakpoint
CREATE INDEX "call_counts_until" ON "call_counts" USING btree ("tenant","until");