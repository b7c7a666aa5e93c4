import * as z from 'zod/mini'
import { addOrderDevice } from '../../../contract/orders.ts'
import { isApiError, request } from '../../lib/api.ts'
import { replaceUrl } from '../../platform/navigation/index.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'

/** Returns the persisted key of an order's letter, which is removed once it was exchanged for access of this device. */
function getKeyStore(orderId: string): Persisted<string | null> {
  return persisted({ key: `order.${orderId}.key`, schema: z.nullable(z.string()), initial: null })
}

/** Returns the key in the fragment of an address; undefined when there is none. */
export function readKey(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('key') || undefined
}

/** Stores the key of the address and removes it there, so that no bookmark, history entry or shared link contains it. */
function storeKeyFromAddress(orderId: string): void {
  const key = readKey(location.hash)
  if (key === undefined || !location.pathname.endsWith(`/${orderId}`)) return
  getKeyStore(orderId).write(key)
  replaceUrl(location.pathname + location.search)
}

/** Stores the pending exchanges by order id. */
const exchanges = new Map<string, Promise<void>>()

/**
 * Gives this device access to an order if the page was opened by the link of a letter. Call it before each request for the
 * order. Concurrent callers share one exchange. An invalid key is dropped: the device may have access already. The key stays
 * stored while the service does not answer.
 *
 * @throws ApiError NoResponse …
 */
export function exchangeKey(orderId: string): Promise<void> {
  storeKeyFromAddress(orderId)
  const key = getKeyStore(orderId).read()
  if (key === null) return Promise.resolve()
  const currentExchange =
    exchanges.get(orderId) ?? sendKey(orderId, key).finally(() => exchanges.delete(orderId))
  exchanges.set(orderId, currentExchange)
  return currentExchange
}

async function sendKey(orderId: string, key: string): Promise<void> {
  try {
    await request(addOrderDevice, { params: { orderId }, body: { key } })
  } catch (error) {
    if (!isApiError(error, 'OrderNotFound', 'ValidationFailed')) throw error
  }
  // another link may have been opened meanwhile
  const keyStore = getKeyStore(orderId)
  if (keyStore.read() === key) keyStore.remove()
}
