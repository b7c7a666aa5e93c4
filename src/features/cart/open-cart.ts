import { getDefaultStore } from 'jotai'
import { getCart, setCartAttributes } from '../../../contract/cart.ts'
import { Language } from '../../../contract/common.ts'
import { ApiError, isApiError, request } from '../../lib/api.ts'
import { cartAfter, isCartMade } from '../../lib/outbox/carts.ts'
import { signedIn } from '../../platform/identity/index.ts'
import { broughtBack, device } from '../../platform/storage/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { noteOrdered } from './cart-orders.ts'
import { countShown, dropCart, dropKept, keepCart, setLoad } from './state.ts'
import { followWaiting, readWaiting, sentBefore, waitingNow } from './waiting.ts'

/** Returns the current cart id. Another tab or the worker may have moved on to a new cart because this one was closed. */
async function followCart(): Promise<string | null> {
  const known = device.cartId.read()
  if (!known) return null
  const now = await cartAfter(known)
  if (now === known || device.cartId.read() !== known) return device.cartId.read()
  device.cartId.write(now)
  dropKept()
  return now
}

const defaultTheme = 'photofinish'

function languageOfPage(): Language {
  const parsed = Language.safeParse(document.documentElement.lang)
  return parsed.success ? parsed.data : 'ru'
}

/** Writes the language and the theme into the cart. E-mails and receipts use them. */
export async function tellAttributes(shoppingCartId: string): Promise<void> {
  const settings = getDefaultStore().get(settingsAtom)
  const theme = settings?.photofinishUSA ? 'photofinishUSA' : settings?.theme || defaultTheme
  await request(setCartAttributes, {
    params: { shoppingCartId },
    body: [
      { key: 'Language', value: languageOfPage() },
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
  const shoppingCartId = await followCart()
  if (!shoppingCartId) {
    dropCart()
    return
  }
  const language = languageOfPage()
  const sent = sentBefore()
  const wasMade = await isCartMade(shoppingCartId)
  const cart = await request(getCart, { params: { shoppingCartId }, query: { lang: language } }).catch(
    (error: unknown) => {
      // keep a cart that the service does not have yet: a queued entry will create it
      if (wasMade && isApiError(error, 'CartNotFound') && waitingNow().length === 0) dropCart()
      throw error
    },
  )
  if (device.cartId.read() !== shoppingCartId) return
  if (cart.state === 'Updated' && !cart.orderId) {
    keepCart(cart)
    sent.forget()
    const told = cart.attributes.find((attribute) => attribute.key === 'Language')?.value
    if (told !== language) await tellAttributes(shoppingCartId).catch(() => {})
    return
  }
  sent.forget()
  // the response to the checkout may have been lost; the home page then lists the order
  if (cart.orderId) noteOrdered(shoppingCartId, cart.orderId)
  const goesOn = await leaveCart(shoppingCartId)
  if (cart.state === 'Deleted' && !goesOn) throw new ApiError('CartDeleted', 410)
}

/** @returns whether queued additions remain for a new cart */
async function leaveCart(cartId: string): Promise<boolean> {
  const waits = waitingNow().some(({ kind, isSent }) => kind === 'cart.add' && !isSent)
  if (waits) {
    device.cartId.write(await cartAfter(cartId, true))
    dropKept()
  } else dropCart()
  return waits
}

/** Leaves a cart whose owner is not signed in any more: it stays with the owner's account, and a guest starts another. */
async function leaveIfOwned(error: unknown): Promise<boolean> {
  const cartId = device.cartId.read()
  if (!cartId || !isApiError(error, 'CartOwned') || signedIn.read()) return false
  await leaveCart(cartId)
  return true
}

async function readAndTell(): Promise<void> {
  setLoad({ state: 'loading' })
  try {
    await readCart()
    setLoad({ state: 'ready' })
  } catch (error) {
    // a cart that was started offline does not exist on the service yet
    const isUnknown = isApiError(error, 'CartNotFound')
    const isLeft = await leaveIfOwned(error)
    setLoad(isUnknown || isLeft ? { state: 'ready' } : { state: 'failed', error })
  }
  countShown()
}

let reading: Promise<void> | undefined
let again = false

/** Reads the cart. A call during a read resolves after one more read. */
export function refreshCart(): Promise<void> {
  again = true
  reading ??= (async () => {
    while (again) {
      again = false
      await readAndTell()
    }
  })().finally(() => {
    reading = undefined
  })
  return reading
}

const onSent = () => void refreshCart()

const onBroughtBack = (key: string) => {
  if (key === 'cartId') void refreshCart()
}

/** Subscribes to the outbox. The badge and the cart page show its entries at once. */
export function followOutbox(): void {
  broughtBack.add(onBroughtBack)
  followWaiting(onSent, countShown)
}

/** Resolves when the shown cart reflects the latest change of the outbox. */
export async function seeWaiting(): Promise<void> {
  followOutbox()
  await readWaiting(onSent, countShown)
}
