import {
  addCartItem,
  addCartItems,
  addPromotionalCode,
  type CartItem,
  createCart,
  getCart,
  type NewCartItem,
  removeCartItem,
  removeCartItems,
  setCartCustomer,
} from '../../../../contract/cart.ts'
import { isApiError, request } from '../../api.ts'
import { cartAfter, isCartMade, noteCartMade } from '../carts.ts'
import type { CartRemoval, Entry, Sender } from '../types.ts'
import { withPass } from '../with-pass.ts'

/** What came of things that were put into a cart: in which one they are, as the wished one may have been over. */
export interface AddedToCart {
  cartId: string
}

const isOver = (error: unknown) => isApiError(error, 'CartDeleted', 'CartProcessed')

/** Starts a cart under the name that the device gave it; a cart that is there already is left alone. */
async function makeCart(cartId: string, signal: AbortSignal): Promise<void> {
  // the cart's own name is key enough: starting it twice is starting it once
  await request(createCart, {
    body: { shoppingCartId: cartId },
    idempotencyKey: `make-${cartId}`,
    signal,
  })
  await noteCartMade(cartId)
}

/** Puts products into a cart, which it starts first; when that cart is over, into the one that follows it. */
export const addToCart: Sender<'cart.add'> = async (entry, { signal }): Promise<AddedToCart> => {
  let cartId = await cartAfter(entry.body.cartId)
  for (let carts = 0; ; carts++) {
    try {
      if (!(await isCartMade(cartId))) await makeCart(cartId, signal)
      await addTo(cartId, entry, signal)
      return { cartId }
    } catch (error) {
      if (carts >= 2) throw error
      if (isApiError(error, 'CartNotFound')) await makeCart(cartId, signal)
      else if (isOver(error)) cartId = await cartAfter(cartId, true)
      else throw error
    }
  }
}

async function addTo(cartId: string, entry: Entry<'cart.add'>, signal: AbortSignal): Promise<void> {
  const { items, pass } = entry.body
  const add = (token?: string) => addWith(cartId, items, { idempotencyKey: entry.id, token, signal })
  await (pass ? withPass(pass, add, signal) : add())
}

interface Options {
  idempotencyKey: string
  token?: string
  signal: AbortSignal
}

async function addWith(cartId: string, items: readonly NewCartItem[], options: Options): Promise<void> {
  const params = { shoppingCartId: cartId }
  const [only, second] = items
  if (!only) return
  if (!second) {
    await request(addCartItem, { params, body: only, ...options })
    return
  }
  try {
    await request(addCartItems, { params, body: { items: [...items] }, ...options })
  } catch (error) {
    if (!isHeldAlready(error)) throw error
    for (const [at, item] of items.entries()) await addUnlessHeld(params, item, at, options)
  }
}

const isHeldAlready = (error: unknown) =>
  isApiError(error, 'ProductAlreadyInCart', 'PhotoInsidePackage', 'PhotoInsideFramedPackage')

/** One of several: what the cart holds already, alone or in a package, is as wished. */
async function addUnlessHeld(
  params: { shoppingCartId: string },
  body: NewCartItem,
  at: number,
  options: Options,
): Promise<void> {
  const idempotencyKey = `${options.idempotencyKey}-${at}`
  try {
    await request(addCartItem, { params, body, ...options, idempotencyKey })
  } catch (error) {
    if (!isHeldAlready(error)) throw error
  }
}

/**
 * Takes items out of a cart. What is gone, or is in a cart that is over, is out of it; what was put in again since, under
 * another id, is not.
 */
export const removeFromCart: Sender<'cart.remove'> = async ({ body }, { signal }) => {
  const { itemIds, things = [] } = body
  const shoppingCartId = things.length > 0 ? await cartAfter(body.cartId) : body.cartId
  try {
    const isAllFound = await removeById(shoppingCartId, itemIds, signal)
    if (isAllFound || things.length === 0) return
    const { items } = await request(getCart, { params: { shoppingCartId }, signal })
    await removeById(shoppingCartId, idsOf(body, items), signal)
  } catch (error) {
    if (!isOver(error) && !isApiError(error, 'CartNotFound')) throw error
  }
}

/** @returns whether each is known to have been there; of several the service does not tell */
async function removeById(shoppingCartId: string, itemIds: string[], signal: AbortSignal): Promise<boolean> {
  const params = { shoppingCartId }
  const [only, second] = itemIds
  if (only === undefined) return false
  if (second !== undefined) {
    await request(removeCartItems, { params, body: itemIds, signal })
    return false
  }
  try {
    await request(removeCartItem, { params: { ...params, itemId: only }, signal })
    return true
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
    return false
  }
}

/** The ids under which things to be removed are in the cart now. */
function idsOf({ things = [], stay = [] }: CartRemoval, items: readonly CartItem[]): string[] {
  const left = items.filter(({ shoppingCartItemId }) => !stay.includes(shoppingCartItemId))
  return things.flatMap((thing) => {
    const at = left.findIndex(
      (item) =>
        item.product.productId === thing.productId &&
        item.photoId === thing.photoId &&
        item.videoId === thing.videoId &&
        item.frameId === thing.frameId,
    )
    return at < 0 ? [] : left.splice(at, 1).map(({ shoppingCartItemId }) => shoppingCartItemId)
  })
}

/** Applies a promo code. @throws ApiError as `addPromotionalCode` of the contract lists */
export const applyPromo: Sender<'cart.promo'> = async ({ id, body }, { signal }) => {
  const params = { shoppingCartId: await cartAfter(body.cartId) }
  await request(addPromotionalCode, { params, body: { code: body.code }, idempotencyKey: id, signal })
}

/** Says where the purchase is sent. A cart that is over has been told, or needs it no more. */
export const setCustomer: Sender<'cart.customer'> = async ({ body }, { signal }) => {
  const cartId = await cartAfter(body.cartId)
  const tell = () =>
    request(setCartCustomer, { params: { shoppingCartId: cartId }, body: { email: body.email }, signal })
  try {
    await tell()
  } catch (error) {
    if (isOver(error)) return
    if (!isApiError(error, 'CartNotFound')) throw error
    await makeCart(cartId, signal)
    await tell()
  }
}
