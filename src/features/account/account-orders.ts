import * as z from 'zod/mini'
import { listOrders, Order } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import type { SignedIn } from '../../platform/identity/index.ts'
import { stored } from '../../platform/storage/index.ts'
import { dropCopy, keptOrder, knownOrders } from '../orders/index.ts'

const AccountList = z.object({ subject: z.string(), orders: z.array(Order), total: z.number() })
export type AccountList = z.infer<typeof AccountList>

/** The account's orders as the service last told them, for a start without a network. */
export const keptList = stored({ key: 'accountOrders', schema: z.nullable(AccountList), initial: null })

/** At most this many come in one answer. */
const pageAtMost = 100

/**
 * The newest orders of whoever is signed in, and how many there are in all.
 *
 * @param wanted how many, as far as there are so many
 * @throws ApiError Unauthenticated when the session is over, NoResponse
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
 * Which of the device's orders are not the account's: those that went to another address.
 *
 * @param known ids with the order behind each, as far as the device knows it
 */
export function othersOf(
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

/** The account leaves this device: its list, and what of it was opened here. */
export function forgetAccount(user: Pick<SignedIn, 'email' | 'emailVerified'>): void {
  const list = keptList.read()?.orders ?? []
  const known = deviceOrders()
  const others = new Set(othersOf(known, list, user))
  for (const { orderId } of known) if (!others.has(orderId)) dropCopy(orderId)
  keptList.remove()
}
