import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Language } from '../../../contract/common.ts'
import type { Subject } from '../competitors/index.ts'

/** Stores push subscriptions of browsers. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** Address at the browser vendor's push service; knowing it allows sending to it. */
    endpoint: text().notNull(),
    /** SHA-256 of the endpoint, which may be long. */
    endpointHash: text('endpoint_hash').notNull(),
    /** The browser's public key and secret, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Hash of the key of the device that subscribed last; null for subscriptions of an earlier release and without a key. */
    deviceHash: text('device_hash'),
    language: text().$type<Language>().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.tenant, table.endpointHash),
    index('push_subscriptions_device').on(table.tenant, table.deviceHash),
  ],
)

/** Requests for one message when photos of an event, or of a number, are ready. */
export const photoAlerts = pgTable(
  'photo_alerts',
  {
    tenant: text().notNull(),
    /** Chosen by the device. */
    id: text().notNull(),
    eventId: text('event_id').notNull(),
    /** Bib in its normal form; null: any photo of the event counts. */
    number: text(),
    email: text(),
    subscriptionId: text('subscription_id'),
    language: text().$type<Language>().notNull(),
    /** Scheme and host that links in the letter start with. */
    origin: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    /** A sent alert is kept only for its unsubscribe link. */
    sentOn: timestamp('sent_on', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.id] }),
    index('photo_alerts_event').on(table.tenant, table.eventId),
    index('photo_alerts_email').on(table.tenant, table.email),
    index('photo_alerts_subscription').on(table.tenant, table.subscriptionId),
  ],
)

export const pushTopics = pgTable(
  'push_topics',
  {
    tenant: text().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    kind: text({ enum: ['order', 'event'] }).notNull(),
    /** Id of the order or event. */
    target: text().notNull(),
    /** Runner whose photos of the event count; null: all photos. */
    subject: jsonb().$type<Subject>(),
    /** Number of photos already announced, or known when subscribing. */
    announcedCount: integer('told').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.subscriptionId, table.kind, table.target] }),
    index('push_topics_target').on(table.tenant, table.kind, table.target),
  ],
)
