import type { CartItem } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import type { ShownItem } from './overlay.ts'

export interface ItemGroup {
  eventId: string
  title: string
  catalogId: string
  items: readonly ShownItem[]
}

/** Groups the items by event, in the order of each event's first item. */
export function groupByEvent(items: readonly ShownItem[]): ItemGroup[] {
  const groups = new Map<string, ItemGroup>()
  for (const item of items) {
    const { catalogId, title } = item.catalog
    const group = groups.get(item.eventId) ?? { eventId: item.eventId, title, catalogId, items: [] }
    groups.set(item.eventId, { ...group, items: [...group.items, item] })
  }
  return [...groups.values()]
}

export function isPackage(item: Pick<CartItem, 'product'>): boolean {
  return item.product.productType === 'photos_with_me' || item.product.productType === 'photosWithFrame'
}

export interface Offer {
  product: Product
  /** The number of photos in the package. */
  count: number
  /** The current total of the single photos in the cart. */
  instead: Money
  /** Additional photos and what they cost; absent when the package is cheaper than the single photos in the cart. */
  more?: { count: number; price: Money }
}

/**
 * Returns the package of all photos of the person as an offer. It must be cheaper than the single photos in the cart, or
 * add further photos for little.
 *
 * @param ofPerson how many photos were found of the person
 */
export function packageOffer(
  items: readonly ShownItem[],
  withMe: Product | undefined,
  ofPerson: number,
): Offer | undefined {
  const singles = items.filter((item) => item.product.productType === 'photo')
  if (!withMe || singles.length < 2 || items.some((item) => item.product.productId === withMe.productId)) {
    return undefined
  }
  const { price } = withMe
  const money = (amount: number): Money => ({ amount, currencyId: price.currencyId })
  const amount = singles.reduce((sum, item) => sum + (item.price?.amount ?? 0), 0)
  const offer = { product: withMe, count: ofPerson, instead: money(amount) }
  if (amount > price.amount) return offer
  const more = ofPerson - singles.length
  const isNear = amount * 2 >= price.amount
  return more > 0 && isNear
    ? { ...offer, more: { count: more, price: money(price.amount - amount) } }
    : undefined
}

/** The number of items of one kind of an event in the cart, and the tiers of their price. */
export interface Ladder {
  count: number
  total: number
  flags: { at: number; price: Money; next: boolean }[]
  next?: { missing: number; price: Money }
}

/** @param single the product of one item: a photo, a gift code */
export function ladderOf(items: readonly ShownItem[], single: Product | undefined): Ladder | undefined {
  return ladderFor(items.filter((item) => item.product.productType === single?.productType).length, single)
}

/** Same for a given number of items; undefined for zero, or when the product has no quantity tiers. */
export function ladderFor(count: number, single: Product | undefined): Ladder | undefined {
  const tiers = (single?.priceTiers ?? []).filter((tier) => tier.from > 1).toSorted((a, b) => a.from - b.from)
  const last = tiers.at(-1)
  if (count === 0 || !last) return undefined
  const ahead = tiers.find((tier) => tier.from > count)
  return {
    count,
    total: Math.max(last.from, count),
    flags: tiers.map((tier) => ({ at: tier.from, price: tier.price, next: tier === ahead })),
    next: ahead && { missing: ahead.from - count, price: ahead.price },
  }
}
