import { earlierOrdersAtMost } from '../../../contract/cart.ts'
import { ApiError, isApiError } from '../../lib/api.ts'
import { type Entry, outbox } from '../../lib/outbox/index.ts'
import { pushAdded } from '../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { readPurchases } from '../purchases/index.ts'
import type { Adding } from './adding.ts'
import { answeredSoon } from './answered.ts'
import { openCart } from './cart-id.ts'
import { type RecordedAdding, readRecord, removeRecord, writeRecord } from './journal.ts'
import { describeCartLine } from './line.ts'
import { refreshCart, seeWaiting } from './open-cart.ts'
import { nameOfShown, type ShownItem, toItemKey } from './overlay.ts'
import { cartEvents, shownNow } from './state.ts'

/** Refusals whose own message is shown instead of a general one. */
export const saidAsTheyAre = [
  'ProductAlreadyInCart',
  'AlreadyBought',
  'PhotoInsidePackage',
  'PhotoInsideFramedPackage',
  'RunnerAmbiguous',
] as const

type Additions = Adding['additions']

/**
 * Adds products of one event to the cart, all or none. Offline, they are queued on the device.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function addItems(adding: Adding): Promise<boolean> {
  return adding.additions.length === 0 || addRecorded(writeRecord(adding))
}

/** Adds the products of an addition that is already in the journal; otherwise the same as `addItems`. */
export async function addRecorded(recorded: RecordedAdding): Promise<boolean> {
  try {
    await seeWaiting()
    const fresh = await findNewAdditions(recorded)
    if (fresh) await answered(await put(recorded, fresh), fresh)
    return true
  } catch (error) {
    removeRecord(recorded.id)
    await seeWaiting()
    const sayAsItIs = isApiError(error, ...saidAsTheyAre)
    if (sayAsItIs) void refreshCart()
    reportError(sayAsItIs ? error : new StepFailed('cart.failed.adding', error))
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
  pass,
}: RecordedAdding): Promise<Additions | undefined> {
  const notIn = (shown: readonly ShownItem[]) => {
    const known = new Set(shown.filter(({ waiting }) => waiting?.entryId !== id).map(nameOfShown))
    return additions.filter(
      ({ item, drawn }) =>
        drawn.productType === 'promocode' || !known.has(toItemKey(item, pass?.tokenRequest)),
    )
  }
  // the cached cart may be stale: another tab may have removed items
  if (navigator.onLine && notIn(shownNow().filter(({ waiting }) => !waiting)).length < additions.length)
    await refreshCart()
  const fresh = notIn(shownNow())
  if (isWritten && readRecord(id) === null) return undefined
  if (fresh.length === 0) throw new ApiError('ProductAlreadyInCart', 409)
  return fresh
}

/** Puts items into the outbox under the id of their record. The record is removed once the entry is committed. */
export async function put(
  { id, eventId, event, pass }: RecordedAdding,
  additions: Additions,
): Promise<Entry<'cart.add'>> {
  cartEvents.write({ ...cartEvents.read(), [eventId]: event })
  const cartId = openCart()
  const entry = await outbox.put(
    'cart.add',
    `cart:${cartId}`,
    {
      cartId,
      eventId,
      items: additions.map(({ item }) => item),
      shown: additions.map(({ drawn }) => drawn),
      pass,
      earlierOrders: readPurchases(eventId).orderIds.slice(-earlierOrdersAtMost),
    },
    { id },
  )
  // IndexedDB rejected the entry, so it is lost with the page: keep the record until the entry is settled
  if (entry.volatile) void outbox.waitForOutcome(id).then(() => removeRecord(id))
  else removeRecord(id)
  return entry
}

/** Waits a limited time for the service's answer. @throws ApiError the refusal */
export async function answered(entry: Entry<'cart.add'>, additions: Additions): Promise<void> {
  await seeWaiting()
  const isTaken = await answeredSoon(entry.id)
  pushAdded(
    additions.map(({ item, drawn }) =>
      describeCartLine({ ...drawn, productId: item.productId }, drawn.price),
    ),
  )
  if (!isTaken) return
  await seeWaiting()
  await refreshCart()
}
