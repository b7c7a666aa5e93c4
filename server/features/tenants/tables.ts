import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Brands that the command line has put into the database; the others are files. */
export const storedTenants = pgTable('tenants', {
  tenant: text().primaryKey(),
  /** The file as it was written, so that messages about it name its lines. */
  definition: text().notNull(),
  /** Names of its pictures and fonts, and the objects that hold them. */
  files: jsonb().$type<readonly { name: string; key: string }[]>().notNull(),
  changedOn: timestamp('changed_on', { withTimezone: true }).notNull(),
})
