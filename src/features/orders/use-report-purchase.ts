import { useEffect } from 'react'
import type { Money } from '../../../contract/common.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { reportPurchase } from '../../platform/analytics/index.ts'

/** Reports a paid order to the analytics data layer once its items are known. @param revenue the paid amount */
export function useReportPurchase(
  { orderId, number }: Order,
  items: readonly OrderItem[] | undefined,
  revenue: Money,
): void {
  useEffect(() => {
    if (!items || items.length === 0) return
    const lines = items.map(({ product: { productId, title, productType }, totalPrice }) => ({
      id: productId ?? productType,
      name: title,
      category: productType,
      price: totalPrice,
    }))
    reportPurchase({ id: orderId, number, revenue, lines })
  }, [orderId, number, items, revenue])
}
