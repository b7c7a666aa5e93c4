import { giftsAtMost } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import { addItems } from './add.ts'
import type { ItemToAdd } from './adding.ts'
import { answeredSoon } from './answered.ts'
import { refreshCart } from './open-cart.ts'
import type { ShownItem } from './overlay.ts'
import { removeItems } from './remove.ts'
import { shownNow } from './state.ts'
import type { ItemGroup } from './totals.ts'

export const isGift = ({ product }: Pick<ShownItem, 'product'>) => product.productType === 'promocode'

export interface GiftInput {
  eventId: string
  event: { title: string; catalogId: string }
  product: Pick<Product, 'productId' | 'title' | 'productType' | 'price'>
  count: number
  /** Recipients of the first codes, in order. */
  recipients?: readonly string[]
}

/**
 * Adds gift codes to the cart, one item per code.
 *
 * @returns false on failure; the error has been shown to the user
 */
export function addGifts({ eventId, event, product, count, recipients = [] }: GiftInput): Promise<boolean> {
  const { productId, title, productType, price } = product
  const additions = Array.from({ length: count }, (_, at): ItemToAdd => {
    const to = recipients[at]
    return {
      item: { productId, ...(to === undefined ? {} : { recipients: [to] }) },
      drawn: { title, productType, price },
    }
  })
  return addItems({ eventId, event, additions, reach: 'none' })
}

let turn: Promise<void> = Promise.resolve()

/**
 * Sets the number of gift codes of an event. Codes without a recipient are removed first. Concurrent calls run one after
 * another, each from the result of the previous one.
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
    const leaving = now.toReversed().toSorted((one, other) => countRecipients(one) - countRecipients(other))
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
 * Removes all gift codes of an event.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function removeGifts(group: ItemGroup, gifts: readonly ShownItem[]): Promise<boolean> {
  return removeItems(await confirmed(group.eventId, gifts))
}

/** Waits a limited time for pending codes. Codes look alike, and only confirmed ones have an id from the service. */
async function confirmed(eventId: string, gifts: readonly ShownItem[]): Promise<ShownItem[]> {
  const entries = new Set(gifts.flatMap(({ waiting }) => waiting?.entryId ?? []))
  for (const entryId of entries) await answeredSoon(entryId).catch(() => false)
  if (entries.size > 0 && navigator.onLine) await refreshCart()
  return giftsNow(eventId)
}

/** Adds codes again that were just removed. */
export function putGiftsBack(group: ItemGroup, gifts: readonly ShownItem[]): Promise<boolean> {
  const additions = gifts.map(
    ({ product: { productId, title, productType }, recipients, price }): ItemToAdd => ({
      item: { productId, recipients },
      drawn: { title, productType, price },
    }),
  )
  return addItems({ eventId: group.eventId, event: group, additions, reach: 'none' })
}

const countRecipients = ({ recipients = [] }: ShownItem) => recipients.length
