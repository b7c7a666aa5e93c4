import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How far the demo has been made, so that a server that was killed goes on where it was. */
export const demoSeeds = pgTable('demo_seeds', {
  tenant: text().primaryKey(),
  state: text({ enum: ['Running', 'Done'] }).notNull(),
  /** Photos dealt with. */
  done: integer().notNull(),
  total: integer().notNull(),
  renewedOn: timestamp('renewed_on', { withTimezone: true }).notNull(),
})
