import type { PriceTier, Product, ProductType } from '../../../contract/catalog.ts'
import { createMoney } from './cart-service.ts'

/**
 * Returns a product of an event's catalog.
 *
 * @param amount of both prices, in minor units
 */
export const buildProduct = (
  productType: ProductType,
  amount: number,
  more: Partial<Product> = {},
): Product => ({
  productId: productType,
  catalogId: 'c',
  title: productType,
  productType,
  price: createMoney(amount),
  originalPrice: createMoney(amount),
  priceTiers: [],
  state: 'InCatalog',
  description: '',
  ...more,
})

/** Returns the price of each piece from a number of pieces on. @param amount in minor units */
export const buildTier = (from: number, amount: number): PriceTier => ({ from, price: createMoney(amount) })
