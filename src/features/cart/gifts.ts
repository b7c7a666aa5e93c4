import { giftsAtMost } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import { addItems, type Wished } from './add.ts'
import { answeredSoon } from './answered.ts'
import { refreshCart } from './open-cart.ts'
import type { ShownItem } from './overlay.ts'
import { removeItems } from './remove.ts'
import { shownNow } from './state.ts'
import type { ItemGroup } from './totals.ts'

export const isGift = ({ product }: Pick<ShownItem, 'product'>) => product.productType === 'promocode'

export interface GiftWish {
  eventId: string
  event: { title: string; catalogId: string }
  product: Pick<Product, 'productId' | 'title' | 'productType' | 'price'>
  count: number
  /** Whom the first of the codes are for. */
  recipients?: readonly string[]
}

/**
 * Puts gift codes into the cart, each an item of its own.
 *
 * @returns false when that did not work; the user was told why
 */
export function addGifts({ eventId, event, product, count, recipients = [] }: GiftWish): Promise<boolean> {
  const { productId, title, productType, price } = product
  const things = Array.from({ length: count }, (_, at): Wished => {
    const to = recipients[at]
    return {
      item: { productId, ...(to === undefined ? {} : { recipients: [to] }) },
      drawn: { title, productType, price },
    }
  })
  return addItems({ eventId, event, things, reach: 'nobody' })
}

let turn: Promise<void> = Promise.resolve()

/**
 * Makes it so many codes of an event; the first to go are those that are for nobody yet. Presses that come quicker than
 * the service answers are carried out one after another, each from what the one before has left.
 */
export function setGiftCount(group: ItemGroup, count: number): Promise<void> {
  turn = turn.then(() => bringTo(group, count)).catch(() => {})
  return turn
}

async function bringTo(group: ItemGroup, count: number): Promise<void> {
  const gifts = giftsNow(group.eventId)
  const [first] = gifts
  const missing = Math.min(count, giftsAtMost) - gifts.length
  if (!first || missing === 0) return
  if (missing < 0) {
    const now = await confirmed(group.eventId, gifts)
    const leaving = now.toReversed().toSorted((one, other) => peopleOf(one) - peopleOf(other))
    await removeItems(leaving.slice(0, Math.max(0, now.length - count)))
    return
  }
  const { product, price, originalPrice } = first
  const known = originalPrice ?? price
  if (!known) return
  await addGifts({
    eventId: group.eventId,
    event: group,
    product: { ...product, price: known },
    count: missing,
  })
}

const giftsNow = (eventId: string) => shownNow().filter((item) => item.eventId === eventId && isGift(item))

/**
 * Takes all codes of an event out.
 *
 * @returns false when it failed; the user was told why
 */
export async function removeGifts(group: ItemGroup, gifts: readonly ShownItem[]): Promise<boolean> {
  return removeItems(await confirmed(group.eventId, gifts))
}

/** Codes look alike, so what is on its way is waited for, while that is soon: then each has a name of its own. */
async function confirmed(eventId: string, gifts: readonly ShownItem[]): Promise<ShownItem[]> {
  const entries = new Set(gifts.flatMap(({ waiting }) => waiting?.entryId ?? []))
  for (const entryId of entries) await answeredSoon(entryId).catch(() => false)
  if (entries.size > 0 && navigator.onLine) await refreshCart()
  return giftsNow(eventId)
}

/** Brings codes back that were taken out a moment ago. */
export function putGiftsBack(group: ItemGroup, gifts: readonly ShownItem[]): Promise<boolean> {
  const things = gifts.map(
    ({ product: { productId, title, productType }, recipients, price }): Wished => ({
      item: { productId, recipients },
      drawn: { title, productType, price },
    }),
  )
  return addItems({ eventId: group.eventId, event: group, things, reach: 'nobody' })
}

const peopleOf = ({ recipients = [] }: ShownItem) => recipients.length
