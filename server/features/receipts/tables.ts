import { pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** What was paid, as it was on that day: written once, never computed again. */
export const receipts = pgTable(
  'receipts',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    invoiceId: text('invoice_id').notNull(),
    html: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('receipts_invoice').on(table.tenant, table.invoiceId)],
)
