import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Brands stored by the command line; the others are files. */
export const storedTenants = pgTable('tenants', {
  tenant: text().primaryKey(),
  /** The original text of the file, so that messages can refer to its lines. */
  definition: text().notNull(),
  /** Names of its pictures and fonts, and their object keys. */
  files: jsonb().$type<readonly { name: string; key: string }[]>().notNull(),
  changedOn: timestamp('changed_on', { withTimezone: true }).notNull(),
})
