import { getDefaultStore } from 'jotai'
import { getCart, setCartAttributes } from '../../../contract/cart.ts'
import { Language } from '../../../contract/common.ts'
import { ApiError, isApiError, request } from '../../lib/api.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { device, restoreListeners } from '../../platform/storage/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { recordCartOrder } from './cart-orders.ts'
import {
  captureSentEntries,
  getPendingEntries,
  readPendingEntries,
  subscribeToEntries,
} from './pending-entries.ts'
import { cacheCart, clearCachedCart, clearCart, setCartLoad, updateCartCount } from './state.ts'
import { getCurrentCartId, isCartCreated } from './sync/carts.ts'

/** Returns the current cart id. Another tab or the worker may have moved on to a new cart because this one was closed. */
async function resolveCartId(): Promise<string | null> {
  const storedId = device.cartId.read()
  if (!storedId) return null
  const currentId = await getCurrentCartId(storedId)
  if (currentId === storedId || device.cartId.read() !== storedId) return device.cartId.read()
  device.cartId.write(currentId)
  clearCachedCart()
  return currentId
}

const defaultTheme = 'photofinish'

function readPageLanguage(): Language {
  const parsed = Language.safeParse(document.documentElement.lang)
  return parsed.success ? parsed.data : 'ru'
}

/** Writes the language and the theme into the cart. E-mails and receipts use them. */
export async function writeCartAttributes(shoppingCartId: string): Promise<void> {
  const settings = getDefaultStore().get(settingsAtom)
  const theme = settings?.photofinishUSA ? 'photofinishUSA' : settings?.theme || defaultTheme
  await request(setCartAttributes, {
    params: { shoppingCartId },
    body: [
      { key: 'Language', value: readPageLanguage() },
      { key: 'Theme', value: theme },
    ],
  })
}

/**
 * Reads the cart from the service. Queued changes stay queued, even when the cart they were meant for is closed.
 *
 * @throws ApiError CartDeleted when it was deleted elsewhere; NoResponse, in which case the cached cart stays
 */
async function readCart(): Promise<void> {
  const shoppingCartId = await resolveCartId()
  if (!shoppingCartId) {
    clearCart()
    return
  }
  const language = readPageLanguage()
  const sentEntries = captureSentEntries()
  const wasCreated = await isCartCreated(shoppingCartId)
  const cart = await request(getCart, { params: { shoppingCartId }, query: { lang: language } }).catch(
    (error: unknown) => {
      // keep a cart that the service does not have yet: a queued entry will create it
      if (wasCreated && isApiError(error, 'CartNotFound') && getPendingEntries().length === 0) clearCart()
      throw error
    },
  )
  if (device.cartId.read() !== shoppingCartId) return
  if (cart.state === 'Updated' && !cart.orderId) {
    cacheCart(cart)
    sentEntries.forget()
    const storedLanguage = cart.attributes.find((attribute) => attribute.key === 'Language')?.value
    if (storedLanguage !== language) await writeCartAttributes(shoppingCartId).catch(() => {})
    return
  }
  sentEntries.forget()
  // the response to the checkout may have been lost; the home page then lists the order
  if (cart.orderId) recordCartOrder(shoppingCartId, cart.orderId)
  const hasNextCart = await abandonCart(shoppingCartId)
  if (cart.state === 'Deleted' && !hasNextCart) throw new ApiError('CartDeleted', 410)
}

/** @returns whether queued additions remain for a new cart */
async function abandonCart(cartId: string): Promise<boolean> {
  const hasQueuedAdditions = getPendingEntries().some(({ kind, isSent }) => kind === 'cart.add' && !isSent)
  if (hasQueuedAdditions) {
    device.cartId.write(await getCurrentCartId(cartId, true))
    clearCachedCart()
  } else clearCart()
  return hasQueuedAdditions
}

/**
 * Leaves a cart that became an order; a cart that was started since stays. Items that were added while the order was being
 * confirmed are in its successor, or are queued for it.
 */
export async function leaveOrderedCart(cartId: string): Promise<void> {
  // a page that has not shown the cart does not know the queue yet
  await syncWithOutbox()
  const successorId = await getCurrentCartId(cartId)
  if (device.cartId.read() !== cartId) return
  if (successorId === cartId) await abandonCart(cartId)
  else {
    device.cartId.write(successorId)
    clearCachedCart()
    void refreshCart()
  }
  updateCartCount()
}

/** Leaves a cart whose owner is not signed in any more: it stays with the owner's account, and a guest starts another. */
async function abandonIfOwned(error: unknown): Promise<boolean> {
  const cartId = device.cartId.read()
  if (!cartId || !isApiError(error, 'CartOwned') || signedInUser.read()) return false
  await abandonCart(cartId)
  return true
}

async function loadCart(): Promise<void> {
  setCartLoad({ state: 'loading' })
  try {
    await readCart()
    setCartLoad({ state: 'ready' })
  } catch (error) {
    // a cart that was started offline does not exist on the service yet
    const isUnknown = isApiError(error, 'CartNotFound')
    const isAbandoned = await abandonIfOwned(error)
    setCartLoad(isUnknown || isAbandoned ? { state: 'ready' } : { state: 'failed', error })
  }
  updateCartCount()
}

let pendingRead: Promise<void> | undefined
let isReadRequested = false

/** Reads the cart. A call during a read resolves after one more read. */
export function refreshCart(): Promise<void> {
  isReadRequested = true
  pendingRead ??= (async () => {
    while (isReadRequested) {
      isReadRequested = false
      await loadCart()
    }
  })().finally(() => {
    pendingRead = undefined
  })
  return pendingRead
}

const onSent = () => void refreshCart()

const onRestored = (key: string) => {
  if (key === 'cartId') void refreshCart()
}

/** Subscribes to the outbox. The badge and the cart page show its entries at once. */
export function subscribeToOutbox(): void {
  restoreListeners.add(onRestored)
  subscribeToEntries(onSent, updateCartCount)
}

/** Resolves when the shown cart reflects the latest change of the outbox. */
export async function syncWithOutbox(): Promise<void> {
  subscribeToOutbox()
  await readPendingEntries(onSent, updateCartCount)
}
