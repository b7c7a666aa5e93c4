import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createArchive } from '../../contract/archives.ts'
import { addCartItems, checkOut, createCart, getCart } from '../../contract/cart.ts'
import { createPayment } from '../../contract/invoices.ts'
import {
  addOrderDevice,
  getOrder,
  listOrderItems,
  openReturn,
  sendLetterAgain,
} from '../../contract/orders.ts'
import { getPreorderDetails } from '../../contract/preorders.ts'
import { listReceipts } from '../../contract/receipts.ts'
import { type EventRow } from '../../server/features/events/index.ts'
import { orderDevices, orders } from '../../server/features/orders/tables.ts'
import { lettersAbout } from '../support/data/delivered-files.ts'
import { countTrue, report } from '../support/data/figures.ts'
import {
  aCartOn,
  aDevice,
  anOrderOn,
  aPurchase,
  buyerEmail,
  checkOutOn,
  type Device,
  keyInLetter,
  payOn,
} from '../support/data/purchases.ts'
import { type Ask, answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  findProductId,
  returnUrl,
  type Shop,
} from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'
import { allOpen, allRefused, answersTo, unknownIds } from './order-calls.ts'

let opened: ShopWithAccounts
let shop: Shop
let event: EventRow
let sale: { shop: Shop; event: EventRow }
beforeAll(async () => {
  opened = await openShopWithAccounts()
  shop = opened.shop
  event = await aSellingEvent(shop)
  sale = { shop, event }
}, 60_000)
afterAll(() => opened.close())
// resets the rate limits by address and order between tests
beforeEach(() => shop.moveClock(2 * 60 * 60_000))

const email = buyerEmail

describe('an order id used by a stranger', () => {
  const openings: boolean[] = []
  afterAll(() => report('order id used by a stranger', { 'calls that open the order': countTrue(openings) }))

  it.each<[string, () => Promise<Ask> | Ask]>([
    ['without a key', () => ({})],
    ['with the key of another device', () => aDevice()],
    [
      'with another account',
      async () => ({ token: await opened.keycloak.token({ sub: 'stranger', email: 'x@y.example' }) }),
    ],
    [
      'with an account that has the e-mail, but has not verified it',
      async () => ({ token: await opened.keycloak.token({ sub: 'liar', email, email_verified: false }) }),
    ],
  ])('opens nothing %s, and is answered like an unknown id', async (_, stranger) => {
    const bought = await aPurchase(sale)
    const by = await stranger()
    expect(await answersTo(shop, bought, by, openings)).toEqual(allRefused(bought))
    expect(await answersTo(shop, unknownIds, by)).toEqual(allRefused(unknownIds))
  })

  it('shows nothing on the page that the server draws', async () => {
    const { orderId, invoiceId } = await aPurchase(sale)
    const page = await shop.app.inject({ url: `/order/${orderId}`, headers: { host: 'one.test' } })
    const found = [email, 'a•••@mail.example', invoiceId].map((part) => page.body.includes(part))
    report('order id used by a stranger, page of the server', { 'e-mails and ids found': countTrue(found) })
    expect(found).not.toContain(true)
  })

  it('pays nothing and shows no pre-order', async () => {
    const device = aDevice()
    const { orderId, invoiceId } = await anOrderOn(sale, { device })
    const input = { params: { invoiceId }, body: { paymentTypeId: 'card', returnUrl } }
    expect(await refusal(shop.app, createPayment, { ...aDevice(), ...input })).toEqual([
      404,
      'InvoiceNotFound',
    ])
    await shop.services.db.update(orders).set({ preorder: true }).where(eq(orders.id, orderId))
    const params = { preorderId: orderId }
    expect(await refusal(shop.app, getPreorderDetails, { params })).toEqual([404, 'PreorderNotFound'])
    expect((await answer(shop.app, getPreorderDetails, { ...device, params })).email).toBe(email)
  })

  it('lowers no price: the order does not count for the cart of another device', async () => {
    const bought = await aPurchase(sale)
    const [item] = (
      await answer(shop.app, listOrderItems, { ...bought.device, params: { orderId: bought.orderId } })
    ).items
    const photoId = item?.downloads?.[0]?.photoId ?? ''
    const { token } = await tokenFor(shop.app, event.id)
    const items = [{ productId: await findProductId(shop, event, 'photo'), photoId }]
    const addOn = async (device: Device) => {
      const params = await answer(shop.app, createCart, { ...device, body: {} })
      const body = { items, earlierOrders: [bought.orderId] }
      return send(shop.app, addCartItems, { ...device, params, body, token })
    }
    expect((await addOn(aDevice())).statusCode).toBe(204)
    expect((await addOn(bought.device)).json()).toMatchObject({ code: 'AlreadyBought' })
  })

  it('has its letter sent to the buyer, and nothing else returned', async () => {
    const { orderId } = await aPurchase(sale)
    const letter = await send(shop.app, sendLetterAgain, { ...aDevice(), params: { orderId } })
    expect([letter.statusCode, letter.body]).toEqual([204, ''])
    await shop.jobs.drain()
    const letters = await lettersAbout(shop, orderId)
    expect(letters.map(({ to }) => to)).toEqual([email, email])
    const statuses = [letter.statusCode]
    for (let count = 1; count < 5; count++)
      statuses.push((await send(shop.app, sendLetterAgain, { ...aDevice(), params: { orderId } })).statusCode)
    expect(new Set(statuses)).toEqual(new Set([204]))
    const once = { ...aDevice(), params: { orderId } }
    const refused = await refusal(shop.app, sendLetterAgain, once)
    report('order id used by a stranger, letter sent again', {
      accepted: countTrue([...statuses, refused[0]].map((status) => status === 204)),
      limit: '5 an hour',
      'letters to others': countTrue(letters.map(({ to }) => to !== email)),
    })
    expect(refused).toEqual([429, 'TooManyRequests'])
  })

  it('does not reveal whether an unpaid order exists', async () => {
    const device = aDevice()
    const { orderId } = await anOrderOn(sale, { device })
    const params = { orderId }
    expect(await refusal(shop.app, sendLetterAgain, { params })).toEqual([404, 'OrderNotFound'])
    expect(await refusal(shop.app, sendLetterAgain, { ...device, params })).toEqual([403, 'NotPaid'])
  })
})

describe('an order opens', () => {
  const openings: boolean[] = []
  const openingsByOthers: boolean[] = []
  afterAll(() =>
    report('order of the buyer', {
      'calls that open it': countTrue(openings),
      'calls of other devices that open it': countTrue(openingsByOthers),
    }),
  )

  it('on the device that placed it, also with an expired token', async () => {
    const bought = await aPurchase(sale)
    expect(await answersTo(shop, bought, bought.device, openings)).toEqual(allOpen(bought))
    expect(
      (await answer(shop.app, getOrder, { ...bought.device, params: { orderId: bought.orderId } })).customer
        .email,
    ).toBe(email)
    const token = await opened.keycloak.token({}, { lifeInSeconds: -600 })
    expect(
      (await send(shop.app, getOrder, { ...bought.device, token, params: { orderId: bought.orderId } }))
        .statusCode,
    ).toBe(200)
    expect(await refusal(shop.app, getOrder, { token, params: { orderId: bought.orderId } })).toEqual([
      401,
      'TokenExpired',
    ])
  })

  it('for the account that placed it and the one with its verified e-mail, on any device', async () => {
    const anna = await opened.keycloak.token({ sub: 'anna', email: 'else@mail.example' })
    const bought = await aPurchase(sale, aDevice(), anna)
    const verified = await opened.keycloak.token({ sub: 'other', email: email.toUpperCase() })
    for (const token of [anna, verified]) {
      expect(await answersTo(shop, bought, { token }, openings)).toEqual(allOpen(bought))
      expect(await answersTo(shop, bought, { ...aDevice(), token }, openings)).toEqual(allOpen(bought))
    }
  })

  it('on every device that has opened the link of its letter', async () => {
    const bought = await aPurchase(sale)
    const later = aDevice()
    const input = {
      ...later,
      params: { orderId: bought.orderId },
      body: { key: await keyInLetter(shop, bought.orderId) },
    }
    await answer(shop.app, addOrderDevice, input)
    await answer(shop.app, addOrderDevice, input)
    expect(await answersTo(shop, bought, later, openings)).toEqual(allOpen(bought))
    expect(await answersTo(shop, bought, aDevice(), openingsByOthers)).toEqual(allRefused(bought))
    expect(await answersTo(shop, bought, bought.device, openings)).toEqual(allOpen(bought))
    const rows = await shop.services.db
      .select()
      .from(orderDevices)
      .where(eq(orderDevices.orderId, bought.orderId))
    expect(rows.map(({ deviceHash }) => deviceHash)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)])
  })

  it('in another browser that the bank sends the buyer back to', async () => {
    const device = aDevice()
    const { orderId, invoiceId } = await anOrderOn(sale, { device })
    const { payUrl } = await payOn(shop, { device }, invoiceId)
    const handle = new URL(await shop.press(payUrl, 'approve')).searchParams.get('handle') ?? ''
    const [other, params] = [aDevice(), { orderId }]
    expect(await refusal(shop.app, getOrder, { ...other, params })).toEqual([404, 'OrderNotFound'])
    await answer(shop.app, openReturn, { ...other, body: { handle } })
    expect((await answer(shop.app, getOrder, { ...other, params })).orderId).toBe(orderId)
  })

  it('by its id alone when it is of an earlier release, whose letters have no key', async () => {
    const bought = await aPurchase(sale)
    const { orderId, device } = bought
    await shop.services.db.update(orders).set({ access: 'Open' }).where(eq(orders.id, orderId))
    const letters = await lettersAbout(shop, orderId)
    const [path = ''] = /\/files\/orders\/[\w/-]+/.exec(letters[0]?.text ?? '') ?? []
    for (const by of [{}, aDevice(), device]) {
      expect(await answersTo(shop, bought, by)).toEqual(allOpen(bought))
      const seen = await answer(shop.app, getOrder, { ...by, params: { orderId } })
      expect(seen.customer.email).toBe(by === device ? email : 'a•••@mail.example')
      expect((await shop.app.inject({ url: path, headers: { host: 'one.test' } })).statusCode).toBe(302)
    }
  })

  it('by its id to pages of an earlier release, until its device sends its key', async () => {
    const device = aDevice()
    const { orderId, invoiceId } = await checkOutOn(sale, { device })
    const params = { orderId }
    const { payUrl } = await answer(shop.app, createPayment, {
      params: { invoiceId },
      body: { paymentTypeId: 'card', returnUrl },
    })
    await shop.press(payUrl, 'approve')
    await shop.jobs.drain()
    // the only call in which these pages send the key
    expect((await answer(shop.app, getOrder, { ...device, params })).customer.email).toBe(email)
    expect((await answer(shop.app, listOrderItems, { ...aDevice(), params })).count).toBe(1)
    expect((await answer(shop.app, listOrderItems, { params })).count).toBe(1)
    expect((await answer(shop.app, listOrderItems, { ...device, params })).count).toBe(1)
    expect(await refusal(shop.app, listOrderItems, { params })).toEqual([404, 'OrderNotFound'])
    expect((await answer(shop.app, getOrder, { ...device, params })).state).toBe('Completed')
  })

  it('by its id alone when it was placed without a device key and without an account', async () => {
    const { orderId, invoiceId } = await aPaidOrder(shop, await aFullCart(shop, event))
    const made = await send(shop.app, createArchive, { body: { orderId } })
    const { items } = await answer(shop.app, listReceipts, { query: { invoiceId } })
    const archiveId = String(made.headers['x-archive-id'])
    const old = { orderId, invoiceId, archiveId, receiptId: items[0]?.receiptId ?? '' }
    for (const by of [{}, aDevice()]) expect(await answersTo(shop, old, by)).toEqual(allOpen(old))
  })
})

it('a cart returns its order to its device, which opens it', async () => {
  const device = aDevice()
  const params = await aCartOn(sale, { device })
  await answer(shop.app, checkOut, { ...device, params })
  const orderId = (await answer(shop.app, getCart, { ...device, params })).orderId ?? ''
  expect((await answer(shop.app, getOrder, { ...device, params: { orderId } })).state).toBe('AwaitingPayment')
})
