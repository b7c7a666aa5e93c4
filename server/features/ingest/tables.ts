import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A run that has not renewed its row for so long is dead; it renews every two seconds when it can. */
export const ingestSilenceInMs = 20_000

/** Runs that are going on: how many photos of an event are still to come. A row that is not renewed is dead. */
export const ingests = pgTable(
  'ingests',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    /** Files that the run has found and not yet dealt with. */
    waiting: integer().notNull(),
    renewedOn: timestamp('renewed_on', { withTimezone: true }).notNull(),
  },
  (table) => [index('ingests_event').on(table.tenant, table.eventId)],
)
