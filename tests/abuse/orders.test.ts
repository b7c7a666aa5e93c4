import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { type Call, deviceHeader } from '../../contract/call.ts'
import {
  addCartItem,
  addCartItems,
  checkOut,
  createCart,
  getCart,
  setCartCustomer,
} from '../../contract/cart.ts'
import { createPayment, listPayments } from '../../contract/invoices.ts'
import {
  addOrderDevice,
  correctEmail,
  getOrder,
  listOrderItems,
  openReturn,
  sendLetterAgain,
} from '../../contract/orders.ts'
import { getProviderOrder } from '../../contract/payments.ts'
import { getPreorderDetails } from '../../contract/preorders.ts'
import { subscribe } from '../../contract/push.ts'
import { downloadReceipt, getReceipt, listReceipts } from '../../contract/receipts.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { keyForOrder } from '../../server/features/orders/index.ts'
import { orderDevices, orders } from '../../server/features/orders/tables.ts'
import { type Ask, answer, refusal, send, tokenFor } from '../world/ask.ts'
import { lettersAbout } from '../world/delivered.ts'
import { countTrue, report } from '../world/figures.ts'
import {
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  productOf,
  returnUrl,
  type Shop,
} from '../world/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../world/shop-with-accounts.ts'
import { aBrowserSubscription } from '../world/two-tenants.ts'

let opened: ShopWithAccounts
let shop: Shop
let event: EventRow
beforeAll(async () => {
  opened = await openShopWithAccounts()
  shop = opened.shop
  event = await aSellingEvent(shop)
}, 60_000)
afterAll(() => opened.close())
// limits of calls by address and order do not add up between tests
beforeEach(() => shop.moveClock(2 * 60 * 60_000))

const email = 'anna.s@mail.example'

interface Device {
  headers: Record<string, string>
}

/** Returns the header of a new device with its secret. */
const aDevice = (): Device => ({ headers: { [deviceHeader]: randomBytes(24).toString('base64url') } })

interface Bought {
  device: Device
  orderId: string
  invoiceId: string
  archiveId: string
  receiptId: string
}

/** Orders one photo on a device, whose page does not load the order yet. @param token of the buyer's account */
async function checkOutOn(device: Device, token?: string): Promise<{ orderId: string; invoiceId: string }> {
  const who = { ...device, ...(token && { token }) }
  const params = await answer(shop.app, createCart, { ...who, body: {} })
  const { token: search } = await tokenFor(shop.app, event.id)
  const { photoId } = await aStoredPhoto(shop, event)
  const body = { productId: await productOf(shop, event, 'photo'), photoId }
  const headers = { ...device.headers, ...(token && { 'identity-token': token }) }
  await answer(shop.app, addCartItem, { headers, params, body, token: search })
  await answer(shop.app, setCartCustomer, { ...who, params, body: { email } })
  return answer(shop.app, checkOut, { ...who, params })
}

/** Orders one photo on a device and loads the order there. @param token of the buyer's account */
async function anOrderOn(device: Device, token?: string): Promise<{ orderId: string; invoiceId: string }> {
  const order = await checkOutOn(device, token)
  await answer(shop.app, listPayments, { ...device, params: { invoiceId: order.invoiceId } })
  return order
}

const payOn = (device: Device, invoiceId: string, token?: string) =>
  answer(shop.app, createPayment, {
    ...device,
    params: { invoiceId },
    body: { paymentTypeId: 'card', returnUrl },
    ...(token && { token }),
  })

/** Buys one photo on a device, and orders its archive. */
async function aPurchase(device = aDevice(), token?: string): Promise<Bought> {
  const who = { ...device, ...(token && { token }) }
  const { orderId, invoiceId } = await anOrderOn(device, token)
  const { payUrl } = await payOn(device, invoiceId, token)
  await shop.press(payUrl, 'approve')
  await shop.jobs.drain()
  const made = await send(shop.app, createArchive, { ...who, body: { orderId } })
  const { items } = await answer(shop.app, listReceipts, { ...who, query: { invoiceId } })
  await shop.jobs.drain()
  const archiveId = String(made.headers['x-archive-id'])
  return { device, orderId, invoiceId, archiveId, receiptId: items[0]?.receiptId ?? '' }
}

/** Returns the key in the letter about an order. */
async function keyInLetter(orderId: string): Promise<string> {
  const [letter] = await lettersAbout(shop, orderId)
  const [, key] = /\/order\/[\w-]+#key=([\w-]+)/.exec(letter?.text ?? '') ?? []
  if (key === undefined) throw new Error('The letter has no key')
  return key
}

interface Attack {
  call: Call
  ask: Ask
  refused: [number, string]
}

/** Returns every call that serves an order or what belongs to it, and its answer for an unknown id. */
const listCalls = (bought: Omit<Bought, 'device'>): Attack[] => {
  const { orderId, invoiceId, archiveId, receiptId } = bought
  const order = [404, 'OrderNotFound'] satisfies [number, string]
  const invoice = [404, 'InvoiceNotFound'] satisfies [number, string]
  const receipt = [404, 'ReceiptNotFound'] satisfies [number, string]
  return [
    { call: getOrder, ask: { params: { orderId } }, refused: order },
    { call: listOrderItems, ask: { params: { orderId } }, refused: order },
    { call: correctEmail, ask: { params: { orderId }, body: { email } }, refused: order },
    { call: createArchive, ask: { body: { orderId } }, refused: order },
    {
      call: subscribe,
      ask: { body: { subscription: aBrowserSubscription(), topics: [{ orderId }] } },
      refused: order,
    },
    { call: getArchive, ask: { params: { archiveId } }, refused: [404, 'ArchiveNotFound'] },
    { call: listPayments, ask: { params: { invoiceId } }, refused: invoice },
    {
      call: getProviderOrder,
      ask: { params: { invoiceNumber: invoiceId } },
      refused: [404, 'PaymentNotFound'],
    },
    { call: listReceipts, ask: { query: { invoiceId } }, refused: invoice },
    { call: downloadReceipt, ask: { query: { invoiceId } }, refused: receipt },
    { call: getReceipt, ask: { params: { receiptId } }, refused: receipt },
  ]
}

const merged = (ask: Ask, by: Ask): Ask => ({ ...ask, ...by, headers: { ...ask.headers, ...by.headers } })

/**
 * Returns the calls of an order with the status and code of each answer.
 *
 * @param openings receives for each call whether it returned the order or what belongs to it
 */
async function answersTo(
  bought: Omit<Bought, 'device'>,
  by: Ask,
  openings: boolean[] = [],
): Promise<(string | number)[][]> {
  const results: (string | number)[][] = []
  for (const { call, ask } of listCalls(bought)) {
    const response = await send(shop.app, call, merged(ask, by))
    const isRefused = response.statusCode >= 400
    openings.push(!isRefused)
    results.push([
      call.name,
      response.statusCode,
      ...(isRefused ? [response.json<{ code: string }>().code] : []),
    ])
  }
  return results
}

const allOpen = (bought: Omit<Bought, 'device'>) =>
  listCalls(bought).map(({ call }) => [call.name, call.status])
const allRefused = (bought: Omit<Bought, 'device'>) =>
  listCalls(bought).map(({ call, refused: [status, code] }) => [call.name, status, code])

const unknown = { orderId: 'unknown', invoiceId: 'unknown', archiveId: 'unknown', receiptId: 'unknown' }

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
    const bought = await aPurchase()
    const by = await stranger()
    expect(await answersTo(bought, by, openings)).toEqual(allRefused(bought))
    expect(await answersTo(unknown, by)).toEqual(allRefused(unknown))
  })

  it('shows nothing on the page that the server draws', async () => {
    const { orderId, invoiceId } = await aPurchase()
    const page = await shop.app.inject({ url: `/order/${orderId}`, headers: { host: 'one.test' } })
    const found = [email, 'a•••@mail.example', invoiceId].map((part) => page.body.includes(part))
    report('order id used by a stranger, page of the server', { 'e-mails and ids found': countTrue(found) })
    expect(found).not.toContain(true)
  })

  it('pays nothing and shows no pre-order', async () => {
    const device = aDevice()
    const { orderId, invoiceId } = await anOrderOn(device)
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
    const bought = await aPurchase()
    const [item] = (
      await answer(shop.app, listOrderItems, { ...bought.device, params: { orderId: bought.orderId } })
    ).items
    const photoId = item?.downloads?.[0]?.photoId ?? ''
    const { token } = await tokenFor(shop.app, event.id)
    const items = [{ productId: await productOf(shop, event, 'photo'), photoId }]
    const addOn = async (device: Device) => {
      const params = await answer(shop.app, createCart, { ...device, body: {} })
      const body = { items, earlierOrders: [bought.orderId] }
      return send(shop.app, addCartItems, { ...device, params, body, token })
    }
    expect((await addOn(aDevice())).statusCode).toBe(204)
    expect((await addOn(bought.device)).json()).toMatchObject({ code: 'AlreadyBought' })
  })

  it('has its letter sent to the buyer, and nothing else returned', async () => {
    const { orderId } = await aPurchase()
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
    const { orderId } = await anOrderOn(device)
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
    const bought = await aPurchase()
    expect(await answersTo(bought, bought.device, openings)).toEqual(allOpen(bought))
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
    const bought = await aPurchase(aDevice(), anna)
    const verified = await opened.keycloak.token({ sub: 'other', email: email.toUpperCase() })
    for (const token of [anna, verified]) {
      expect(await answersTo(bought, { token }, openings)).toEqual(allOpen(bought))
      expect(await answersTo(bought, { ...aDevice(), token }, openings)).toEqual(allOpen(bought))
    }
  })

  it('on every device that has opened the link of its letter', async () => {
    const bought = await aPurchase()
    const later = aDevice()
    const input = {
      ...later,
      params: { orderId: bought.orderId },
      body: { key: await keyInLetter(bought.orderId) },
    }
    await answer(shop.app, addOrderDevice, input)
    await answer(shop.app, addOrderDevice, input)
    expect(await answersTo(bought, later, openings)).toEqual(allOpen(bought))
    expect(await answersTo(bought, aDevice(), openingsByOthers)).toEqual(allRefused(bought))
    expect(await answersTo(bought, bought.device, openings)).toEqual(allOpen(bought))
    const rows = await shop.services.db
      .select()
      .from(orderDevices)
      .where(eq(orderDevices.orderId, bought.orderId))
    expect(rows.map(({ deviceHash }) => deviceHash)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)])
  })

  it('in another browser that the bank sends the buyer back to', async () => {
    const device = aDevice()
    const { orderId, invoiceId } = await anOrderOn(device)
    const { payUrl } = await payOn(device, invoiceId)
    const handle = new URL(await shop.press(payUrl, 'approve')).searchParams.get('handle') ?? ''
    const [other, params] = [aDevice(), { orderId }]
    expect(await refusal(shop.app, getOrder, { ...other, params })).toEqual([404, 'OrderNotFound'])
    await answer(shop.app, openReturn, { ...other, body: { handle } })
    expect((await answer(shop.app, getOrder, { ...other, params })).orderId).toBe(orderId)
  })

  it('by its id alone when it is of an earlier release, whose letters have no key', async () => {
    const bought = await aPurchase()
    const { orderId, device } = bought
    await shop.services.db.update(orders).set({ access: 'Open' }).where(eq(orders.id, orderId))
    const letters = await lettersAbout(shop, orderId)
    const [path = ''] = /\/files\/orders\/[\w/-]+/.exec(letters[0]?.text ?? '') ?? []
    for (const by of [{}, aDevice(), device]) {
      expect(await answersTo(bought, by)).toEqual(allOpen(bought))
      const seen = await answer(shop.app, getOrder, { ...by, params: { orderId } })
      expect(seen.customer.email).toBe(by === device ? email : 'a•••@mail.example')
      expect((await shop.app.inject({ url: path, headers: { host: 'one.test' } })).statusCode).toBe(302)
    }
  })

  it('by its id to pages of an earlier release, until its device sends its key', async () => {
    const device = aDevice()
    const { orderId, invoiceId } = await checkOutOn(device)
    const params = { orderId }
    const { payUrl } = await answer(shop.app, createPayment, {
      params: { invoiceId },
      body: { paymentTypeId: 'card', returnUrl },
    })
    await shop.press(payUrl, 'approve')
    await shop.jobs.drain()
    // the one call with which these pages send it
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
    for (const by of [{}, aDevice()]) expect(await answersTo(old, by)).toEqual(allOpen(old))
  })
})

describe('the key of a letter', () => {
  const refused: boolean[] = []
  afterAll(() => report('forged or foreign key of a letter', { refused: countTrue(refused) }))
  const refuse: typeof refusal = async (...asked) => {
    const [status, code] = await refusal(...asked)
    refused.push(status >= 400)
    return [status, code]
  }

  it('is refused when it is forged, of another order, of another purpose, or without a device', async () => {
    const [bought, other] = [await aPurchase(), await aPurchase()]
    const { orderId } = bought
    const key = await keyInLetter(orderId)
    const withKey = (value: string) => ({ ...aDevice(), params: { orderId }, body: { key: value } })
    const foreign = keyForOrder(shop.context(), shop.services, { id: orderId, email }, 'receipt')
    for (const bad of [await keyInLetter(other.orderId), foreign, `${key}A`, key.slice(1), 'x'])
      expect(await refuse(shop.app, addOrderDevice, withKey(bad))).toEqual([404, 'OrderNotFound'])
    const elsewhere = { ...withKey(key), host: 'two.test' }
    expect(await refuse(shop.app, addOrderDevice, elsewhere)).toEqual([404, 'OrderNotFound'])
    const withoutDevice = { params: { orderId }, body: { key } }
    expect(await refuse(shop.app, addOrderDevice, withoutDevice)).toEqual([400, 'ValidationFailed'])
    const rows = await shop.services.db.select().from(orderDevices).where(eq(orderDevices.orderId, orderId))
    expect(rows).toEqual([])
  })

  it('ends when the e-mail is corrected, and the next letter has another', async () => {
    const { device, orderId } = await aPurchase()
    const former = await keyInLetter(orderId)
    const params = { orderId }
    await answer(shop.app, correctEmail, { ...device, params, body: { email: 'anna@mail.example' } })
    const input = { ...aDevice(), params, body: { key: former } }
    expect(await refuse(shop.app, addOrderDevice, input)).toEqual([404, 'OrderNotFound'])
    await shop.jobs.drain()
    const letters = await lettersAbout(shop, orderId)
    const next = letters.find(({ to }) => to === 'anna@mail.example')
    const [, key = ''] = /#key=([\w-]+)/.exec(next?.text ?? '') ?? []
    await answer(shop.app, addOrderDevice, { ...input, body: { key } })
  })

  it('is in the links to the receipt and the files, each of which opens nothing else', async () => {
    const { orderId, invoiceId } = await aPurchase()
    const [letter] = await lettersAbout(shop, orderId)
    const link = (pattern: RegExp) => new URL(pattern.exec(letter?.text ?? '')?.[0] ?? '')
    const file = link(/http\S+\/files\/orders\/\S+/)
    const receipt = link(/http\S+\/receipts\/download\S+/)
    const open = (url: URL) =>
      shop.app.inject({ url: url.pathname + url.search, headers: { host: 'one.test' } })
    expect((await open(file)).statusCode).toBe(302)
    expect((await open(receipt)).statusCode).toBe(200)
    const keys = [file, receipt].map((url) => url.searchParams.get('key') ?? '')
    for (const [url, foreign] of [
      [file, keys[1]],
      [receipt, keys[0]],
    ] as const) {
      const changed = new URL(url)
      changed.searchParams.set('key', foreign ?? '')
      expect((await open(changed)).statusCode).toBe(404)
      changed.searchParams.delete('key')
      expect((await open(changed)).statusCode).toBe(404)
    }
    for (const key of keys)
      expect(
        await refuse(shop.app, addOrderDevice, { ...aDevice(), params: { orderId }, body: { key } }),
      ).toEqual([404, 'OrderNotFound'])
    expect(
      (await send(shop.app, listReceipts, { query: { invoiceId, key: keys[1] ?? '' } })).statusCode,
    ).toBe(404)
  })

  it('is not needed for push notifications on a device with access', async () => {
    const { device, orderId } = await aPurchase()
    const ask = { body: { subscription: aBrowserSubscription(), topics: [{ orderId }] } }
    const headers = { ...device.headers, 'idempotency-key': randomUUID() }
    expect((await send(shop.app, subscribe, { ...ask, headers })).statusCode).toBe(201)
  })
})

it('a cart returns its order to its device, which opens it', async () => {
  const device = aDevice()
  const params = await answer(shop.app, createCart, { ...device, body: {} })
  const { token } = await tokenFor(shop.app, event.id)
  const { photoId } = await aStoredPhoto(shop, event)
  const body = { productId: await productOf(shop, event, 'photo'), photoId }
  await answer(shop.app, addCartItem, { ...device, params, body, token })
  await answer(shop.app, setCartCustomer, { ...device, params, body: { email } })
  await answer(shop.app, checkOut, { ...device, params })
  const orderId = (await answer(shop.app, getCart, { ...device, params })).orderId ?? ''
  expect((await answer(shop.app, getOrder, { ...device, params: { orderId } })).state).toBe('AwaitingPayment')
})
