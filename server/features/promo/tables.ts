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
    /** In its normal form, see `normalCode`. */
    code: text().notNull(),
    kind: text({ enum: ['percent', 'fixed', 'gift'] }).notNull(),
    /** Percent, or minor units; 0 for a gift. */
    value: integer().notNull(),
    active: boolean().notNull(),
    startsOn: timestamp('starts_on', { withTimezone: true }),
    endsOn: timestamp('ends_on', { withTimezone: true }),
    /** Null: as often as anybody likes. */
    usageLimit: integer('usage_limit'),
    /** How many orders hold it now; never above the limit, never below zero. */
    used: integer().notNull(),
    /** Empty: every product type. */
    productTypes: jsonb('product_types').$type<ProductType[]>().notNull(),
    /** Empty: every catalog. */
    catalogIds: jsonb('catalog_ids').$type<string[]>().notNull(),
    /** The gift that was bought; null for codes that the shop made itself. */
    orderItemId: text('order_item_id'),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('promo_codes_code').on(table.tenant, table.code),
    uniqueIndex('promo_codes_bought').on(table.tenant, table.orderItemId),
  ],
)

/** Which order has used which code. */
export const promoRedemptions = pgTable(
  'promo_redemptions',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    codeId: text('code_id').notNull(),
    orderId: text('order_id').notNull(),
    /** What it took off, in minor units. */
    discount: integer().notNull(),
    redeemedOn: timestamp('redeemed_on', { withTimezone: true }).notNull(),
    /** Since when it counts no more: its order died. */
    releasedOn: timestamp('released_on', { withTimezone: true }),
  },
  (table) => [uniqueIndex('promo_redemptions_once').on(table.tenant, table.orderId, table.codeId)],
)

/** Who has tried how many codes in the window of time that began with the first. Only a hash says who it is. */
export const promoTries = pgTable(
  'promo_tries',
  {
    tenant: text().notNull(),
    who: text().notNull(),
    count: integer().notNull(),
    /** When the window ends. */
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.who] }),
    index('promo_tries_age').on(table.tenant, table.until),
  ],
)
