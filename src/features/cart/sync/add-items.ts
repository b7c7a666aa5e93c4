import { addCartItem, addCartItems, type NewCartItem } from '../../../../contract/cart.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { withSearchCredentials } from '../../../lib/search-credentials/with-search-credentials.ts'
import type { CartAddition } from './bodies.ts'
import { getCurrentCartId, isCartCreated } from './carts.ts'
import { createCartWithId, isCartClosed } from './create-cart.ts'

/** Identifies the cart that received the items. It differs from the requested one when that was closed. */
export interface AddedToCart {
  cartId: string
}

/**
 * Adds products to a cart, which is created first if needed. If that cart is closed, its successor is used.
 *
 * @param idempotencyKey the same for every retry
 * @throws ApiError as `addCartItem` and `addCartItems` of the contract list
 */
export async function addToCart(
  idempotencyKey: string,
  addition: CartAddition,
  signal: AbortSignal,
): Promise<AddedToCart> {
  let cartId = await getCurrentCartId(addition.cartId)
  for (let cartIndex = 0; ; cartIndex++) {
    try {
      if (!(await isCartCreated(cartId))) await createCartWithId(cartId, signal)
      await addItems(cartId, addition, { idempotencyKey, signal })
      return { cartId }
    } catch (error) {
      if (cartIndex >= 2) throw error
      if (isApiError(error, 'CartNotFound')) await createCartWithId(cartId, signal)
      else if (isCartClosed(error)) cartId = await getCurrentCartId(cartId, true)
      else throw error
    }
  }
}

async function addItems(cartId: string, addition: CartAddition, options: SendOptions): Promise<void> {
  const { items, searchCredentials, earlierOrders = [] } = addition
  const { signal } = options
  const sendWithToken = (token?: string) => sendItems(cartId, items, { ...options, token }, earlierOrders)
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
