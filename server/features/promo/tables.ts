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
import type { ProductType } from '../../../contract/catalog.ts'

export const promoCodes = pgTable(
  'promo_codes',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** In its normal form, see `normalizeCode`. */
    code: text().notNull(),
    kind: text({ enum: ['percent', 'fixed', 'gift'] }).notNull(),
    /** Percent, or minor units; 0 for a gift. */
    value: integer().notNull(),
    active: boolean().notNull(),
    startsOn: timestamp('starts_on', { withTimezone: true }),
    endsOn: timestamp('ends_on', { withTimezone: true }),
    /** Null: no limit. */
    usageLimit: integer('usage_limit'),
    /** Number of orders that hold it now; never above the limit, never below zero. */
    used: integer().notNull(),
    /** Empty: every product type. */
    productTypes: jsonb('product_types').$type<ProductType[]>().notNull(),
    /** Empty: every catalog. */
    catalogIds: jsonb('catalog_ids').$type<string[]>().notNull(),
    /** Item of the bought gift; null for codes that the shop created. */
    orderItemId: text('order_item_id'),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('promo_codes_code').on(table.tenant, table.code),
    uniqueIndex('promo_codes_bought').on(table.tenant, table.orderItemId),
  ],
)

/** Stores uses of codes by orders. */
export const promoRedemptions = pgTable(
  'promo_redemptions',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    codeId: text('code_id').notNull(),
    orderId: text('order_id').notNull(),
    /** Discount in minor units. */
    discount: integer().notNull(),
    redeemedOn: timestamp('redeemed_on', { withTimezone: true }).notNull(),
    /** Time of the release, when its order was canceled or refunded; null while it counts. */
    releasedOn: timestamp('released_on', { withTimezone: true }),
  },
  (table) => [uniqueIndex('promo_redemptions_once').on(table.tenant, table.orderId, table.codeId)],
)

/** Counts the failed tries of codes per caller, in a window that starts with the first try. The caller is stored as a hash. */
export const promoTries = pgTable(
  'promo_tries',
  {
    tenant: text().notNull(),
    who: text().notNull(),
    count: integer().notNull(),
    /** End of the window. */
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.who] }),
    index('promo_tries_age').on(table.tenant, table.until),
  ],
)
