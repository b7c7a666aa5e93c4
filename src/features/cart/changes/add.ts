import { maxEarlierOrders } from '../../../../contract/cart.ts'
import { ApiError, isApiError } from '../../../lib/api.ts'
import { type Entry, outbox } from '../../../lib/outbox/index.ts'
import { randomId } from '../../../lib/random-id.ts'
import { pushAdded } from '../../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../../platform/errors/index.ts'
import { device } from '../../../platform/storage/index.ts'
import { readPurchases } from '../../purchases/index.ts'
import { type ShownItem, toItemKey, toShownItemKey } from '../overlay.ts'
import { refreshCart, syncWithOutbox } from '../refresh-cart.ts'
import { cartEvents, readShownItems } from '../state.ts'
import type { AddItemsInput } from './add-items-input.ts'
import { toAnalyticsLine } from './analytics-line.ts'
import { type RecordedAddition, readRecord, removeRecord, writeRecord } from './journal.ts'
import { waitForAnswer } from './wait-for-answer.ts'

/** Refusals whose own message is shown instead of a general one. */
export const refusalsWithOwnMessage = [
  'ProductAlreadyInCart',
  'AlreadyBought',
  'GiftAlreadyBought',
  'ShareNotFound',
  'PhotoInsidePackage',
  'PhotoInsideFramedPackage',
  'RunnerAmbiguous',
] as const

type Additions = AddItemsInput['additions']

/**
 * Adds products of one event to the cart, all or none. Offline, they are queued on the device.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function addItems(input: AddItemsInput): Promise<boolean> {
  return input.additions.length === 0 || addRecordedItems(writeRecord(input))
}

/** Adds the products of an addition that is already in the journal; otherwise the same as `addItems`. */
export async function addRecordedItems(record: RecordedAddition): Promise<boolean> {
  try {
    await syncWithOutbox()
    const newAdditions = await findNewAdditions(record)
    if (newAdditions) await awaitConfirmation(await enqueueAdditions(record, newAdditions), newAdditions)
    return true
  } catch (error) {
    removeRecord(record.id)
    await syncWithOutbox()
    const hasOwnMessage = isApiError(error, ...refusalsWithOwnMessage)
    if (hasOwnMessage) void refreshCart()
    reportError(hasOwnMessage ? error : new StepFailed('cart.failed.adding', error))
    return false
  }
}

/**
 * Returns the items that are neither in the cart nor queued for it; undefined when another page has processed the record.
 *
 * @throws ApiError ProductAlreadyInCart when none is left
 */
async function findNewAdditions({
  id,
  isWritten,
  additions,
  searchCredentials,
}: RecordedAddition): Promise<Additions | undefined> {
  const listMissing = (shown: readonly ShownItem[]) => {
    const knownKeys = new Set(shown.filter(({ waiting }) => waiting?.entryId !== id).map(toShownItemKey))
    return additions.filter(
      ({ item, shownItem }) =>
        shownItem.productType === 'promocode' ||
        !knownKeys.has(toItemKey(item, searchCredentials?.tokenRequest)),
    )
  }
  // the cached cart may be stale: another tab may have removed items
  if (
    navigator.onLine &&
    listMissing(readShownItems().filter(({ waiting }) => !waiting)).length < additions.length
  )
    await refreshCart()
  const newAdditions = listMissing(readShownItems())
  if (isWritten && readRecord(id) === null) return undefined
  if (newAdditions.length === 0) throw new ApiError('ProductAlreadyInCart', 409)
  return newAdditions
}

/** Puts items into the outbox under the id of their record. The record is removed once the entry is committed. */
export async function enqueueAdditions(
  { id, eventId, event, searchCredentials }: RecordedAddition,
  additions: Additions,
): Promise<Entry<'cart.add'>> {
  cartEvents.write({ ...cartEvents.read(), [eventId]: event })
  const cartId = getOrCreateCartId()
  const entry = await outbox.put(
    'cart.add',
    `cart:${cartId}`,
    {
      cartId,
      eventId,
      items: additions.map(({ item }) => item),
      shown: additions.map(({ shownItem }) => shownItem),
      searchCredentials,
      earlierOrders: readPurchases(eventId).orderIds.slice(-maxEarlierOrders),
    },
    { id },
  )
  // IndexedDB rejected the entry, so it is lost with the page: keep the record until the entry is settled
  if (entry.volatile) void outbox.waitForOutcome(id).then(() => removeRecord(id))
  else removeRecord(id)
  return entry
}

/** Waits a limited time for the service's answer. @throws ApiError the refusal */
export async function awaitConfirmation(entry: Entry<'cart.add'>, additions: Additions): Promise<void> {
  await syncWithOutbox()
  const isAccepted = await waitForAnswer(entry.id)
  pushAdded(
    additions.map(({ item, shownItem }) =>
      toAnalyticsLine({ ...shownItem, productId: item.productId }, shownItem.price),
    ),
  )
  if (!isAccepted) return
  await syncWithOutbox()
  await refreshCart()
}

/** Returns the id of the device's cart. Creates a random one for the first addition, with or without a network. */
export function getOrCreateCartId(): string {
  const storedId = device.cartId.read()
  if (storedId) return storedId
  const cartId = randomId()
  device.cartId.write(cartId)
  return cartId
}
