import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { productTypes } from '../../../contract/catalog.ts'
import type { CurrencyId, Language } from '../../../contract/common.ts'
import type { LocalText } from '../../platform/local-text.ts'
import type { Subject } from '../competitors/index.ts'

export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** Public number for support calls; grants no access. */
    number: text().notNull(),
    /** Unique: a cart becomes one order, however often it is checked out. */
    cartId: text('cart_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    state: text({ enum: ['AwaitingPayment', 'Completed', 'Canceled'] }).notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    /** Minor units, before the discount of a payment type. */
    totalAmount: integer('total_amount').notNull(),
    catalogId: text('catalog_id').notNull(),
    eventId: text('event_id').notNull(),
    albumId: text('album_id').notNull(),
    email: text().notNull(),
    /** Time at which the relay permanently refused the address; null once it is corrected, or a letter was accepted. */
    emailRefusedOn: timestamp('email_refused_on', { withTimezone: true }),
    /** Subject of the account that placed it; null for a guest. */
    owner: text(),
    /** Hash of the key of the ordering device; null for orders of an earlier release and callers without a key. */
    deviceHash: text('device_hash'),
    /**
     * Whether the id alone opens the order. `Open`: it does. The order was placed without a device key and without an account,
     * or by an earlier release, whose letters link to the id. `Unclaimed`: it does until the ordering device sends its key with
     * a call about the order, which pages of an earlier release never do. `Closed`: a proof is needed.
     */
    access: text({ enum: ['Open', 'Unclaimed', 'Closed'] })
      .notNull()
      .default('Open'),
    language: text().$type<Language>().notNull(),
    /** Whether an item is prepaid. */
    preorder: boolean().notNull(),
    /** Order that paid for this one, which is a gift of its buyer; null for any other. */
    giftOf: text('gift_of'),
    /** Message of the giver, in the paid order and in those that it pays for; null for none. */
    giftMessage: text('gift_message'),
    /** Scheme and host that the buyer used; base of links in mails. */
    origin: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    completedOn: timestamp('completed_on', { withTimezone: true }),
    /** Time of the full refund: nothing is delivered afterwards. */
    withdrawnOn: timestamp('withdrawn_on', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('orders_cart').on(table.tenant, table.cartId),
    uniqueIndex('orders_number').on(table.tenant, table.number),
    index('orders_of_email').on(table.tenant, sql`lower(${table.email})`, table.createdOn),
    index('orders_of_owner').on(table.tenant, table.owner, table.createdOn),
    index('orders_of_device').on(table.tenant, table.deviceHash),
    index('orders_gift_of').on(table.tenant, table.giftOf),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    productType: text('product_type', { enum: productTypes }).notNull(),
    title: jsonb().$type<LocalText>().notNull(),
    catalogId: text('catalog_id').notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id'),
    videoId: text('video_id'),
    frameId: text('frame_id'),
    /** Start number of the runner whose time the frame shows; empty for none. */
    bib: text().notNull(),
    recipients: jsonb().$type<string[]>(),
    /** Runner of the package. */
    subject: jsonb().$type<Subject>(),
    /** Link whose runner receives the photo, in another order; null for what the buyer keeps. */
    giftShareId: text('gift_share_id'),
    /** Known photos of a package; grows, never shrinks, and outlives the selfie. */
    photoIds: jsonb('photo_ids').$type<string[]>().notNull(),
    /** Whether it is a package that was bought before there were photos; null in orders of an earlier release. */
    prepaid: boolean(),
    /** Number of these photos when the purchase was announced; null until its letter is mailed or refused for good. */
    firstCount: integer('first_count'),
    /** Number of these photos that were announced: by letters, else by push messages and the page of the order. */
    toldCount: integer('told_count').notNull(),
    /** Minor units: before price thresholds and package, and the amount to pay. */
    originalPrice: integer('original_price').notNull(),
    totalPrice: integer('total_price').notNull(),
  },
  (table) => [
    index('order_items_order').on(table.tenant, table.orderId, table.position),
    index('order_items_packages').on(table.tenant, table.eventId).where(sql`subject is not null`),
  ],
)

/** Stores the devices that may open an order, in addition to the one that placed it. Only hashes of their keys are stored. */
export const orderDevices = pgTable(
  'order_devices',
  {
    tenant: text().notNull(),
    orderId: text('order_id').notNull(),
    deviceHash: text('device_hash').notNull(),
    addedOn: timestamp('added_on', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.orderId, table.deviceHash] })],
)

/** Stores unused returns from a bank: each opens its order once. Only a hash of its name is stored. */
export const orderReturns = pgTable(
  'order_returns',
  {
    hash: text().primaryKey(),
    tenant: text().notNull(),
    orderId: text('order_id').notNull(),
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
  },
  (table) => [index('order_returns_age').on(table.tenant, table.expiresOn)],
)
