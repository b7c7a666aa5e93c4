import { getDefaultStore } from 'jotai'
import { createCart } from '../../../contract/cart.ts'
import { forgetAccount } from '../../features/account/index.ts'
import { refreshCart } from '../../features/cart/index.ts'
import { request } from '../../lib/api.ts'
import { checkSession, type SignedIn, sessionToEnd, signedIn } from '../../platform/identity/index.ts'
import { watchReturns } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'

/** Delay of the session check for guests: a late sign-in loses nothing, and the check loads a whole page in a frame. */
const guestsAreAskedAfterInMs = 10_000

/** Checks the session, and updates the cart and orders of this device after sign-in and sign-out in any tab. */
export function followAccount(): void {
  let before = signedIn.read()
  getDefaultStore().sub(signedIn.atom, () => {
    const now = signedIn.read()
    if (now?.subject === before?.subject) return
    const left = before
    before = now
    void follow(left, now).catch(() => {})
  })
  const look = () => void checkSession().catch(() => {})
  if (before || sessionToEnd.read()) look()
  else setTimeout(look, guestsAreAskedAfterInMs)
  // after an offline sign-out, the check that ends the session runs when the network is back
  watchReturns(() => {
    if (sessionToEnd.read()) look()
  })
}

async function follow(left: SignedIn | null, come: SignedIn | null): Promise<void> {
  if (left) forgetAccount(left)
  // this device has no cart: loads the account's cart from the server
  if (come && !device.cartId.read()) {
    const { shoppingCartId } = await request(createCart, { body: {} })
    if (!device.cartId.read()) device.cartId.write(shoppingCartId)
  }
  // assigns a guest's cart to the account; after sign-out the account's cart is not accessible
  await refreshCart()
}
