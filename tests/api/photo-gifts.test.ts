import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceHeader } from '../../contract/call.ts'
import { addCartItems, checkOut, getCart } from '../../contract/cart.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { getOrder, listGifts, listOrderItems } from '../../contract/orders.ts'
import { createShare, forgetShare, getShare } from '../../contract/photos.ts'
import { subscribe } from '../../contract/push.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import {
  applyPaymentEvent,
  applyRefundResult,
  findLastAttempt,
  listRefunds,
  refundInvoice,
} from '../../server/features/invoices/index.ts'
import { deliverGifts } from '../../server/features/photo-gifts/deliver-gifts.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { createLogger } from '../../server/platform/log.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { createSubscribedBrowser, openPushService } from '../support/providers/push-service.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
  startPayment,
} from '../support/server/shop.ts'

const logLines: string[] = []
const log = createLogger('info', { write: (line: string) => void logLines.push(line) })

let shop: Shop
let pushService: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  pushService = await openPushService()
  shop = await openShop({ gateway: pushService.gateway, log })
}, 60_000)
afterAll(async () => {
  await shop.close()
  await pushService.close()
})

const createDevice = () => ({ [deviceHeader]: randomBytes(24).toString('base64url') })

let event: EventRow
let photoIds: string[]
let runner: Record<string, string>
let shareId: string
let ownerToken: string
beforeEach(async () => {
  event = await createEventOnSale(shop)
  photoIds = []
  for (let index = 0; index < 3; index++)
    photoIds.push((await createStoredPhoto(shop, event, { numbers: ['128'] })).photoId)
  runner = createDevice()
  ;({ token: ownerToken } = await fetchSearchToken(shop.app, event.id, { number: '128' }))
  const headers = { ...runner, 'idempotency-key': randomUUID() }
  ;({ shareId } = await fetchAnswer(shop.app, createShare, { body: {}, token: ownerToken, headers }))
})

async function requestShareToken(): Promise<string> {
  const call = { params: { eventId: event.id }, body: { shareId } }
  return (await fetchAnswer(shop.app, createSearchToken, call)).token
}

async function buildAddCall(cartId: string, token: string, ids = photoIds, gift = true) {
  const productId = await findProductId(shop, event, 'photo')
  const items = ids.map((photoId) => ({ productId, photoId, ...(gift && { gift: true as const }) }))
  return { params: { shoppingCartId: cartId }, body: { items }, token }
}

/** Creates a cart with gifts that is ready for checkout. */
async function createGiftCart(ids = photoIds): Promise<string> {
  const cartId = await createCartWithItems(shop)
  await fetchAnswer(shop.app, addCartItems, await buildAddCall(cartId, await requestShareToken(), ids))
  await setEmail(shop, cartId, 'mother@mail.example')
  return cartId
}

const fetchGiftIds = async (device: Record<string, string>) =>
  (await fetchAnswer(shop.app, listGifts, { query: { eventId: event.id }, headers: device })).items.map(
    ({ orderId }) => orderId,
  )

/** Buys photos for the runner's own device. */
async function buyAsRunner(ids: readonly string[], email: string): Promise<void> {
  const cartId = await createCartWithItems(shop)
  await fetchAnswer(shop.app, addCartItems, await buildAddCall(cartId, ownerToken, [...ids], false))
  await setEmail(shop, cartId, email)
  await placePaidOrder(shop, cartId, { headers: runner })
}

const fetchShare = () => fetchAnswer(shop.app, getShare, { params: { shareId } })

it('delivers the files to the device of the runner, and nothing but the receipt to the giver', async () => {
  expect(await fetchShare()).toMatchObject({ giftable: true, bought: false })
  const cartId = await createGiftCart()
  const cart = await fetchCart(shop, cartId)
  expect(cart.items.map((item) => [item.gift, item.shareId])).toEqual(photoIds.map(() => [true, shareId]))
  const { orderId } = await placePaidOrder(shop, cartId)
  expect(await listOrderFiles(shop, orderId)).toEqual([])
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  expect(items.map(({ gift }) => gift)).toEqual([true, true, true])

  const [giftId = '', ...others] = await fetchGiftIds(runner)
  expect([giftId === orderId, others]).toEqual([false, []])
  const received = await fetchAnswer(shop.app, getOrder, { params: { orderId: giftId }, headers: runner })
  expect(received).toMatchObject({ gift: true, state: 'Completed', totalAmount: { amount: 0 } })
  const { items: files } = await fetchAnswer(shop.app, listOrderItems, {
    params: { orderId: giftId },
    headers: runner,
  })
  const ids = files.flatMap(({ downloads = [] }) => downloads.flatMap(({ photoId }) => photoId ?? []))
  expect(new Set(ids)).toEqual(new Set(photoIds))
  expect(await fetchGiftIds(createDevice())).toEqual([])
  expect(await fetchShare()).toMatchObject({ bought: true })
})

it('writes to the giver without files, and to the runner where the device has an address, each without the other’s', async () => {
  const { photoId } = await createStoredPhoto(shop, event, { numbers: ['128'] })
  await buyAsRunner([photoId], 'andrei@mail.example')
  const { orderId } = await placePaidOrder(shop, await createGiftCart())
  const [toGiver, ...more] = await readSentEmails(shop, `order-${orderId}`)
  expect([toGiver?.to, toGiver?.subject, more]).toEqual([
    'mother@mail.example',
    expect.stringMatching(/^Подарок передан/),
    [],
  ])
  expect(toGiver?.text).not.toMatch(/andrei|\/files\//)
  const [giftId = ''] = await fetchGiftIds(runner)
  const [toRunner] = await readSentEmails(shop, `order-${giftId}`)
  expect([toRunner?.to, toRunner?.subject]).toEqual([
    'andrei@mail.example',
    expect.stringMatching(/^Вам подарили фото: 3/),
  ])
  expect(toRunner?.text).not.toMatch(/mother|₽/)
})

it('brings the message of the giver to the notification, the letter and the order of the runner, and into the giver’s', async () => {
  const { photoId } = await createStoredPhoto(shop, event, { numbers: ['128'] })
  await buyAsRunner([photoId], 'andrei@mail.example')
  const browser = createSubscribedBrowser('runner')
  const { subscription } = browser
  const topics = [{ eventId: event.id }]
  await fetchAnswer(shop.app, subscribe, { body: { subscription, topics }, headers: runner })
  const cartId = await createGiftCart()
  const giftMessage = '  Горжусь <3 Мама '
  await fetchAnswer(shop.app, checkOut, { params: { shoppingCartId: cartId }, body: { giftMessage } })
  const { orderId } = await placePaidOrder(shop, cartId)
  const [giftId = ''] = await fetchGiftIds(runner)
  const message = 'Горжусь <3 Мама'
  for (const [id, headers] of [[orderId, undefined] as const, [giftId, runner] as const]) {
    const call = { params: { orderId: id }, ...(headers && { headers }) }
    expect(await fetchAnswer(shop.app, getOrder, call)).toMatchObject({ giftMessage: message })
    const [letter] = await readSentEmails(shop, `order-${id}`)
    expect(letter?.text).toContain(`Подпись к подарку: ${message}`)
  }
  const notifications = pushService.received.filter(({ path }) => path === browser.path)
  expect(notifications.map((each) => browser.decrypt(each))).toEqual([
    expect.objectContaining({ body: `Вам подарили фото: 3. «${message}»`, path: `/order/${giftId}` }),
  ])
})

it.each([
  ['longer than 140 characters', 'a'.repeat(141)],
  ['of spaces', '  '],
  ['with a line break', 'a\nb'],
])('refuses a message %s', async (_, giftMessage) => {
  const call = { params: { shoppingCartId: await createGiftCart() }, body: { giftMessage } }
  expect(await fetchProblemCode(shop.app, checkOut, call)).toEqual([400, 'ValidationFailed'])
})

it('has no message in an order without gifts', async () => {
  const cartId = await createReadyCart(shop, event, { package: '128' })
  const call = { params: { shoppingCartId: cartId }, body: { giftMessage: 'To whom?' } }
  const { orderId } = await fetchAnswer(shop.app, checkOut, call)
  const order = await fetchAnswer(shop.app, getOrder, { params: { orderId } })
  expect(order.giftMessage).toBeUndefined()
})

it('reaches a runner without a known address on the device alone', async () => {
  await placePaidOrder(shop, await createGiftCart())
  const [giftId = ''] = await fetchGiftIds(runner)
  expect(await readSentEmails(shop, `order-${giftId}`)).toEqual([])
})

it('is refused for photos that the runner has, before and at the checkout', async () => {
  const cartId = await createGiftCart()
  await buyAsRunner(photoIds.slice(0, 1), 'andrei@mail.example')
  const call = { params: { shoppingCartId: cartId } }
  expect(await fetchProblemCode(shop.app, checkOut, call)).toEqual([409, 'GiftAlreadyBought'])
  const otherCartId = await createCartWithItems(shop)
  expect(
    await fetchProblemCode(
      shop.app,
      addCartItems,
      await buildAddCall(otherCartId, await requestShareToken(), photoIds.slice(0, 1)),
    ),
  ).toEqual([409, 'GiftAlreadyBought'])
})

it('is refused where a package of the runner holds the photos, bought on another device', async () => {
  await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
  const cartId = await createCartWithItems(shop)
  const call = await buildAddCall(cartId, await requestShareToken())
  expect(await fetchProblemCode(shop.app, addCartItems, call)).toEqual([409, 'GiftAlreadyBought'])
})

it('is refunded for the photos that the runner has bought while it was paid, and delivers the others', async () => {
  const cartId = await createGiftCart()
  const { totalAmount } = await fetchAnswer(shop.app, getCart, { params: { shoppingCartId: cartId } })
  const order = await fetchAnswer(shop.app, checkOut, { params: { shoppingCartId: cartId } })
  await buyAsRunner(photoIds.slice(0, 1), 'andrei@mail.example')
  // the same cart gives the same order
  expect(await placePaidOrder(shop, cartId)).toMatchObject({ orderId: order.orderId })
  await shop.jobs.drain()
  const refunds = await listRefunds(shop.context(), order.invoiceId)
  expect(refunds.map(({ amount, state }) => [amount, state])).toEqual([[totalAmount.amount / 3, 'Succeeded']])
  const { number } = await fetchAnswer(shop.app, getOrder, { params: { orderId: order.orderId } })
  expect(logLines.filter((line) => line.includes('gift refunded')).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ order: number, amount: totalAmount.amount / 3 }),
  ])
  // the id opens the order
  expect(logLines.join('')).not.toContain(order.orderId)
  const [giftId = ''] = await fetchGiftIds(runner)
  const { items } = await fetchAnswer(shop.app, listOrderItems, {
    params: { orderId: giftId },
    headers: runner,
  })
  expect(items).toHaveLength(2)
})

it('is refunded whole when the link was revoked while it was paid, without a letter about a gift', async () => {
  const cartId = await createGiftCart()
  const order = await fetchAnswer(shop.app, checkOut, { params: { shoppingCartId: cartId } })
  await fetchAnswer(shop.app, forgetShare, { token: ownerToken, params: { shareId } })
  await placePaidOrder(shop, cartId)
  await shop.jobs.drain()
  expect(await fetchGiftIds(runner)).toEqual([])
  const { withdrawnOn } = await fetchAnswer(shop.app, getOrder, { params: { orderId: order.orderId } })
  expect(withdrawnOn).toBeDefined()
  expect(await readSentEmails(shop, `order-${order.orderId}`)).toEqual([])
})

it('is delivered once, however often its job runs, and no more once the giver’s money is back', async () => {
  const { orderId, invoiceId } = await placePaidOrder(shop, await createGiftCart())
  await deliverGifts(shop.context(), { orderId })
  const giftIds = await fetchGiftIds(runner)
  expect(giftIds).toHaveLength(1)
  await refundInvoice(shop.context(), invoiceId, { note: '' })
  await shop.jobs.drain()
  expect(await fetchGiftIds(runner)).toEqual([])
  expect(await fetchShare()).toMatchObject({ bought: false })
})

it('leaves the giver free to buy the same photos', async () => {
  await placePaidOrder(shop, await createGiftCart())
  const cartId = await createCartWithItems(shop)
  const call = await buildAddCall(cartId, await requestShareToken(), photoIds, false)
  await fetchAnswer(shop.app, addCartItems, call)
  await setEmail(shop, cartId, 'mother@mail.example')
  const { orderId } = await placePaidOrder(shop, cartId)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(photoIds.length)
})

it('is for photos of a link alone, whose maker has a device', async () => {
  const cartId = await createCartWithItems(shop)
  expect(await fetchProblemCode(shop.app, addCartItems, await buildAddCall(cartId, ownerToken))).toEqual([
    403,
    'TokenScope',
  ])
  const headers = { 'idempotency-key': randomUUID() }
  ;({ shareId } = await fetchAnswer(shop.app, createShare, { body: {}, token: ownerToken, headers }))
  expect(await fetchShare()).toMatchObject({ giftable: false })
  expect(
    await fetchProblemCode(shop.app, addCartItems, await buildAddCall(cartId, await requestShareToken())),
  ).toEqual([404, 'ShareNotFound'])
})

/** Orders what is in a cart and marks it as paid, without running its jobs. */
async function payWithoutJobs(cartId: string): Promise<{ orderId: string; invoiceId: string }> {
  const order = await placeOrder(shop, cartId)
  await startPayment(shop, order.invoiceId)
  const attempt = await findLastAttempt(shop.context(), order.invoiceId)
  if (!attempt?.providerPaymentId) throw new Error('The payment was not started')
  const { provider, providerPaymentId, amount, currencyId } = attempt
  const paymentEvent = { provider, providerPaymentId, amount: { amount, currencyId } }
  await applyPaymentEvent(shop.context(), { ...paymentEvent, state: 'Succeeded' })
  return order
}

/** Starts work while the transaction of a gift's delivery is open, and ends that transaction once the work waits or is done. */
async function deliverMeanwhile(order: { orderId: string }, start: () => Promise<unknown>): Promise<void> {
  const { work } = await inTransaction(shop.context(), async (transaction) => {
    await deliverGifts(transaction, order)
    let isDone = false
    const setDone = () => {
      isDone = true
    }
    const work = start()
    work.then(setDone, setDone)
    await vi.waitFor(async () => {
      const { rows } = await shop.services.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(isDone || rows.length > 0).toBe(true)
    })
    return { work }
  })
  await work
}

// the transactions of the embedded database run one after the other
describe.skipIf(!process.env.TEST_DATABASE_URL)('on PostgreSQL, while a delivery is not committed', () => {
  it('the same gift of another giver waits, and is refunded', async () => {
    const [first, second] = [
      await payWithoutJobs(await createGiftCart()),
      await payWithoutJobs(await createGiftCart()),
    ]
    await deliverMeanwhile(first, () => deliverGifts(shop.context(), second))
    expect(await fetchGiftIds(runner)).toHaveLength(1)
    expect(await listRefunds(shop.context(), first.invoiceId)).toEqual([])
    const attempt = await findLastAttempt(shop.context(), second.invoiceId)
    expect(await listRefunds(shop.context(), second.invoiceId)).toMatchObject([{ amount: attempt?.amount }])
  })

  it('a refund of the giver waits, and withdraws the gift', async () => {
    const { orderId, invoiceId } = await payWithoutJobs(await createGiftCart())
    await deliverMeanwhile({ orderId }, async () => {
      const refundId = await refundInvoice(shop.context(), invoiceId, { note: '' })
      await applyRefundResult(shop.context(), refundId, 'Succeeded')
    })
    expect(await fetchGiftIds(runner)).toEqual([])
  })

  it('a second run of its job waits, and refunds nothing again', async () => {
    const cartId = await createGiftCart(photoIds.slice(0, 1))
    const ownPhotos = await buildAddCall(cartId, await requestShareToken(), photoIds.slice(1), false)
    await fetchAnswer(shop.app, addCartItems, ownPhotos)
    const { orderId, invoiceId } = await payWithoutJobs(cartId)
    await fetchAnswer(shop.app, forgetShare, { token: ownerToken, params: { shareId } })
    await deliverMeanwhile({ orderId }, () => deliverGifts(shop.context(), { orderId }))
    expect(await listRefunds(shop.context(), invoiceId)).toHaveLength(1)
  })
})
