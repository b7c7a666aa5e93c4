import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What the embedded sign-on server remembers: sessions, grants, sign-ins that are under way. */
export const identityRecords = pgTable(
  'identity_records',
  {
    tenant: text().notNull(),
    /** The sort of thing, as the server calls it: `Session`, `Grant`, `Interaction` … */
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What goes when its grant is taken back. */
    grantId: text('grant_id'),
    /** A session's second name. */
    uid: text(),
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.model, table.id] }),
    index('identity_records_grant').on(table.tenant, table.grantId),
    index('identity_records_uid').on(table.tenant, table.model, table.uid),
    index('identity_records_age').on(table.tenant, table.expiresOn),
  ],
)
