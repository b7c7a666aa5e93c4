import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import type { ShownItem } from './overlay.ts'

export interface ItemGroup {
  eventId: string
  title: string
  catalogId: string
  items: readonly ShownItem[]
}

/** The items by their event, in the order of the first of each. */
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

export interface Savings {
  /** By packages. */
  packages: Money
  /** By thresholds of single photos. */
  quantity: Money
}

/** What was saved before promo codes. */
export function savingsOf({ currencyId, items }: Pick<Cart, 'currencyId' | 'items'>): Savings {
  const saved = (wanted: (item: CartItem) => boolean): Money => ({
    amount: items
      .filter(wanted)
      .reduce((sum, item) => sum + Math.max(0, item.originalPrice.amount - item.price.amount), 0),
    currencyId,
  })
  return { packages: saved(isPackage), quantity: saved((item) => !isPackage(item)) }
}

export interface Offer {
  product: Product
  /** How many photos it holds. */
  count: number
  /** What the single photos in the cart cost together now. */
  instead: Money
  /** Photos that come on top, and what they cost; none when all together is no dearer than what is in the cart. */
  more?: { count: number; price: Money }
}

/**
 * All photos of the person for one price: where that is cheaper than the single ones in the cart, or holds more of
 * them for little.
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
  if (amount >= price.amount) return offer
  const more = ofPerson - singles.length
  const isNear = amount * 2 >= price.amount
  return more > 0 && isNear
    ? { ...offer, more: { count: more, price: money(price.amount - amount) } }
    : undefined
}

/** How many things of one kind of an event are in the cart, and the thresholds of their price. */
export interface Ladder {
  count: number
  total: number
  flags: { at: number; price: Money; next: boolean }[]
  next?: { missing: number; price: Money }
}

/** @param single what one of them is: a photo, a gift code */
export function ladderOf(items: readonly ShownItem[], single: Product | undefined): Ladder | undefined {
  return ladderFor(items.filter((item) => item.product.productType === single?.productType).length, single)
}

/** The same for a number of things; undefined for none, or where more of them cost the same each. */
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
