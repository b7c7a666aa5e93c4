import * as z from 'zod/mini'
import { listOrders, Order } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import type { SignedIn } from '../../platform/identity/index.ts'
import { persisted } from '../../platform/storage/index.ts'
import { knownOrders } from '../orders/index.ts'
import { dropCopy, forgetBoughtByAccounts, keptOrder } from '../purchases/index.ts'

const AccountList = z.object({ subject: z.string(), orders: z.array(Order), total: z.number() })
export type AccountList = z.infer<typeof AccountList>

/** Caches the list of the account's orders, to start offline. */
export const keptList = persisted({ key: 'accountOrders', schema: z.nullable(AccountList), initial: null })

/** Limits the orders in one response. */
const pageAtMost = 100

/**
 * Returns the newest orders of the signed-in user, and the total count.
 *
 * @param wanted maximum number of orders
 * @throws ApiError Unauthenticated when the session has ended, NoResponse
 */
export async function fetchOrders(
  subject: string,
  wanted: number,
  signal: AbortSignal,
): Promise<AccountList> {
  const orders: Order[] = []
  for (;;) {
    const count = Math.min(pageAtMost, wanted - orders.length)
    const query = { sortBy: 'createdOn:desc', offset: orders.length, count } as const
    const page = await request(listOrders, { query, signal })
    orders.push(...page.items)
    if (page.items.length < count || orders.length >= wanted) {
      const list = { subject, orders, total: page.total }
      keptList.write(list)
      return list
    }
  }
}

/**
 * Returns the ids of the device's orders that do not belong to the account: those with another e-mail address.
 *
 * @param known ids with their order, if the device has it
 */
export function listOtherOrders(
  known: readonly { orderId: string; order: Order | undefined }[],
  list: readonly Order[],
  user: Pick<SignedIn, 'email' | 'emailVerified'>,
): string[] {
  const listed = new Set(list.map(({ orderId }) => orderId))
  const own = user.emailVerified ? user.email?.toLowerCase() : undefined
  const isOwn = (order: Order | undefined) => own !== undefined && order?.customer.email.toLowerCase() === own
  return known
    .filter(({ orderId, order }) => !listed.has(orderId) && !isOwn(order))
    .map(({ orderId }) => orderId)
}

export const deviceOrders = () => knownOrders().map((orderId) => ({ orderId, order: keptOrder(orderId) }))

/** Removes the account's data from this device: its list, and the cached copies of its orders. */
export function forgetAccount(user: Pick<SignedIn, 'email' | 'emailVerified'>): void {
  const list = keptList.read()?.orders ?? []
  const known = deviceOrders()
  const others = new Set(listOtherOrders(known, list, user))
  for (const { orderId } of known) if (!others.has(orderId)) dropCopy(orderId)
  forgetBoughtByAccounts()
  keptList.remove()
}
