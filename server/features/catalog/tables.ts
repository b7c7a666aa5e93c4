import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { productTypes } from '../../../contract/catalog.ts'
import type { CurrencyId } from '../../../contract/common.ts'
import type { Tier } from '../../../contract/prices/tiers.ts'
import type { LocalText } from '../../platform/local-text.ts'

export const products = pgTable(
  'products',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    catalogId: text('catalog_id').notNull(),
    eventId: text('event_id').notNull(),
    productType: text('product_type', { enum: productTypes }).notNull(),
    /** Distinguishes products of one type and catalog, e.g. by a frame's id; mostly empty. */
    variant: text().notNull(),
    state: text({ enum: ['InCatalog', 'Draft', 'Archived'] }).notNull(),
    title: jsonb().$type<LocalText>().notNull(),
    description: jsonb().$type<LocalText>().notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    /** Minor units, per piece. */
    price: integer().notNull(),
    /** Minor units, while the event takes pre-orders; null: the price does not change. */
    preorderPrice: integer('preorder_price'),
    tiers: jsonb().$type<Tier[]>().notNull(),
    /** Restricts the product to runners of this distance; null for all. */
    distance: text(),
    frame: jsonb().$type<{ frameId: string; image: string; title: LocalText }>(),
    /** Display order. */
    position: integer().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('products_once').on(table.tenant, table.catalogId, table.productType, table.variant),
    index('products_catalog').on(table.tenant, table.catalogId, table.state, table.position),
  ],
)
