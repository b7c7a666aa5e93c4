import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Limits the lease: a run whose row was not renewed for so long is dead. Runs renew every two seconds. */
export const ingestLeaseInMs = 20_000

/** Stores active ingest runs with their numbers of unprocessed photos. A row that is not renewed belongs to a dead run. */
export const ingests = pgTable(
  'ingests',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    /** Files that the run has found and not yet processed. */
    waiting: integer().notNull(),
    renewedOn: timestamp('renewed_on', { withTimezone: true }).notNull(),
  },
  (table) => [index('ingests_event').on(table.tenant, table.eventId)],
)
