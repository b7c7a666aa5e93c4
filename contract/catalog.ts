import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, listSchema, Money, Page } from './common.ts'

export const productTypes = [
  'photos_with_me',
  'photo',
  'frame',
  'promocode',
  'photosWithFrame',
  'video',
] as const
export const ProductType = z.enum(productTypes)
export type ProductType = z.infer<typeof ProductType>

/** Sets the price of each piece from `from` pieces on. */
export const PriceTier = z.object({ from: z.int(), price: Money })
export type PriceTier = z.infer<typeof PriceTier>

export const Product = z.object({
  productId: Id,
  catalogId: Id,
  title: z.string(),
  productType: ProductType,
  price: Money,
  originalPrice: Money,
  priceTiers: z.array(PriceTier),
  state: z.enum(['InCatalog', 'Draft', 'Archived']),
  /** Only runners of this distance may buy it, with their own search token. Absent: sold to all. */
  distance: z.optional(z.string()),
  /** Frame of framed products. `image` shows it empty. */
  frame: z.optional(z.object({ frameId: Id, image: z.string(), title: z.string() })),
  description: z.string(),
})
export type Product = z.infer<typeof Product>

export const listProducts = defineCall({
  service: 'catalog',
  name: 'listProducts',
  summary: 'Lists the products of an event',
  method: 'GET',
  path: '/catalog/products',
  auth: 'none',
  query: z.object({
    catalogId: Id,
    distance: z.optional(z.string().check(z.maxLength(64))),
    state: z._default(z.literal('InCatalog'), 'InCatalog'),
    offset: Page.offset,
    count: Page.largeCount,
  }),
  status: 200,
  answer: listSchema(Product),
  revalidated: true,
  errors: [],
})

export const getProduct = defineCall({
  service: 'catalog',
  name: 'getProduct',
  summary: 'Returns one product',
  method: 'GET',
  path: '/catalog/products/:productId',
  auth: 'none',
  params: z.object({ productId: Id }),
  status: 200,
  answer: Product,
  revalidated: true,
  errors: ['ProductNotFound'],
})
