import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Language } from '../../../contract/common.ts'
import type { Subject } from '../competitors/index.ts'

/** Browsers that asked to be told of something. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** Address at the browser maker's push service; whoever knows it may send there. */
    endpoint: text().notNull(),
    /** SHA-256 of the endpoint, which may be long. */
    endpointHash: text('endpoint_hash').notNull(),
    /** The browser's public key and secret, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text().$type<Language>().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('push_subscriptions_endpoint').on(table.tenant, table.endpointHash)],
)

export const pushTopics = pgTable(
  'push_topics',
  {
    tenant: text().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    kind: text({ enum: ['order', 'event'] }).notNull(),
    /** Id of the order or event. */
    target: text().notNull(),
    /** Whose photos of the event; null: anybody's. */
    subject: jsonb().$type<Subject>(),
    /** Of how many photos she was told, or knew when she asked. */
    told: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.subscriptionId, table.kind, table.target] }),
    index('push_topics_target').on(table.tenant, table.kind, table.target),
  ],
)
