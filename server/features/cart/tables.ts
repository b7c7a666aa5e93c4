import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { productTypes } from '../../../contract/catalog.ts'
import type { CurrencyId } from '../../../contract/common.ts'
import type { Subject } from '../competitors/index.ts'

export const carts = pgTable(
  'carts',
  {
    tenant: text().notNull(),
    /** Random UUID; the device may choose it. */
    id: text().notNull(),
    state: text({ enum: ['Updated', 'Processed', 'Deleted'] }).notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    email: text(),
    attributes: jsonb().$type<{ key: string; value: string }[]>().notNull(),
    orderId: text('order_id'),
    /** Paid orders of the same buyer: what was paid for photos is deducted from a package of them. */
    earlierOrders: jsonb('earlier_orders').$type<string[]>().notNull().default([]),
    /** Subject of the owner's account; null for a cart that any caller with its id may use. */
    owner: text(),
    /** Hash of the key of the device that typed the e-mail and may order; null until a device with a key uses the cart. */
    deviceHash: text('device_hash'),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    changedOn: timestamp('changed_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.id] }),
    index('carts_age').on(table.tenant, table.changedOn),
    index('carts_owner').on(table.tenant, table.owner, table.changedOn),
  ],
)

export const cartItems = pgTable(
  'cart_items',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    cartId: text('cart_id').notNull(),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    productType: text('product_type', { enum: productTypes }).notNull(),
    catalogId: text('catalog_id').notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id'),
    videoId: text('video_id'),
    frameId: text('frame_id'),
    /** Start number of the runner whose time the frame shows; empty for none. */
    bib: text().notNull(),
    recipients: jsonb().$type<string[]>(),
    /** Runner of the package, from the search token. */
    subject: jsonb().$type<Subject>(),
    /**
     * Of a single photo: the runner that the buyer had searched for, so that it never costs more than that runner's package.
     */
    foundFor: jsonb('found_for').$type<Subject>(),
    /** Link whose runner receives the photo as a gift; null for a purchase of the buyer's own. */
    giftShareId: text('gift_share_id'),
    /** Comparable key of the subject. */
    person: text(),
    /** Bib or surname of the search; empty for a selfie. */
    subjectLabel: text('subject_label').notNull(),
    /** Photos in the package when it was added. */
    photoIds: jsonb('photo_ids').$type<string[]>().notNull(),
    addedOn: timestamp('added_on', { withTimezone: true }).notNull(),
  },
  (table) => [index('cart_items_cart').on(table.tenant, table.cartId, table.position)],
)

export const cartPromoCodes = pgTable(
  'cart_promo_codes',
  {
    tenant: text().notNull(),
    cartId: text('cart_id').notNull(),
    codeId: text('code_id').notNull(),
    addedOn: timestamp('added_on', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('cart_promo_codes_once').on(table.tenant, table.cartId, table.codeId)],
)
