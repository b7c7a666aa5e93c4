import { getDefaultStore } from 'jotai'
import { createCart } from '../../../contract/cart.ts'
import { forgetAccount } from '../../features/account/index.ts'
import { refreshCart } from '../../features/cart/index.ts'
import { request } from '../../lib/api.ts'
import { checkSession, type SignedIn, sessionToEnd, signedIn } from '../../platform/identity/index.ts'
import { watchReturns } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'

/** Delays the session check for guests: a late sign-in loses nothing, and the check loads a whole page in a frame. */
const guestsAreAskedAfterInMs = 10_000

/** Checks the session, and updates cart and orders of this device on sign-in and sign-out, in any tab. */
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
  // after a sign-out without a network, the check that ends the session runs once there is one
  watchReturns(() => {
    if (sessionToEnd.read()) look()
  })
}

async function follow(left: SignedIn | null, come: SignedIn | null): Promise<void> {
  if (left) forgetAccount(left)
  // this device has no cart: gets the account's cart of another device
  if (come && !device.cartId.read()) {
    const { shoppingCartId } = await request(createCart, { body: {} })
    if (!device.cartId.read()) device.cartId.write(shoppingCartId)
  }
  // a cart without an owner is assigned to the account; after sign-out the account's cart is not accessible
  await refreshCart()
}
