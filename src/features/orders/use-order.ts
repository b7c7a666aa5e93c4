import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { listPayments, type Payment } from '../../../contract/invoices.ts'
import { getOrder, listOrderItems, type Order, type OrderItem } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import { firstScreen } from '../../lib/first-screen.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { removePendingOrder } from '../../platform/storage/index.ts'
import { keepCopy, keepItems, lastCopy } from './last-copy.ts'
import { noteOrder } from './order-card.ts'
import { forgetAttempt } from './start-payment.ts'

export interface PaidFor {
  order: Order
  payments: Payment[]
}

/** The order with which the page came. */
function cameWithPage(orderId: string) {
  const { order } = firstScreen()
  return order?.order.orderId === orderId ? order : undefined
}

/**
 * An order with the attempts to pay it: the last copy at once, then what the service says. A fault changes nothing of
 * it. One that is over waits no more on the home page.
 */
export function useOrder(orderId: string) {
  const copy = useAtomValue(lastCopy(orderId).atom)
  const loaded = useLoaded<PaidFor>(
    orderId,
    async (signal) => {
      const order = await request(getOrder, { params: { orderId }, signal })
      const { items } = await request(listPayments, { params: { invoiceId: order.invoiceId }, signal })
      keepCopy(order, items)
      noteOrder(order)
      return { order, payments: items }
    },
    copy ?? cameWithPage(orderId),
  )
  const order = loaded.value?.order
  const over = order !== undefined && order.state !== 'AwaitingPayment'
  useEffect(() => {
    if (!order || !over) return
    removePendingOrder(order.orderId)
    forgetAttempt(order.invoiceId)
  }, [order, over])
  return loaded
}

export async function fetchItems(orderId: string, signal?: AbortSignal): Promise<OrderItem[]> {
  const { items } = await request(listOrderItems, { params: { orderId }, signal })
  keepItems(orderId, items)
  return items
}

/** What was ordered; asked for anew when the order's state changes, as only a paid one has files. */
export function useOrderItems(order: Order) {
  const { language } = useLanguage()
  const { orderId } = order
  const [copy] = useState(() => lastCopy(orderId).read()?.items ?? cameWithPage(orderId)?.items)
  return useLoaded(`${orderId} ${order.state} ${language}`, (signal) => fetchItems(orderId, signal), copy)
}
