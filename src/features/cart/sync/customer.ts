import { setCartCustomer } from '../../../../contract/cart.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { getCurrentCartId } from './carts.ts'
import { createCartWithId, isCartClosed } from './create-cart.ts'

/** Sets the e-mail of a cart. A closed cart has it already or does not need it. */
export async function setCustomerEmail(
  requestedCartId: string,
  email: string,
  signal: AbortSignal,
): Promise<void> {
  const cartId = await getCurrentCartId(requestedCartId)
  const setEmail = () =>
    request(setCartCustomer, { params: { shoppingCartId: cartId }, body: { email }, signal })
  try {
    await setEmail()
  } catch (error) {
    if (isCartClosed(error)) return
    if (!isApiError(error, 'CartNotFound')) throw error
    await createCartWithId(cartId, signal)
    await setEmail()
  }
}
