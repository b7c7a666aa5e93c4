// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { CartItem } from '../../../contract/cart.ts'
import { buildCartItem, createMoney, stubCartService } from '../../../tests/support/data/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { refreshCart } from '../cart/index.ts'
import { placeOrder } from './place-order.ts'

const cartId = '7e3f0a52-4b1d-4c55-9a0e-3a1f60a1d201'
const buildPicture = (name: string) => ({ url: `/media/${name}`, width: 400, height: 267 })
const packageItem: CartItem = {
  ...buildCartItem('package'),
  product: { productId: 'package', title: 'All', productType: 'photos_with_me' },
  photoId: undefined,
  thumb: buildPicture('p1'),
  thumbs: ['p1', 'p2', 'p3', 'p4'].map(buildPicture),
}

beforeEach(() => localStorage.clear())

afterEach(async () => {
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  vi.unstubAllGlobals()
})

/** Orders a cart with these items. @returns the pictures that represent the order */
async function listOrderPictures(items: CartItem[]): Promise<string[]> {
  const service = stubCartService()
  service.cartItems.push(...items)
  device.cartId.write(cartId)
  await refreshCart()
  const order = { orderId: `order-${items.length}`, invoiceId: 'i1', preorder: false }
  const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
  service.queuedResponses.push({
    pattern: /^POST \/shoppingCarts\/[^/]+$/,
    respond: () => new Response(JSON.stringify(order), { headers }),
  })
  const expectedTotal = createMoney(items.length * 39_000)
  const input = { cartId, email: 'a@mail.example', expectedTotal }
  const { card } = await placeOrder(input, new AbortController().signal)
  return (card.thumbs ?? []).map(({ url }) => url.replace('/media/', ''))
}

test('an order is known by the first four pictures of its package', async () => {
  expect(await listOrderPictures([packageItem])).toEqual(['p1', 'p2', 'p3', 'p4'])
})

test('an order of several items shows each of them before more of a package', async () => {
  const single: CartItem = { ...buildCartItem('one'), thumb: buildPicture('s1') }
  expect(await listOrderPictures([packageItem, single])).toEqual(['p1', 's1', 'p2', 'p3'])
})
