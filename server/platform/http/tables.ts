import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What was answered to a key, so that a repeat gets the same answer. Successes only: failures may be tried again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenant: text().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    answer: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.call, table.key] }),
    index('idempotency_keys_created_on').on(table.createdOn),
  ],
)
