import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const jobs = pgTable(
  'jobs',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    kind: text().notNull(),
    /** Unique with tenant and kind. */
    uniqueKey: text('unique_key').notNull(),
    /** Jobs of one kind with the same serial key run one at a time. Null: no such limit. */
    serialKey: text('serial_key'),
    payload: jsonb().notNull(),
    state: text({ enum: ['Waiting', 'Running', 'Done', 'Failed'] }).notNull(),
    attempts: integer().notNull(),
    runAt: timestamp('run_at', { withTimezone: true }).notNull(),
    /** While running: end of the lease. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    /** While running: fencing token of the lease. A runner with another token has lost the job. */
    leaseId: text('lease_id'),
    lastError: text('last_error'),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('jobs_unique_key').on(table.tenant, table.kind, table.uniqueKey),
    index('jobs_next').on(table.state, table.runAt),
    index('jobs_serial')
      .on(table.tenant, table.kind, table.serialKey)
      .where(sql`${table.serialKey} is not null`),
  ],
)
