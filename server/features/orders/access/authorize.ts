import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { readDeviceHash } from '../../../platform/http/device-hash.ts'
import { Failure } from '../../../platform/http/problem.ts'
import type { Services } from '../../../platform/services.ts'
import type { Authenticator, Caller } from '../../identity/index.ts'
import { findOrder, type OrderRow } from '../store.ts'
import { maskEmail } from './mask-email.ts'
import { isValidOrderKey, type OrderKey } from './order-keys.ts'
import { claimOrder, isOrderProven } from './store.ts'

/** Services that {@link authorizeOrder} needs. */
export interface AccessServices extends Pick<Services, 'config'> {
  readonly callers: Authenticator
}

interface AccessOptions {
  /** Key in the address, for links that browsers open without headers. */
  readonly key?: OrderKey | undefined
  /** Code of the refusal, the same as for an unknown id. */
  readonly refusal?: ErrorCode
  /** False for calls in which pages of an earlier release send their device key: those must not claim an order. */
  readonly mayClaim?: boolean
}

/** An order that its caller may open. */
interface AuthorizedOrder extends OrderRow {
  /** Whether the caller has a proof. False where the id alone opens the order. */
  readonly isProven: boolean
}

/**
 * Returns an order that the caller may open. Must be used by every call that serves an order, or what belongs to it. A closed
 * order needs one of these proofs: the key of a device of the order, a key from its letter, the account that placed it, or an
 * account with its verified e-mail address.
 *
 * The ordering device claims its order by its first call: the id alone no longer opens it.
 *
 * A refusal does not reveal whether the order exists. A token is verified only when the other proofs fail, so that an expired
 * session does not close the order on its own device.
 *
 * @throws Failure OrderNotFound or `refusal`; TokenExpired, TokenInvalid, IdentityUnavailable
 */
export async function authorizeOrder(
  context: Context,
  { config, callers }: AccessServices,
  input: Caller,
  orderId: string,
  { key, refusal = 'OrderNotFound', mayClaim = true }: AccessOptions = {},
): Promise<AuthorizedOrder> {
  const order = await findOrder(context, orderId)
  if (order) {
    const deviceHash = readDeviceHash(input.request)
    const hasKey = key !== undefined && isValidOrderKey(context, { config }, order, key)
    const isProven = hasKey || (await isOrderProven(context, orderId, { deviceHash }))
    const isClaiming = mayClaim && order.access === 'Unclaimed' && order.deviceHash === deviceHash
    if (isClaiming) await claimOrder(context, orderId)
    if (isProven || order.access !== 'Closed') return { ...order, isProven }
  }
  const identity = await callers.authenticate(context, input)
  if (order && identity && (await isOrderProven(context, orderId, { identity })))
    return { ...order, isProven: true }
  throw new Failure(refusal)
}

/** Returns the e-mail address of an order, masked for callers without a proof where a device placed it. */
export function getVisibleEmail({ email, deviceHash, isProven }: AuthorizedOrder): string {
  return isProven || deviceHash === null ? email : maskEmail(email)
}
