// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { mergeOrders } from './paid-orders.ts'
import { toPaidOrder } from './store-purchase.ts'

const createMoney = (amount: number) => ({ amount, currencyId: 643 as const })

const createOrder = (orderId: string, amount: number, refunded = 0): Order => ({
  ...{ orderId, number: orderId, state: 'Completed', currencyId: 643, invoiceId: orderId },
  ...{
    totalAmount: createMoney(amount),
    refundedAmount: createMoney(refunded),
    customer: { email: 'a@b.example' },
  },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
})

function createOrderItem(
  productType: ProductType,
  price: number,
  photoIds: string[],
  frameId?: string,
): OrderItem {
  return {
    orderItemId: `${productType} ${photoIds.join()}`,
    totalPrice: createMoney(price),
    product: { title: productType, productType },
    downloads: photoIds.map((photoId) => ({
      ...{ fileName: `${photoId}.jpg`, url: '', bytes: 1, expiresOn: '2026-11-20T10:00:00.000Z', photoId },
      ...(frameId === undefined ? {} : { frameId }),
    })),
  }
}

const createPurchases = (...orders: [Order, OrderItem[]][]) =>
  mergeOrders(orders.flatMap(([order, items]) => toPaidOrder(order, items) ?? []))

it('counts what was paid for photos one by one, in each frame separately', () => {
  const items = [
    createOrderItem('photo', 390, ['p1']),
    createOrderItem('photo', 390, ['p2']),
    createOrderItem('frame', 490, ['p1'], 'f'),
    createOrderItem('photosWithFrame', 790, ['p3'], 'f'),
  ]
  const { paidFor, framed } = createPurchases([createOrder('o', 2060), items])
  expect([paidFor(['p1', 'p3']), paidFor(['p1', 'p3'], 'f'), paidFor(['p1'], 'g')]).toEqual([390, 490, 0])
  expect([...(framed.get('f')?.keys() ?? [])]).toEqual(['p1', 'p3'])
})

it('counts no more of an order than was not refunded, and each photo once', () => {
  const framed = [createOrderItem('frame', 490, ['p1'], 'f'), createOrderItem('frame', 490, ['p2'], 'f')]
  expect(createPurchases([createOrder('o', 980, 490), framed]).paidFor(['p1', 'p2'], 'f')).toBe(490)
  const first: [Order, OrderItem[]] = [createOrder('o', 390), [createOrderItem('photo', 390, ['p1'])]]
  const again: [Order, OrderItem[]] = [createOrder('q', 300), [createOrderItem('photo', 300, ['p1'])]]
  expect(createPurchases(first, again).paidFor(['p1'])).toBe(390)
})

it('counts no photo of a bought package: the package has counted it', () => {
  const singles: [Order, OrderItem[]] = [createOrder('o', 390), [createOrderItem('photo', 390, ['p1'])]]
  const packageOrder: [Order, OrderItem[]] = [
    createOrder('q', 1600),
    [createOrderItem('photos_with_me', 1600, ['p1', 'p2'])],
  ]
  expect(createPurchases(singles, packageOrder).paidFor(['p1', 'p2', 'p3'])).toBe(0)
})

it('reads entries of earlier versions, without prices of framed photos', () => {
  const entry = toPaidOrder(createOrder('o', 880), [
    createOrderItem('photo', 390, ['p1']),
    createOrderItem('frame', 490, ['p1'], 'f'),
  ])
  const earlierEntry = entry && { ...entry, framedSingles: undefined, notRefunded: undefined }
  const { paidFor } = mergeOrders(earlierEntry ? [earlierEntry] : [])
  expect([paidFor(['p1']), paidFor(['p1'], 'f')]).toEqual([390, 0])
})
