import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CurrencyId } from '../../../contract/common.ts'

/** Receipts of payments and refunds, rendered once and never updated. */
export const receipts = pgTable(
  'receipts',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** Of a refund: its id, and its amount in minor units; both null for a payment. */
    refundId: text('refund_id'),
    refundedAmount: integer('refunded_amount'),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    html: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('receipts_invoice').on(table.tenant, table.invoiceId, sql`coalesce(${table.refundId}, '')`),
  ],
)
