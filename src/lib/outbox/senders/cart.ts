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
import { getCurrentCartId, isCartCreated, recordCartCreated } from '../carts.ts'
import type { CartRemoval, Entry, Sender } from '../types.ts'
import { withSearchCredentials } from '../with-search-credentials.ts'

/** Identifies the cart that received the items. It differs from the requested one when that was closed. */
export interface AddedToCart {
  cartId: string
}

const isCartClosed = (error: unknown) => isApiError(error, 'CartDeleted', 'CartProcessed')

/** Creates a cart under an id generated on this device. An existing cart is left unchanged. */
async function createCartWithId(cartId: string, signal: AbortSignal): Promise<void> {
  // creation is idempotent by the cart's id
  await request(createCart, {
    body: { shoppingCartId: cartId },
    idempotencyKey: `make-${cartId}`,
    signal,
  })
  await recordCartCreated(cartId)
}

/** Adds products to a cart, which is created first if needed. If that cart is closed, its successor is used. */
export const addToCart: Sender<'cart.add'> = async (entry, { signal }): Promise<AddedToCart> => {
  let cartId = await getCurrentCartId(entry.body.cartId)
  for (let cartIndex = 0; ; cartIndex++) {
    try {
      if (!(await isCartCreated(cartId))) await createCartWithId(cartId, signal)
      await addItems(cartId, entry, signal)
      return { cartId }
    } catch (error) {
      if (cartIndex >= 2) throw error
      if (isApiError(error, 'CartNotFound')) await createCartWithId(cartId, signal)
      else if (isCartClosed(error)) cartId = await getCurrentCartId(cartId, true)
      else throw error
    }
  }
}

async function addItems(cartId: string, entry: Entry<'cart.add'>, signal: AbortSignal): Promise<void> {
  const { items, searchCredentials, earlierOrders = [] } = entry.body
  const sendWithToken = (token?: string) =>
    sendItems(cartId, items, { idempotencyKey: entry.id, token, signal }, earlierOrders)
  if (!searchCredentials) return sendWithToken()
  try {
    await withSearchCredentials(searchCredentials, sendWithToken, signal)
  } catch (error) {
    // single photos can also be bought without the search that found them
    const isRunnerGone = isApiError(error, 'SelfieNotFound', 'CompetitorNotFound', 'BibInvalid')
    if (!isRunnerGone || !items.every(({ photoId }) => photoId !== undefined)) throw error
    await withSearchCredentials({ ...searchCredentials, token: '', tokenRequest: {} }, sendWithToken, signal)
  }
}

interface SendOptions {
  idempotencyKey: string
  token?: string
  signal: AbortSignal
}

async function sendItems(
  cartId: string,
  items: readonly NewCartItem[],
  options: SendOptions,
  earlierOrders: readonly string[],
): Promise<void> {
  const params = { shoppingCartId: cartId }
  const [singleItem, second] = items
  if (!singleItem) return
  if (!second && earlierOrders.length === 0) {
    await request(addCartItem, { params, body: singleItem, ...options })
    return
  }
  try {
    await request(addCartItems, {
      params,
      body: { items: [...items], ...(earlierOrders.length > 0 && { earlierOrders: [...earlierOrders] }) },
      ...options,
    })
  } catch (error) {
    if (!isAlreadyInCart(error) || !second) throw error
    for (const [itemIndex, item] of items.entries()) await addUnlessInCart(params, item, itemIndex, options)
  }
}

const isAlreadyInCart = (error: unknown) =>
  isApiError(error, 'ProductAlreadyInCart', 'PhotoInsidePackage', 'PhotoInsideFramedPackage')

/** Adds one of several items. An item that is already in the cart, alone or in a package, counts as added. */
async function addUnlessInCart(
  params: { shoppingCartId: string },
  body: NewCartItem,
  itemIndex: number,
  options: SendOptions,
): Promise<void> {
  const idempotencyKey = `${options.idempotencyKey}-${itemIndex}`
  try {
    await request(addCartItem, { params, body, ...options, idempotencyKey })
  } catch (error) {
    if (!isAlreadyInCart(error)) throw error
  }
}

/**
 * Removes items from a cart. Missing items and closed carts count as removed. An item that was added again since, under another
 * id, remains.
 */
export const removeFromCart: Sender<'cart.remove'> = async ({ body }, { signal }) => {
  const { itemIds, targets = [] } = body
  const shoppingCartId = targets.length > 0 ? await getCurrentCartId(body.cartId) : body.cartId
  try {
    const isAllFound = await removeById(shoppingCartId, itemIds, signal)
    if (isAllFound || targets.length === 0) return
    const { items } = await request(getCart, { params: { shoppingCartId }, signal })
    await removeById(shoppingCartId, resolveItemIds(body, items), signal)
  } catch (error) {
    if (!isCartClosed(error) && !isApiError(error, 'CartNotFound')) throw error
  }
}

/** @returns whether the item is known to have existed; the service does not report this for several items */
async function removeById(shoppingCartId: string, itemIds: string[], signal: AbortSignal): Promise<boolean> {
  const params = { shoppingCartId }
  const [singleItemId, second] = itemIds
  if (singleItemId === undefined) return false
  if (second !== undefined) {
    await request(removeCartItems, { params, body: itemIds, signal })
    return false
  }
  try {
    await request(removeCartItem, { params: { ...params, itemId: singleItemId }, signal })
    return true
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
    return false
  }
}

/** Returns the current ids of the items to remove. */
function resolveItemIds({ targets = [], stay = [] }: CartRemoval, items: readonly CartItem[]): string[] {
  const remainingItems = items.filter(({ shoppingCartItemId }) => !stay.includes(shoppingCartItemId))
  return targets.flatMap((target) => {
    const itemIndex = remainingItems.findIndex(
      (item) =>
        item.product.productId === target.productId &&
        item.photoId === target.photoId &&
        item.videoId === target.videoId &&
        item.frameId === target.frameId,
    )
    return itemIndex < 0
      ? []
      : remainingItems.splice(itemIndex, 1).map(({ shoppingCartItemId }) => shoppingCartItemId)
  })
}

/** Applies a promo code. @throws ApiError as `addPromotionalCode` of the contract lists */
export const applyPromo: Sender<'cart.promo'> = async ({ id, body }, { signal }) => {
  const params = { shoppingCartId: await getCurrentCartId(body.cartId) }
  await request(addPromotionalCode, { params, body: { code: body.code }, idempotencyKey: id, signal })
}

/** Sets the e-mail of a cart. A closed cart has it already or does not need it. */
export const setCustomer: Sender<'cart.customer'> = async ({ body }, { signal }) => {
  const cartId = await getCurrentCartId(body.cartId)
  const setEmail = () =>
    request(setCartCustomer, { params: { shoppingCartId: cartId }, body: { email: body.email }, signal })
  try {
    await setEmail()
  } catch (error) {
    if (isCartClosed(error)) return
    if (!isApiError(error, 'CartNotFound')) throw error
    await createCartWithId(cartId, signal)
    await setEmail()
  }
}
