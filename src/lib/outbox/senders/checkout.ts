import { checkOut, setCartCustomer } from '../../../../contract/cart.ts'
import { isApiError, request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** The order that a cart became. */
export interface PlacedOrder {
  orderId: string
  invoiceId: string
  preorder: boolean
}

/**
 * Turns a cart into an order: the e-mail, then the order itself under the entry's key. A repeat after a lost answer
 * gives the same order, and so does any other asker for the same cart.
 *
 * @throws ApiError EmailInvalid, CustomerMissing, CartEmpty, PriceChanged, Promo…, CartNotFound, CartDeleted, NoResponse
 */
export const checkOutCart: Sender<'checkout'> = async ({ id, body }, { signal }): Promise<PlacedOrder> => {
  const params = { shoppingCartId: body.cartId }
  try {
    await request(setCartCustomer, { params, body: { email: body.email }, signal })
  } catch (error) {
    // the order is made already, and its answer was lost or another tab was faster: ask for it
    if (!isApiError(error, 'CartProcessed')) throw error
  }
  return request(checkOut, {
    params,
    body: { expectedTotal: body.expectedTotal },
    idempotencyKey: id,
    signal,
  })
}
