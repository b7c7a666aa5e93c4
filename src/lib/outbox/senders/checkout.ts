import { checkOut, setCartCustomer } from '../../../../contract/cart.ts'
import { isApiError, request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** Describes the order created from a cart. */
export interface PlacedOrder {
  orderId: string
  invoiceId: string
  preorder: boolean
}

/**
 * Turns a cart into an order: first the e-mail, then the order with the entry's id as idempotency key. A retry after
 * a lost answer returns the same order, and so does any other request for the same cart.
 *
 * @throws ApiError EmailInvalid, CustomerMissing, CartEmpty, PriceChanged, Promo…, CartNotFound, CartDeleted,
 * NoResponse
 */
export const checkOutCart: Sender<'checkout'> = async ({ id, body }, { signal }): Promise<PlacedOrder> => {
  const params = { shoppingCartId: body.cartId }
  try {
    await request(setCartCustomer, { params, body: { email: body.email }, signal })
  } catch (error) {
    // the order exists already: its answer was lost or another tab was faster, so fetch it
    if (!isApiError(error, 'CartProcessed')) throw error
  }
  return request(checkOut, {
    params,
    body: { expectedTotal: body.expectedTotal, orderAgain: body.orderAgain },
    idempotencyKey: id,
    signal,
  })
}
