// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { purchasesFrom } from './bought.ts'
import { toBoughtOrder } from './note-bought.ts'

const money = (amount: number) => ({ amount, currencyId: 643 as const })

const order = (orderId: string, amount: number, refunded = 0): Order => ({
  ...{ orderId, number: orderId, state: 'Completed', currencyId: 643, invoiceId: orderId },
  ...{ totalAmount: money(amount), refundedAmount: money(refunded), customer: { email: 'a@b.example' } },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
})

function item(productType: ProductType, price: number, photoIds: string[], frameId?: string): OrderItem {
  return {
    orderItemId: `${productType} ${photoIds.join()}`,
    totalPrice: money(price),
    product: { title: productType, productType },
    downloads: photoIds.map((photoId) => ({
      ...{ fileName: `${photoId}.jpg`, url: '', bytes: 1, expiresOn: '2026-11-20T10:00:00.000Z', photoId },
      ...(frameId === undefined ? {} : { frameId }),
    })),
  }
}

const purchases = (...orders: [Order, OrderItem[]][]) =>
  purchasesFrom(orders.flatMap(([one, items]) => toBoughtOrder(one, items) ?? []))

it('counts what was paid for photos one by one, in each frame separately', () => {
  const items = [
    item('photo', 390, ['p1']),
    item('photo', 390, ['p2']),
    item('frame', 490, ['p1'], 'f'),
    item('photosWithFrame', 790, ['p3'], 'f'),
  ]
  const { paidFor, framed } = purchases([order('o', 2060), items])
  expect([paidFor(['p1', 'p3']), paidFor(['p1', 'p3'], 'f'), paidFor(['p1'], 'g')]).toEqual([390, 490, 0])
  expect([...(framed.get('f')?.keys() ?? [])]).toEqual(['p1', 'p3'])
})

it('counts no more of an order than was not refunded, and each photo once', () => {
  const framed = [item('frame', 490, ['p1'], 'f'), item('frame', 490, ['p2'], 'f')]
  expect(purchases([order('o', 980, 490), framed]).paidFor(['p1', 'p2'], 'f')).toBe(490)
  const first: [Order, OrderItem[]] = [order('o', 390), [item('photo', 390, ['p1'])]]
  const again: [Order, OrderItem[]] = [order('q', 300), [item('photo', 300, ['p1'])]]
  expect(purchases(first, again).paidFor(['p1'])).toBe(390)
})

it('counts no photo of a bought package: the package has counted it', () => {
  const singles: [Order, OrderItem[]] = [order('o', 390), [item('photo', 390, ['p1'])]]
  const all: [Order, OrderItem[]] = [order('q', 1600), [item('photos_with_me', 1600, ['p1', 'p2'])]]
  expect(purchases(singles, all).paidFor(['p1', 'p2', 'p3'])).toBe(0)
})

it('reads entries of earlier versions, without prices of framed photos', () => {
  const entry = toBoughtOrder(order('o', 880), [item('photo', 390, ['p1']), item('frame', 490, ['p1'], 'f')])
  const before = entry && { ...entry, framedSingles: undefined, notRefunded: undefined }
  const { paidFor } = purchasesFrom(before ? [before] : [])
  expect([paidFor(['p1']), paidFor(['p1'], 'f')]).toEqual([390, 0])
})
