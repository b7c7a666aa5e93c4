import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Answers by idempotency key, to replay on a repeated call. Only successes are stored: failures may be retried. A row with a
 * lease has no answer yet, because a process is still working on the call.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenant: text().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    answer: text().notNull(),
    /** Fencing token of the process that works on the call. Null: answered. */
    leaseId: text('lease_id'),
    /** End of the lease by the clock of the database. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.call, table.key] }),
    index('idempotency_keys_created_on').on(table.createdOn),
  ],
)

/** Counts the calls of a caller in the current window, which begins with the first call. Callers are stored as hashes. */
export const callCounts = pgTable(
  'call_counts',
  {
    tenant: text().notNull(),
    subjectHash: text('who').notNull(),
    count: integer().notNull(),
    /** End of the window. */
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.subjectHash] }),
    index('call_counts_until').on(table.tenant, table.until),
  ],
)
