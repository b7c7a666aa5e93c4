import * as z from 'zod/mini'
import { listOrders, Order } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import type { SignedInUser } from '../../platform/identity/index.ts'
import { persisted } from '../../platform/storage/index.ts'
import { listKnownOrders } from '../orders/index.ts'
import { deleteAccountPurchases, deleteOrderCopy, readStoredOrder } from '../purchases/index.ts'

const AccountOrderList = z.object({ subject: z.string(), orders: z.array(Order), total: z.number() })
export type AccountOrderList = z.infer<typeof AccountOrderList>

/** Caches the list of the account's orders, to start offline. */
export const cachedOrderList = persisted({
  key: 'accountOrders',
  schema: z.nullable(AccountOrderList),
  initial: null,
})

/** Limits the orders in one response. */
const maxPageSize = 100

/**
 * Returns the newest orders of the signed-in user, and the total count.
 *
 * @param wanted maximum number of orders
 * @throws ApiError Unauthenticated when the session has ended, NoResponse
 */
export async function fetchOrders(
  subject: string,
  maxCount: number,
  signal: AbortSignal,
): Promise<AccountOrderList> {
  const orders: Order[] = []
  for (;;) {
    const count = Math.min(maxPageSize, maxCount - orders.length)
    const query = { sortBy: 'createdOn:desc', offset: orders.length, count } as const
    const page = await request(listOrders, { query, signal })
    orders.push(...page.items)
    if (page.items.length < count || orders.length >= maxCount) {
      const list = { subject, orders, total: page.total }
      cachedOrderList.write(list)
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
  ordersOnDevice: readonly { orderId: string; order: Order | undefined }[],
  accountOrders: readonly Order[],
  user: Pick<SignedInUser, 'email' | 'emailVerified'>,
): string[] {
  const listed = new Set(accountOrders.map(({ orderId }) => orderId))
  const ownEmail = user.emailVerified ? user.email?.toLowerCase() : undefined
  const hasOwnEmail = (order: Order | undefined) =>
    ownEmail !== undefined && order?.customer.email.toLowerCase() === ownEmail
  return ordersOnDevice
    .filter(({ orderId, order }) => !listed.has(orderId) && !hasOwnEmail(order))
    .map(({ orderId }) => orderId)
}

export const listDeviceOrders = () =>
  listKnownOrders().map((orderId) => ({ orderId, order: readStoredOrder(orderId) }))

/** Removes the account's data from this device: its list, and the cached copies of its orders. */
export function forgetAccount(user: Pick<SignedInUser, 'email' | 'emailVerified'>): void {
  const list = cachedOrderList.read()?.orders ?? []
  const ordersOnDevice = listDeviceOrders()
  const otherOrderIds = new Set(listOtherOrders(ordersOnDevice, list, user))
  for (const { orderId } of ordersOnDevice) if (!otherOrderIds.has(orderId)) deleteOrderCopy(orderId)
  deleteAccountPurchases()
  cachedOrderList.remove()
}
