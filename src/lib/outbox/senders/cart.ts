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

/** Identifies the cart that received the items. It differs from the requested one when that was closed. */
export interface AddedToCart {
  cartId: string
}

const isOver = (error: unknown) => isApiError(error, 'CartDeleted', 'CartProcessed')

/** Creates a cart under an id generated on this device. An existing cart is left unchanged. */
async function makeCart(cartId: string, signal: AbortSignal): Promise<void> {
  // creation is idempotent by the cart's id
  await request(createCart, {
    body: { shoppingCartId: cartId },
    idempotencyKey: `make-${cartId}`,
    signal,
  })
  await noteCartMade(cartId)
}

/** Adds products to a cart, which is created first if needed. If that cart is closed, its successor is used. */
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
  const { items, pass, earlierOrders = [] } = entry.body
  const add = (token?: string) =>
    addWith(cartId, items, { idempotencyKey: entry.id, token, signal }, earlierOrders)
  if (!pass) return add()
  try {
    await withPass(pass, add, signal)
  } catch (error) {
    // single photos can also be bought without the search that found them
    const isOver = isApiError(error, 'SelfieNotFound', 'CompetitorNotFound', 'BibInvalid')
    if (!isOver || !items.every(({ photoId }) => photoId !== undefined)) throw error
    await withPass({ ...pass, token: '', tokenRequest: {} }, add, signal)
  }
}

interface Options {
  idempotencyKey: string
  token?: string
  signal: AbortSignal
}

async function addWith(
  cartId: string,
  items: readonly NewCartItem[],
  options: Options,
  earlierOrders: readonly string[],
): Promise<void> {
  const params = { shoppingCartId: cartId }
  const [only, second] = items
  if (!only) return
  if (!second && earlierOrders.length === 0) {
    await request(addCartItem, { params, body: only, ...options })
    return
  }
  try {
    await request(addCartItems, {
      params,
      body: { items: [...items], ...(earlierOrders.length > 0 && { earlierOrders: [...earlierOrders] }) },
      ...options,
    })
  } catch (error) {
    if (!isHeldAlready(error) || !second) throw error
    for (const [at, item] of items.entries()) await addUnlessHeld(params, item, at, options)
  }
}

const isHeldAlready = (error: unknown) =>
  isApiError(error, 'ProductAlreadyInCart', 'PhotoInsidePackage', 'PhotoInsideFramedPackage')

/** Adds one of several items. An item that is already in the cart, alone or in a package, counts as added. */
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
 * Removes items from a cart. Missing items and closed carts count as removed. An item that was added again since, under another
 * id, remains.
 */
export const removeFromCart: Sender<'cart.remove'> = async ({ body }, { signal }) => {
  const { itemIds, targets = [] } = body
  const shoppingCartId = targets.length > 0 ? await cartAfter(body.cartId) : body.cartId
  try {
    const isAllFound = await removeById(shoppingCartId, itemIds, signal)
    if (isAllFound || targets.length === 0) return
    const { items } = await request(getCart, { params: { shoppingCartId }, signal })
    await removeById(shoppingCartId, resolveItemIds(body, items), signal)
  } catch (error) {
    if (!isOver(error) && !isApiError(error, 'CartNotFound')) throw error
  }
}

/** @returns whether the item is known to have existed; the service does not report this for several items */
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

/** Returns the current ids of the items to remove. */
function resolveItemIds({ targets = [], stay = [] }: CartRemoval, items: readonly CartItem[]): string[] {
  const left = items.filter(({ shoppingCartItemId }) => !stay.includes(shoppingCartItemId))
  return targets.flatMap((target) => {
    const at = left.findIndex(
      (item) =>
        item.product.productId === target.productId &&
        item.photoId === target.photoId &&
        item.videoId === target.videoId &&
        item.frameId === target.frameId,
    )
    return at < 0 ? [] : left.splice(at, 1).map(({ shoppingCartItemId }) => shoppingCartItemId)
  })
}

/** Applies a promo code. @throws ApiError as `addPromotionalCode` of the contract lists */
export const applyPromo: Sender<'cart.promo'> = async ({ id, body }, { signal }) => {
  const params = { shoppingCartId: await cartAfter(body.cartId) }
  await request(addPromotionalCode, { params, body: { code: body.code }, idempotencyKey: id, signal })
}

/** Sets the e-mail of a cart. A closed cart has it already or does not need it. */
export const setCustomer: Sender<'cart.customer'> = async ({ body }, { signal }) => {
  const cartId = await cartAfter(body.cartId)
  const send = () =>
    request(setCartCustomer, { params: { shoppingCartId: cartId }, body: { email: body.email }, signal })
  try {
    await send()
  } catch (error) {
    if (isOver(error)) return
    if (!isApiError(error, 'CartNotFound')) throw error
    await makeCart(cartId, signal)
    await send()
  }
}
