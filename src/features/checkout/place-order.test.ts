// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { CartItem } from '../../../contract/cart.ts'
import {
  buildCartItem,
  createMoney,
  respondAfterAdding,
  respondWithError,
  stubCartService,
} from '../../../tests/support/data/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { refreshCart } from '../cart/index.ts'
import { readShownItems } from '../cart/state.ts'
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

const orderPattern = /^POST \/shoppingCarts\/[^/]+$/
const respondWithOrder = (orderId: string) => () =>
  new Response(JSON.stringify({ orderId, invoiceId: 'i1', preorder: false }), {
    headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
  })

/** Orders a cart with these items. @returns the pictures that represent the order */
async function listOrderPictures(items: CartItem[]): Promise<string[]> {
  const service = stubCartService()
  service.cartItems.push(...items)
  device.cartId.write(cartId)
  await refreshCart()
  service.queuedResponses.push({
    pattern: orderPattern,
    respond: respondWithOrder(`order-${items.length}`),
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

test.each(['after', 'before'])(
  'an item added while the order is confirmed, and sent %s the page knows it, is in the next cart',
  async (sent) => {
    const service = stubCartService()
    const orderedCartId = randomUUID()
    device.cartId.write(orderedCartId)
    let confirm = () => {}
    const confirmed = new Promise<void>((resolve) => (confirm = resolve))
    service.queuedResponses.push({
      pattern: orderPattern,
      respond: async () => {
        await confirmed
        return respondWithOrder('o1')()
      },
    })
    const input = { cartId: orderedCartId, email: 'a@mail.example', expectedTotal: createMoney(39_000) }
    const ordered = placeOrder(input, new AbortController().signal)
    // the addition is queued behind the order
    await vi.waitFor(() =>
      expect(service.requests.some(({ path }) => path.endsWith(orderedCartId))).toBe(true),
    )
    const addition = {
      ...{ cartId: orderedCartId, eventId: 'e', items: [{ productId: 'single', photoId: 'p9' }] },
      shown: [{ title: 'Photo', productType: 'photo' as const }],
    }
    await outbox.put('cart.add', `cart:${orderedCartId}`, addition)
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => (deliver = resolve))
    service.queuedResponses.push(
      { pattern: /^POST .*items$/, respond: respondWithError('CartProcessed', 409) },
      { pattern: /^POST .*items$/, respond: respondAfterAdding(service, 'p9', delivered) },
    )
    if (sent === 'before') deliver()
    confirm()
    await ordered
    expect(device.cartId.read()).not.toBe(orderedCartId)
    expect(device.cartId.read()).not.toBeNull()
    deliver()
    await vi.waitFor(async () => expect(await outbox.entries()).toEqual([]))
    await refreshCart()
    expect(readShownItems().map(({ photoId }) => photoId)).toEqual(['p9'])
  },
)
