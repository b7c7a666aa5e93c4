import { maxGiftCodes } from '../../../../contract/cart.ts'
import type { Product } from '../../../../contract/catalog.ts'
import type { ShownItem } from '../overlay.ts'
import { refreshCart } from '../refresh-cart.ts'
import { readShownItems } from '../state.ts'
import type { ItemGroup } from '../totals.ts'
import { addItems } from './add.ts'
import type { ItemToAdd } from './add-items-input.ts'
import { removeItems } from './remove.ts'
import { waitForAnswer } from './wait-for-answer.ts'

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
  const additions = Array.from({ length: count }, (_, index): ItemToAdd => {
    const recipient = recipients[index]
    return {
      item: { productId, ...(recipient === undefined ? {} : { recipients: [recipient] }) },
      shownItem: { title, productType, price },
    }
  })
  return addItems({ eventId, event, additions, tokenScope: 'none' })
}

let lastChange: Promise<void> = Promise.resolve()

/**
 * Sets the number of gift codes of an event. Codes without a recipient are removed first. Concurrent calls run one after
 * another, each from the result of the previous one.
 */
export function setGiftCount(group: ItemGroup, count: number): Promise<void> {
  lastChange = lastChange.then(() => changeGiftCount(group, count)).catch(() => {})
  return lastChange
}

async function changeGiftCount(group: ItemGroup, count: number): Promise<void> {
  const gifts = listGifts(group.eventId)
  const [first] = gifts
  const missing = Math.min(count, maxGiftCodes) - gifts.length
  if (!first || missing === 0) return
  if (missing < 0) {
    const confirmedGifts = await waitForConfirmedGifts(group.eventId, gifts)
    const sortedGifts = confirmedGifts
      .toReversed()
      .toSorted((one, other) => countRecipients(one) - countRecipients(other))
    await removeItems(sortedGifts.slice(0, Math.max(0, confirmedGifts.length - count)))
    return
  }
  const { product, price, originalPrice } = first
  const unitPrice = originalPrice ?? price
  if (!unitPrice) return
  await addGifts({
    eventId: group.eventId,
    event: group,
    product: { ...product, price: unitPrice },
    count: missing,
  })
}

const listGifts = (eventId: string) =>
  readShownItems().filter((item) => item.eventId === eventId && isGift(item))

/**
 * Removes all gift codes of an event.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function removeGifts(group: ItemGroup, gifts: readonly ShownItem[]): Promise<boolean> {
  return removeItems(await waitForConfirmedGifts(group.eventId, gifts))
}

/** Waits a limited time for pending codes. Codes look alike, and only confirmed ones have an id from the service. */
async function waitForConfirmedGifts(eventId: string, gifts: readonly ShownItem[]): Promise<ShownItem[]> {
  const entries = new Set(gifts.flatMap(({ waiting }) => waiting?.entryId ?? []))
  for (const entryId of entries) await waitForAnswer(entryId).catch(() => false)
  if (entries.size > 0 && navigator.onLine) await refreshCart()
  return listGifts(eventId)
}

/** Adds codes again that were just removed. */
export function restoreGifts(group: ItemGroup, gifts: readonly ShownItem[]): Promise<boolean> {
  const additions = gifts.map(
    ({ product: { productId, title, productType }, recipients, price }): ItemToAdd => ({
      item: { productId, recipients },
      shownItem: { title, productType, price },
    }),
  )
  return addItems({ eventId: group.eventId, event: group, additions, tokenScope: 'none' })
}

const countRecipients = ({ recipients = [] }: ShownItem) => recipients.length
