import { createCart } from '../../../../contract/cart.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { recordCartCreated } from './carts.ts'

/** Returns whether a call failed because the cart was ordered or deleted. */
export const isCartClosed = (error: unknown) => isApiError(error, 'CartDeleted', 'CartProcessed')

/** Creates a cart under an id generated on this device. An existing cart is left unchanged. */
export async function createCartWithId(cartId: string, signal: AbortSignal): Promise<void> {
  // creation is idempotent by the cart's id
  await request(createCart, {
    body: { shoppingCartId: cartId },
    idempotencyKey: `make-${cartId}`,
    signal,
  })
  await recordCartCreated(cartId)
}
