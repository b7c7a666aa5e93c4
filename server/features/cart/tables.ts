import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { productTypes } from '../../../contract/catalog.ts'
import type { CurrencyId } from '../../../contract/common.ts'
import type { Subject } from '../competitors/index.ts'

export const carts = pgTable(
  'carts',
  {
    tenant: text().notNull(),
    /** A random UUID, perhaps given by the device. */
    id: text().notNull(),
    state: text({ enum: ['Updated', 'Processed', 'Deleted'] }).notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    email: text(),
    attributes: jsonb().$type<{ key: string; value: string }[]>().notNull(),
    orderId: text('order_id'),
    /** Which signed-in user it belongs to; null as long as knowing its id is enough. */
    owner: text(),
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
    /** Start number of the runner whose time stands in the frame; empty: nobody's. */
    bib: text().notNull(),
    recipients: jsonb().$type<string[]>(),
    /** Whose package it is, taken from the search token. */
    subject: jsonb().$type<Subject>(),
    /** The subject in one word, to compare by. */
    person: text(),
    /** How the subject was searched: a bib, a surname; empty for a selfie. */
    subjectLabel: text('subject_label').notNull(),
    /** Photos the package held when it was put in. */
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
