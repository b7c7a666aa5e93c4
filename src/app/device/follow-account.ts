import { getDefaultStore } from 'jotai'
import { createCart } from '../../../contract/cart.ts'
import { forgetAccount } from '../../features/account/index.ts'
import { refreshCart } from '../../features/cart/index.ts'
import { request } from '../../lib/api.ts'
import { checkSession, type SignedIn, sessionToEnd, signedIn } from '../../platform/identity/index.ts'
import { watchReturns } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'

/** A guest loses nothing by being greeted later, and asking takes a whole page in a frame. */
const guestsAreAskedAfterInMs = 10_000

/** Looks who is signed in, and has the cart and the orders of this device follow whoever comes and goes, in any tab. */
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
  // somebody has left while there was no network: the look that ends her session is due as soon as there is one
  watchReturns(() => {
    if (sessionToEnd.read()) look()
  })
}

async function follow(left: SignedIn | null, come: SignedIn | null): Promise<void> {
  if (left) forgetAccount(left)
  // her cart of another device, as this one has none
  if (come && !device.cartId.read()) {
    const { shoppingCartId } = await request(createCart, { body: {} })
    if (!device.cartId.read()) device.cartId.write(shoppingCartId)
  }
  // one without an owner becomes hers, and hers is no longer to be had when she has left
  await refreshCart()
}
