import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Stores links by which runners share their photos. Deleting a row revokes the link. */
export const photoShares = pgTable(
  'photo_shares',
  {
    /** Secret of the link: knowing it grants access. */
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    /** Key of the shown person, see `toPersonKey`. */
    subject: text().notNull(),
    /** Key of the owner, who may change and revoke it, see `toAnswersKey`; null: made before links had an owner. */
    owner: text(),
    /** Hash of the key of the owner's device, which receives gifts; null without a key, and in links of an earlier release. */
    deviceHash: text('device_hash'),
    /** Number or surname of the search, to describe the link; both null for a face. */
    number: text(),
    surname: text(),
    /** Photos at the time of sharing, in time order. */
    photoIds: jsonb('photo_ids').$type<string[]>().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
  },
  (table) => [index('photo_shares_owner').on(table.tenant, table.eventId, table.owner)],
)
