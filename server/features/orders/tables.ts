import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { productTypes } from '../../../contract/catalog.ts'
import type { CurrencyId, Language } from '../../../contract/common.ts'
import type { LocalText } from '../../platform/local-text.ts'
import type { Subject } from '../competitors/index.ts'

export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** What people say on the phone; opens nothing. */
    number: text().notNull(),
    /** One cart becomes one order, whoever asks how often. */
    cartId: text('cart_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    state: text({ enum: ['AwaitingPayment', 'Completed', 'Canceled'] }).notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    /** Minor units, before what a way to pay takes off. */
    totalAmount: integer('total_amount').notNull(),
    catalogId: text('catalog_id').notNull(),
    eventId: text('event_id').notNull(),
    albumId: text('album_id').notNull(),
    email: text().notNull(),
    /** Which signed-in user placed it; null for a guest's. */
    owner: text(),
    language: text().$type<Language>().notNull(),
    /** A package was bought before there were photos. */
    preorder: boolean().notNull(),
    /** Scheme and host the buyer came from: where links in mails lead. */
    origin: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    completedOn: timestamp('completed_on', { withTimezone: true }),
    /** All its money went back: nothing of it is delivered any more. */
    withdrawnOn: timestamp('withdrawn_on', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('orders_cart').on(table.tenant, table.cartId),
    uniqueIndex('orders_number').on(table.tenant, table.number),
    index('orders_of_email').on(table.tenant, sql`lower(${table.email})`, table.createdOn),
    index('orders_of_owner').on(table.tenant, table.owner, table.createdOn),
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
    /** Start number of the runner whose time stands in the frame; empty: nobody's. */
    bib: text().notNull(),
    recipients: jsonb().$type<string[]>(),
    /** Whose package it is. */
    subject: jsonb().$type<Subject>(),
    /** Photos of a package as far as they are known; grows, never shrinks, and outlives the selfie. */
    photoIds: jsonb('photo_ids').$type<string[]>().notNull(),
    /** How many of these the letter of the purchase has told of; null until it is written. */
    firstCount: integer('first_count'),
    /** How many of these any letter has told of. */
    toldCount: integer('told_count').notNull(),
    /** Minor units: before thresholds and package, and what is to be paid. */
    originalPrice: integer('original_price').notNull(),
    totalPrice: integer('total_price').notNull(),
  },
  (table) => [index('order_items_order').on(table.tenant, table.orderId, table.position)],
)

/** Ways back from a bank that have not been used yet: each opens its order once. Only a hash of its name is kept. */
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
