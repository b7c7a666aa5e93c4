import * as z from 'zod/mini'
import { NewCartItem } from '../../../../contract/cart.ts'
import { ProductType } from '../../../../contract/catalog.ts'
import { CaptureDetails, Money } from '../../../../contract/common.ts'
import { SearchCredentials } from '../../../lib/search-credentials/search-credentials.ts'

const text = z.string()
const optionalText = z.optional(text)

/** Describes how a product is displayed until the service has it. */
export const ShownFields = z.object({
  title: text,
  thumbUrl: optionalText,
  /** Of a single photo. */
  taken: z.optional(CaptureDetails),
  price: z.optional(Money),
  productType: ProductType,
})
export type ShownFields = z.infer<typeof ShownFields>

/** Identifies an item in a cart when the service's id of it is unknown or has changed. */
const CartItemReference = z.object({
  productId: text,
  photoId: optionalText,
  videoId: optionalText,
  frameId: optionalText,
})
export type CartItemReference = z.infer<typeof CartItemReference>

/** Lists the items to add to a cart. */
export const CartAddition = z.object({
  cartId: text,
  items: z.array(NewCartItem),
  searchCredentials: z.optional(SearchCredentials),
  eventId: text,
  shown: z.optional(z.array(ShownFields)),
  /** Paid orders of this device for the event. Their photo payments count towards a package. */
  earlierOrders: z.optional(z.array(text)),
})
export type CartAddition = z.infer<typeof CartAddition>

/** Lists the items to remove from a cart. */
export const CartRemoval = z.object({
  cartId: text,
  /** The service's ids, as far as they are known. */
  itemIds: z.array(text),
  /** The same items, and those that had not reached the service yet. Used when the ids are not sufficient. */
  targets: z.optional(z.array(CartItemReference)),
  /** Ids of the other items of the cart, which must not be removed. */
  stay: z.optional(z.array(text)),
  /** Ids of items that had not reached the service: `<entry>/<place>`. */
  waitingIds: z.optional(z.array(text)),
})
export type CartRemoval = z.infer<typeof CartRemoval>

const StoredRemoval = z.looseObject({ things: z.array(z.unknown()) })

/** Converts a stored removal to the names that the code uses. Validates nothing else. */
export function fromStoredRemoval(stored: unknown): unknown {
  const { data } = StoredRemoval.safeParse(stored)
  if (!data) return stored
  const { things: targets, ...rest } = data
  return { ...rest, targets }
}

/** Converts a removal to the names that devices store. */
export const toStoredRemoval = ({ targets, ...rest }: CartRemoval): object => ({
  ...rest,
  ...(targets && { things: targets }),
})
