import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Progress of the demo, so that a killed server can resume it. */
export const demoSeeds = pgTable('demo_seeds', {
  tenant: text().primaryKey(),
  state: text({ enum: ['Running', 'Done'] }).notNull(),
  /** Photos processed. */
  done: integer().notNull(),
  total: integer().notNull(),
  renewedOn: timestamp('renewed_on', { withTimezone: true }).notNull(),
})
