import { boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
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
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('promo_codes_code').on(table.tenant, table.code)],
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
