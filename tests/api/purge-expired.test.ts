import { afterAll, beforeAll, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { addCartItems, getCart } from '../../contract/cart.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { getOrder } from '../../contract/orders.ts'
import { cartItems } from '../../server/features/cart/tables.ts'
import { aDemoPhoto, aFrame } from '../support/data/framed.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  cartNow,
  findProductId,
  openShop,
  placeOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function afterDays(days: number): Promise<void> {
  shop.moveClock(days * dayInMs)
  await shop.jobs.drain()
}

it('deletes a cart unchanged for a year, and never one that became an order', async () => {
  const event = await aSellingEvent(shop)
  const [left, touched, ordered] = [
    await aFullCart(shop, event),
    await aFullCart(shop, event),
    await aFullCart(shop, event, { photos: 2 }),
  ]
  const { orderId } = await placeOrder(shop, ordered)
  await afterDays(300)
  await setEmail(shop, touched)
  await afterDays(65)
  expect((await cartNow(shop, left)).items).toHaveLength(1)
  await afterDays(2)
  expect(await refusal(shop.app, getCart, { params: { shoppingCartId: left } })).toEqual([
    404,
    'CartNotFound',
  ])
  expect((await cartNow(shop, touched)).items).toHaveLength(1)
  expect((await cartNow(shop, ordered)).orderId).toBe(orderId)
  expect((await answer(shop.app, getOrder, { params: { orderId } })).orderId).toBe(orderId)
  const rows = await shop.services.db.select().from(cartItems)
  expect(rows.filter(({ cartId }) => cartId === left)).toEqual([])
  await afterDays(300)
  await afterDays(1)
  const gone = { params: { shoppingCartId: touched } }
  expect(await refusal(shop.app, getCart, gone)).toEqual([404, 'CartNotFound'])
})

it('deletes the e-mails of a cart unchanged for 30 days, and keeps its photos and orders', async () => {
  const event = await aSellingEvent(shop)
  const left = await aFullCart(shop, event)
  const gift = {
    productId: await findProductId(shop, event, 'promocode'),
    recipients: ['friend@mail.example'],
  }
  await answer(shop.app, addCartItems, { params: { shoppingCartId: left }, body: { items: [gift] } })
  const { orderId } = await placeOrder(shop, await aFullCart(shop, event, { photos: 2 }))
  await afterDays(29)
  expect((await cartNow(shop, left)).customer).toEqual({ email: 'a•••@mail.example' })
  await afterDays(3)
  const { customer, items } = await cartNow(shop, left)
  expect(customer).toBeNull()
  expect(items.map(({ product }) => product.productType)).toEqual(['photo'])
  const rows = await shop.services.db.select().from(cartItems)
  expect(rows.filter(({ cartId }) => cartId === left)).toHaveLength(1)
  expect((await answer(shop.app, getOrder, { params: { orderId } })).customer.email).toBe(
    'anna.s@mail.example',
  )
})

it('deletes framed previews after a month and renders them again on request', async () => {
  const event = await aSellingEvent(shop)
  const photoId = await aDemoPhoto(shop, event, 'A001')
  const frameId = (await aFrame(shop, event)).id
  const look = async () => {
    const { token } = await tokenFor(shop.app, event.id)
    const response = await send(shop.app, previewFramedPhoto, {
      token,
      query: { photoId, frameId, width: '320' },
    })
    return response.statusCode
  }
  const previews = () => shop.services.objects.list('framed')
  expect(await look()).toBe(200)
  await afterDays(29)
  expect(await previews()).toHaveLength(1)
  await afterDays(3)
  expect(await previews()).toEqual([])
  expect(await look()).toBe(200)
  expect(await previews()).toHaveLength(1)
})

it('deletes a zip after thirty days and builds it again on request', async () => {
  const event = await aSellingEvent(shop)
  await aStoredPhoto(shop, event, { numbers: ['5'] })
  const { orderId } = await aPaidOrder(shop, await aFullCart(shop, event, { package: '5' }))
  const order = async () => {
    const response = await send(shop.app, createArchive, { body: { orderId } })
    await shop.jobs.drain()
    return String(response.headers['x-archive-id'])
  }
  const first = await order()
  const { url = '' } = await answer(shop.app, getArchive, { params: { archiveId: first } })
  expect((await shop.app.inject({ url, headers: { host: 'one.test' } })).statusCode).toBe(200)
  await afterDays(29)
  expect(await order()).toBe(first)
  const zips = async () =>
    (await shop.services.db.execute<{ object_key: string }>('select object_key from archives')).rows
  const [{ object_key: key } = { object_key: '' }] = await zips()
  expect(await shop.services.objects.head(key)).toBeDefined()
  await afterDays(2)
  const gone = { params: { archiveId: first } }
  expect(await refusal(shop.app, getArchive, gone)).toEqual([404, 'ArchiveNotFound'])
  expect(await shop.services.objects.head(key)).toBeUndefined()
  const second = await order()
  expect(second).not.toBe(first)
  expect(await answer(shop.app, getArchive, { params: { archiveId: second } })).toMatchObject({
    state: 'Published',
  })
})
