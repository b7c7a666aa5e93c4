import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { listPayments, type Payment } from '../../../contract/invoices.ts'
import { getOrder, listOrderItems, type Order, type OrderItem } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import { getInitialData } from '../../lib/initial-data.ts'
import { requestAll } from '../../lib/request-all.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { removePendingOrder } from '../../platform/storage/index.ts'
import { getOrderCopy, storeOrderCopy, storeOrderItems } from '../purchases/index.ts'
import { saveOrderToCard } from './list/order-card.ts'
import { exchangeKey } from './order-key.ts'
import { forgetAttempt } from './payment/start-payment.ts'

export interface OrderWithPayments {
  order: Order
  payments: Payment[]
}

/** Returns the order of the SSR data. */
function getInitialOrder(orderId: string) {
  const { order } = getInitialData()
  return order?.order.orderId === orderId ? order : undefined
}

/**
 * Loads an order with its payment attempts, after the exchange of the key from a letter: the cached copy first, then the
 * service's answer. Errors keep the cached copy. A paid or canceled order is removed from the pending orders of the home page.
 */
export function useOrder(orderId: string) {
  const cachedCopy = useAtomValue(getOrderCopy(orderId).atom)
  const loaded = useLoaded<OrderWithPayments>(
    orderId,
    async (signal) => {
      await exchangeKey(orderId)
      const order = await request(getOrder, { params: { orderId }, signal })
      const payments = await requestAll(listPayments, { params: { invoiceId: order.invoiceId }, signal })
      storeOrderCopy(order, payments)
      saveOrderToCard(order)
      return { order, payments }
    },
    cachedCopy ?? getInitialOrder(orderId),
  )
  const order = loaded.value?.order
  const isClosed = order !== undefined && order.state !== 'AwaitingPayment'
  useEffect(() => {
    if (!order || !isClosed) return
    removePendingOrder(order.orderId)
    forgetAttempt(order.invoiceId)
  }, [order, isClosed])
  return loaded
}

export async function fetchItems(orderId: string, signal?: AbortSignal): Promise<OrderItem[]> {
  await exchangeKey(orderId)
  const items = await requestAll(listOrderItems, { params: { orderId }, signal })
  storeOrderItems(orderId, items)
  return items
}

/** Loads the items of an order. Reloads when the order's state changes, because only a paid order has files. */
export function useOrderItems(order: Order) {
  const { language } = useLanguage()
  const { orderId } = order
  const [cachedCopy] = useState(() => getOrderCopy(orderId).read()?.items ?? getInitialOrder(orderId)?.items)
  return useLoaded(
    `${orderId} ${order.state} ${language}`,
    (signal) => fetchItems(orderId, signal),
    cachedCopy,
  )
}
