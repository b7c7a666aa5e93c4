import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Identity } from '../identity/index.ts'
import type { Buyer } from './earlier-purchases.ts'
import { bindCart, bindDevice, type CartRow, changeCartRow } from './store.ts'

/** Proves the caller's ownership of a cart. */
export interface Proof {
  readonly identity: Identity | undefined
  /** Hash of the device key that the caller sent. */
  readonly deviceHash: string | undefined
}

/**
 * Authorizes a caller to use a cart. A cart without an account is bound to the first account that uses it, and is open to that
 * account alone from then on. A cart without a device is bound to the first device that sends a key; see {@link isProven}.
 *
 * @returns whether the stored cart was bound, so that it differs from `cart`
 * @throws Failure `CartOwned` when no user is signed in, `CartNotFound` when another account is
 */
export async function authorizeCart(context: Context, cart: CartRow, proof: Proof): Promise<boolean> {
  const { identity, deviceHash } = proof
  let isBound = false
  if (context.tenant.settings.openId && cart.owner !== (identity?.subject ?? null)) {
    if (cart.owner !== null) throw new Failure(identity ? 'CartNotFound' : 'CartOwned')
    if (identity && cart.state === 'Updated') {
      // The e-mail and the earlier orders of another device are not carried over.
      if (!isProvenOwner(context, cart, { ...proof, identity: undefined }))
        await changeCartRow(context, cart.id, {
          email: null,
          earlierOrders: [],
          deviceHash: deviceHash ?? null,
        })
      await bindCart(context, cart.id, identity.subject)
      isBound = true
    }
  }
  if (cart.deviceHash === null && deviceHash !== undefined) {
    await bindDevice(context, cart.id, deviceHash)
    isBound = true
  }
  return isBound
}

/**
 * Returns whether the caller may see the e-mail and the order of a cart, and order it. The proof is the account that owns the
 * cart, or the device that it is bound to. A cart without a bound device, e.g. of an earlier release, needs no proof.
 */
export function isProvenOwner(
  context: Context,
  cart: Pick<CartRow, 'owner' | 'deviceHash'>,
  { identity, deviceHash }: Proof,
): boolean {
  if (context.tenant.settings.openId && identity && cart.owner === identity.subject) return true
  return cart.deviceHash === null || cart.deviceHash === deviceHash
}

/**
 * Identifies the earlier orders of a caller. Without a proof, only those of the calling device count: prices and refusals would
 * reveal what the buyer of the cart has paid for.
 */
export function identifyBuyer(context: Context, cart: CartRow, proof: Proof): Buyer {
  const { earlierOrders, owner, orderId } = cart
  const { deviceHash } = proof
  return isProvenOwner(context, cart, proof)
    ? { earlierOrders, owner, orderId, deviceHash }
    : { earlierOrders: [], owner: null, orderId, deviceHash }
}
