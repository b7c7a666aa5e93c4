import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCartItem, checkOut } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import type { SearchTokenRequest } from '../../contract/competitors.ts'
import { getEvent } from '../../contract/events.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { getPreorderDetails } from '../../contract/preorders.ts'
import { getSelfie } from '../../contract/recognition.ts'
import { type EventRow, findEvent } from '../../server/features/events/index.ts'
import {
  closePreorders,
  openPreorders,
  PreordersRefused,
  publishPreorders,
} from '../../server/features/preorders/index.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { createDemoFrame, createDemoPhoto } from '../support/data/demo-photos.ts'
import { buildEmbedding, buildEmbeddingNear, createPhoto, createSelfie } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
  startPayment,
} from '../support/server/shop.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Creates an event next month that takes pre-orders. */
async function createPreorderEvent(): Promise<EventRow> {
  const startsOn = new Date(shop.services.clock().getTime() + 30 * dayInMs)
  const endsOn = new Date(startsOn.getTime() + dayInMs / 4)
  const event = await createEventOnSale(shop, { startsOn, endsOn })
  await openPreorders(shop.context(), event, 25)
  return event
}

async function buyPreorder(
  event: EventRow,
  input: SearchTokenRequest,
  productType: 'photos_with_me' | 'photosWithFrame' = 'photos_with_me',
): Promise<string> {
  const { token } = await fetchSearchToken(shop.app, event.id, input)
  const cartId = await createCartWithItems(
    shop,
    [{ productId: await findProductId(shop, event, productType) }],
    token,
  )
  await setEmail(shop, cartId)
  return (await placePaidOrder(shop, cartId)).orderId
}

/** Returns the e-mails about an order that name a photo. @param photo its caption, e.g. `start, 17:45` */
async function findEmailsMentioning(photo: string, orderId: string) {
  const letters = await readSentEmails(shop, orderId)
  return letters.filter(({ text }) => text.includes(photo))
}

it('sells the package before the race at a discount, and shows its later price', async () => {
  const event = await createPreorderEvent()
  const { features } = await fetchAnswer(shop.app, getEvent, { params: { eventId: event.id } })
  expect(features.preorder).toBe(true)
  const { items } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
  const product = items.find(({ productType }) => productType === 'photos_with_me')
  expect([product?.price.amount, product?.originalPrice.amount]).toEqual([149000, 199000])
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '42' })
  const cartId = await createCartWithItems(shop, [{ productId: product?.productId ?? '' }], token)
  const [item] = (await fetchCart(shop, cartId)).items
  expect(item).toMatchObject({
    ...{ photosCount: 0, subject: '42' },
    price: { amount: 149000 },
    originalPrice: { amount: 199000 },
  })
  await setEmail(shop, cartId)
  const order = await fetchAnswer(shop.app, checkOut, { params: { shoppingCartId: cartId } })
  expect(order.preorder).toBe(true)
  const details = await fetchAnswer(shop.app, getPreorderDetails, { params: { preorderId: order.orderId } })
  expect(details).toMatchObject({
    ...{ state: 'AwaitingPayment', catalogId: event.catalogId },
    ...{ email: 'anna.s@mail.example', number: expect.stringMatching(/^\d{5}$/) },
  })
  expect(details.items).toHaveLength(1)
  await startPayment(shop, order.invoiceId)
})

it('requires a person, and sells nothing in advance once it is closed', async () => {
  const event = await createPreorderEvent()
  const productId = await findProductId(shop, event, 'photos_with_me')
  const shoppingCartId = await createCartWithItems(shop)
  const add = (token: string) =>
    fetchProblemCode(shop.app, addCartItem, { params: { shoppingCartId }, body: { productId }, token })
  expect(await add((await fetchSearchToken(shop.app, event.id)).token)).toEqual([422, 'PersonRequired'])
  await closePreorders(shop.context(), event)
  expect(await add((await fetchSearchToken(shop.app, event.id, { number: '42' })).token)).toEqual([
    422,
    'PersonRequired',
  ])
  const { items } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
  expect(items.find((one) => one.productId === productId)?.price.amount).toBe(199000)
})

it('refuses to open where there are photos already', async () => {
  const event = await createEventOnSale(shop)
  await createStoredPhoto(shop, event)
  await expect(openPreorders(shop.context(), event, 25)).rejects.toThrow(PreordersRefused)
})

it('delivers on publication, notifies once for repeated publications, and ends the early price', async () => {
  const event = await createPreorderEvent()
  const orderId = await buyPreorder(event, { number: '42' })
  const otherOrderId = await buyPreorder(event, { number: '43' })
  expect(await listOrderFiles(shop, orderId)).toEqual([])
  const [orderItem] = (await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })).items
  const lastDay = new Intl.DateTimeFormat('en-CA', { timeZone: event.timeZone, dateStyle: 'short' })
  expect(orderItem?.waitsUntil).toBe(lastDay.format(event.endsOn))
  expect(await readSentEmails(shop, orderId)).toHaveLength(1)
  expect(await publishPreorders(shop.context(), event.id)).toEqual({ photos: 0 })

  await createStoredPhoto(shop, event, { numbers: ['42'], point: 'start' })
  await createStoredPhoto(shop, event, { numbers: ['42'], point: 'finish' })
  for (let times = 0; times < 3; times++) {
    await publishPreorders(shop.context(), event.id)
    await shop.jobs.drain()
  }
  const files = await listOrderFiles(shop, orderId)
  expect(files.map(({ fileName }) => fileName).toSorted()).toEqual(['start, 17-45.jpg', 'Финиш, 17-45.jpg'])
  expect(files.some(({ isNew }) => isNew)).toBe(false)
  expect(await readSentEmails(shop, orderId)).toHaveLength(2)
  expect(await findEmailsMentioning('start, 17:45', orderId)).toHaveLength(1)
  expect(await readSentEmails(shop, otherOrderId)).toHaveLength(1)
  expect((await fetchAnswer(shop.app, getOrder, { params: { orderId } })).preorder).toBe(true)
  expect((await findEvent(shop.context(), event.id))?.switches.preorder).toBe(false)

  await createStoredPhoto(shop, event, { numbers: ['42'], point: 'medal' })
  await publishPreorders(shop.context(), event.id)
  await shop.jobs.drain()
  expect(await findEmailsMentioning('medal, 17:45', orderId)).toHaveLength(1)
  expect(
    (await listOrderFiles(shop, orderId)).filter(({ isNew }) => isNew).map(({ fileName }) => fileName),
  ).toEqual(['medal, 17-45.jpg'])
})

/** Buys a package or a photo of a past race and a pre-order, in this order, with one cart. */
async function buyMixedOrder(first: 'photo' | 'photos_with_me', futureEvent: EventRow): Promise<string> {
  const past = await createEventOnSale(shop)
  const { photoId } = await createStoredPhoto(shop, past, { numbers: ['42'] })
  const { token } = await fetchSearchToken(shop.app, past.id, { number: '42' })
  const productId = await findProductId(shop, past, first)
  const item = first === 'photo' ? { productId, photoId } : { productId }
  const shoppingCartId = await createCartWithItems(shop, [item], token)
  await fetchAnswer(shop.app, addCartItem, {
    params: { shoppingCartId },
    body: { productId: await findProductId(shop, futureEvent, 'photos_with_me') },
    token: (await fetchSearchToken(shop.app, futureEvent.id, { number: '42' })).token,
  })
  await setEmail(shop, shoppingCartId)
  return (await placePaidOrder(shop, shoppingCartId)).orderId
}

it('delivers on publication what was ordered together with photos of another event', async () => {
  const event = await createPreorderEvent()
  const orderId = await buyMixedOrder('photo', event)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(1)
  await createStoredPhoto(shop, event, { numbers: ['42'], point: 'start' })
  await publishPreorders(shop.context(), event.id)
  await shop.jobs.drain()
  expect(await findEmailsMentioning('start, 17:45', orderId)).toHaveLength(1)
})

it('searches by itself after the race, also in an order that begins with a package of another event', async () => {
  const event = await createPreorderEvent()
  const orderId = await buyMixedOrder('photos_with_me', event)
  for (let day = 0; day < 30; day++) {
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
  }
  await createStoredPhoto(shop, event, { numbers: ['42'], point: 'start' })
  shop.moveClock(dayInMs / 8)
  await shop.jobs.drain()
  expect(await findEmailsMentioning('start, 17:45', orderId)).toHaveLength(1)
})

it('searches by itself after the race without a publication', async () => {
  const event = await createPreorderEvent()
  const orderId = await buyPreorder(event, { number: '42' })
  shop.moveClock(30 * dayInMs)
  await createStoredPhoto(shop, event, { numbers: ['42'], point: 'start' })
  shop.moveClock(dayInMs / 8)
  await shop.jobs.drain()
  expect(await findEmailsMentioning('start, 17:45', orderId)).toHaveLength(1)
})

it('keeps a selfie that was sent in advance until the photos are added', async () => {
  const event = await createPreorderEvent()
  const face = buildEmbedding(5)
  const { selfieId, personId } = await createSelfie(shop.context(), event, face)
  const { persons } = await fetchAnswer(shop.app, getSelfie, { params: { selfieId } })
  expect(persons).toEqual([{ personId, similarity: 0, photosCount: 0 }])
  const orderId = await buyPreorder(event, { selfieId, personId })
  shop.moveClock(31 * dayInMs)
  await shop.jobs.drain()
  await createPhoto(shop.context(), event, { faces: [buildEmbeddingNear(face, 0.2)] })
  await publishPreorders(shop.context(), event.id)
  await shop.jobs.drain()
  expect(await listOrderFiles(shop, orderId)).toHaveLength(1)
})

it('mails the framed photos of a pre-order once, also when they come more than a month after the payment', async () => {
  const event = await createPreorderEvent()
  await createDemoFrame(shop, event)
  const orderId = await buyPreorder(event, { number: '42' }, 'photosWithFrame')
  expect(await readSentEmails(shop, orderId)).toHaveLength(1)
  // done jobs are deleted meanwhile
  shop.moveClock(35 * dayInMs)
  await shop.jobs.drain()
  await createDemoPhoto(shop, event, 'A001', { numbers: ['42'] })
  await publishPreorders(shop.context(), event.id)
  await shop.jobs.drain()
  expect(await findEmailsMentioning('A001, 17:45', orderId)).toHaveLength(1)
  expect(await readSentEmails(shop, orderId)).toHaveLength(2)
  expect(await countPurchaseLetters(orderId)).toBe(0)
})

/** Counts the jobs that mail the letter of a purchase, including the done ones that are still stored. */
async function countPurchaseLetters(orderId: string): Promise<number> {
  const { rows } = await shop.services.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from jobs where kind = 'mailing.order-completed' and unique_key = ${orderId}`,
  )
  return rows[0]?.count ?? 0
}
