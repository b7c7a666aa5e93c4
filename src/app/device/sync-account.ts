import { getDefaultStore } from 'jotai'
import { createCart } from '../../../contract/cart.ts'
import { forgetAccount } from '../../features/account/index.ts'
import { refreshCart } from '../../features/cart/index.ts'
import { request } from '../../lib/api.ts'
import {
  checkSession,
  pendingSignOut,
  type SignedInUser,
  signedInUser,
} from '../../platform/identity/index.ts'
import { watchReconnects } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'

/** Delay of the session check for guests: a late sign-in loses nothing, and the check loads a whole page in a frame. */
const guestCheckDelayInMs = 10_000

/** Checks the session, and updates the cart and orders of this device after sign-in and sign-out in any tab. */
export function syncWithAccount(): void {
  let lastUser = signedInUser.read()
  getDefaultStore().sub(signedInUser.atom, () => {
    const currentUser = signedInUser.read()
    if (currentUser?.subject === lastUser?.subject) return
    const previousUser = lastUser
    lastUser = currentUser
    void applyUserChange(previousUser, currentUser).catch(() => {})
  })
  const check = () => void checkSession().catch(() => {})
  if (lastUser || pendingSignOut.read()) check()
  else setTimeout(check, guestCheckDelayInMs)
  // after an offline sign-out, the check that ends the session runs when the network is back
  watchReconnects(() => {
    if (pendingSignOut.read()) check()
  })
}

async function applyUserChange(
  previousUser: SignedInUser | null,
  newUser: SignedInUser | null,
): Promise<void> {
  if (previousUser) forgetAccount(previousUser)
  // this device has no cart: loads the account's cart from the server
  if (newUser && !device.cartId.read()) {
    const { shoppingCartId } = await request(createCart, { body: {} })
    if (!device.cartId.read()) device.cartId.write(shoppingCartId)
  }
  // assigns a guest's cart to the account; after sign-out the account's cart is not accessible
  await refreshCart()
}
