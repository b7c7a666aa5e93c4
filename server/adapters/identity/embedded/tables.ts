import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Records of the embedded sign-on server: sessions, grants, running sign-ins. */
export const identityRecords = pgTable(
  'identity_records',
  {
    tenant: text().notNull(),
    /** Model name of oidc-provider: `Session`, `Grant`, `Interaction` … */
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Grant whose revocation deletes the record. */
    grantId: text('grant_id'),
    /** Alternative id of a session. */
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
