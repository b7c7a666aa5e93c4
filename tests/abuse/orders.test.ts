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
import { readSentEmails } from '../support/data/delivered-files.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import {
  buyerEmail,
  createCartOnDevice,
  createDevice,
  createPurchase,
  type Device,
  placeAndLoadOrder,
  placeOrderOnDevice,
  readOrderKeyInEmail,
  startCardPayment,
} from '../support/data/purchases.ts'
import {
  type CallInput,
  fetchAnswer,
  fetchProblemCode,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  findProductId,
  placePaidOrder,
  returnUrl,
  type Shop,
} from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'
import { buildOpenResults, buildRefusedResults, collectResults, unknownIds } from './order-calls.ts'

let shopWithAccounts: ShopWithAccounts
let shop: Shop
let event: EventRow
let sale: { shop: Shop; event: EventRow }
beforeAll(async () => {
  shopWithAccounts = await openShopWithAccounts()
  shop = shopWithAccounts.shop
  event = await createEventOnSale(shop)
  sale = { shop, event }
}, 60_000)
afterAll(() => shopWithAccounts.close())
// resets the rate limits by address and order between tests
beforeEach(() => shop.moveClock(2 * 60 * 60_000))

const email = buyerEmail

describe('an order id used by a stranger', () => {
  const areOpen: boolean[] = []
  afterAll(() =>
    reportFigures('order id used by a stranger', { 'calls that open the order': countTrue(areOpen) }),
  )

  it.each<[string, () => Promise<CallInput> | CallInput]>([
    ['without a key', () => ({})],
    ['with the key of another device', () => createDevice()],
    [
      'with another account',
      async () => ({
        token: await shopWithAccounts.keycloak.createToken({ sub: 'stranger', email: 'x@y.example' }),
      }),
    ],
    [
      'with an account that has the e-mail, but has not verified it',
      async () => ({
        token: await shopWithAccounts.keycloak.createToken({ sub: 'liar', email, email_verified: false }),
      }),
    ],
  ])('opens nothing %s, and is answered like an unknown id', async (_, buildStranger) => {
    const purchase = await createPurchase(sale)
    const caller = await buildStranger()
    expect(await collectResults(shop, purchase, caller, areOpen)).toEqual(buildRefusedResults(purchase))
    expect(await collectResults(shop, unknownIds, caller)).toEqual(buildRefusedResults(unknownIds))
  })

  it('shows nothing on the page that the server draws', async () => {
    const { orderId, invoiceId } = await createPurchase(sale)
    const page = await shop.app.inject({ url: `/order/${orderId}`, headers: { host: 'one.test' } })
    const found = [email, 'a•••@mail.example', invoiceId].map((part) => page.body.includes(part))
    reportFigures('order id used by a stranger, page of the server', {
      'e-mails and ids found': countTrue(found),
    })
    expect(found).not.toContain(true)
  })

  it('pays nothing and shows no pre-order', async () => {
    const device = createDevice()
    const { orderId, invoiceId } = await placeAndLoadOrder(sale, { device })
    const input = { params: { invoiceId }, body: { paymentTypeId: 'card', returnUrl } }
    expect(await fetchProblemCode(shop.app, createPayment, { ...createDevice(), ...input })).toEqual([
      404,
      'InvoiceNotFound',
    ])
    await shop.services.db.update(orders).set({ preorder: true }).where(eq(orders.id, orderId))
    const params = { preorderId: orderId }
    expect(await fetchProblemCode(shop.app, getPreorderDetails, { params })).toEqual([
      404,
      'PreorderNotFound',
    ])
    expect((await fetchAnswer(shop.app, getPreorderDetails, { ...device, params })).email).toBe(email)
  })

  it('lowers no price: the order does not count for the cart of another device', async () => {
    const purchase = await createPurchase(sale)
    const [item] = (
      await fetchAnswer(shop.app, listOrderItems, {
        ...purchase.device,
        params: { orderId: purchase.orderId },
      })
    ).items
    const photoId = item?.downloads?.[0]?.photoId ?? ''
    const { token } = await fetchSearchToken(shop.app, event.id)
    const items = [{ productId: await findProductId(shop, event, 'photo'), photoId }]
    const addPhotoOn = async (device: Device) => {
      const params = await fetchAnswer(shop.app, createCart, { ...device, body: {} })
      const body = { items, earlierOrders: [purchase.orderId] }
      return sendCall(shop.app, addCartItems, { ...device, params, body, token })
    }
    expect((await addPhotoOn(createDevice())).statusCode).toBe(204)
    expect((await addPhotoOn(purchase.device)).json()).toMatchObject({ code: 'AlreadyBought' })
  })

  it('has its letter sent to the buyer, and nothing else returned', async () => {
    const { orderId } = await createPurchase(sale)
    const response = await sendCall(shop.app, sendLetterAgain, { ...createDevice(), params: { orderId } })
    expect([response.statusCode, response.body]).toEqual([204, ''])
    await shop.jobs.drain()
    const emails = await readSentEmails(shop, orderId)
    expect(emails.map(({ to }) => to)).toEqual([email, email])
    const statuses = [response.statusCode]
    for (let count = 1; count < 5; count++)
      statuses.push(
        (await sendCall(shop.app, sendLetterAgain, { ...createDevice(), params: { orderId } })).statusCode,
      )
    expect(new Set(statuses)).toEqual(new Set([204]))
    const input = { ...createDevice(), params: { orderId } }
    const refused = await fetchProblemCode(shop.app, sendLetterAgain, input)
    reportFigures('order id used by a stranger, letter sent again', {
      accepted: countTrue([...statuses, refused[0]].map((status) => status === 204)),
      limit: '5 an hour',
      'letters to others': countTrue(emails.map(({ to }) => to !== email)),
    })
    expect(refused).toEqual([429, 'TooManyRequests'])
  })

  it('does not reveal whether an unpaid order exists', async () => {
    const device = createDevice()
    const { orderId } = await placeAndLoadOrder(sale, { device })
    const params = { orderId }
    expect(await fetchProblemCode(shop.app, sendLetterAgain, { params })).toEqual([404, 'OrderNotFound'])
    expect(await fetchProblemCode(shop.app, sendLetterAgain, { ...device, params })).toEqual([403, 'NotPaid'])
  })
})

describe('an order opens', () => {
  const areOpen: boolean[] = []
  const areOpenToOthers: boolean[] = []
  afterAll(() =>
    reportFigures('order of the buyer', {
      'calls that open it': countTrue(areOpen),
      'calls of other devices that open it': countTrue(areOpenToOthers),
    }),
  )

  it('on the device that placed it, also with an expired token', async () => {
    const purchase = await createPurchase(sale)
    expect(await collectResults(shop, purchase, purchase.device, areOpen)).toEqual(buildOpenResults(purchase))
    expect(
      (await fetchAnswer(shop.app, getOrder, { ...purchase.device, params: { orderId: purchase.orderId } }))
        .customer.email,
    ).toBe(email)
    const token = await shopWithAccounts.keycloak.createToken({}, { lifeInSeconds: -600 })
    expect(
      (
        await sendCall(shop.app, getOrder, {
          ...purchase.device,
          token,
          params: { orderId: purchase.orderId },
        })
      ).statusCode,
    ).toBe(200)
    expect(
      await fetchProblemCode(shop.app, getOrder, { token, params: { orderId: purchase.orderId } }),
    ).toEqual([401, 'TokenExpired'])
  })

  it('for the account that placed it and the one with its verified e-mail, on any device', async () => {
    const annaToken = await shopWithAccounts.keycloak.createToken({ sub: 'anna', email: 'else@mail.example' })
    const purchase = await createPurchase(sale, createDevice(), annaToken)
    const verifiedToken = await shopWithAccounts.keycloak.createToken({
      sub: 'other',
      email: email.toUpperCase(),
    })
    for (const token of [annaToken, verifiedToken]) {
      expect(await collectResults(shop, purchase, { token }, areOpen)).toEqual(buildOpenResults(purchase))
      expect(await collectResults(shop, purchase, { ...createDevice(), token }, areOpen)).toEqual(
        buildOpenResults(purchase),
      )
    }
  })

  it('on every device that has opened the link of its letter', async () => {
    const purchase = await createPurchase(sale)
    const laterDevice = createDevice()
    const input = {
      ...laterDevice,
      params: { orderId: purchase.orderId },
      body: { key: await readOrderKeyInEmail(shop, purchase.orderId) },
    }
    await fetchAnswer(shop.app, addOrderDevice, input)
    await fetchAnswer(shop.app, addOrderDevice, input)
    expect(await collectResults(shop, purchase, laterDevice, areOpen)).toEqual(buildOpenResults(purchase))
    expect(await collectResults(shop, purchase, createDevice(), areOpenToOthers)).toEqual(
      buildRefusedResults(purchase),
    )
    expect(await collectResults(shop, purchase, purchase.device, areOpen)).toEqual(buildOpenResults(purchase))
    const rows = await shop.services.db
      .select()
      .from(orderDevices)
      .where(eq(orderDevices.orderId, purchase.orderId))
    expect(rows.map(({ deviceHash }) => deviceHash)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)])
  })

  it('in another browser that the bank sends the buyer back to', async () => {
    const device = createDevice()
    const { orderId, invoiceId } = await placeAndLoadOrder(sale, { device })
    const { payUrl } = await startCardPayment(shop, { device }, invoiceId)
    const handle = new URL(await shop.pressBankButton(payUrl, 'approve')).searchParams.get('handle') ?? ''
    const [other, params] = [createDevice(), { orderId }]
    expect(await fetchProblemCode(shop.app, getOrder, { ...other, params })).toEqual([404, 'OrderNotFound'])
    await fetchAnswer(shop.app, openReturn, { ...other, body: { handle } })
    expect((await fetchAnswer(shop.app, getOrder, { ...other, params })).orderId).toBe(orderId)
  })

  it('by its id alone when it is of an earlier release, whose letters have no key', async () => {
    const purchase = await createPurchase(sale)
    const { orderId, device } = purchase
    await shop.services.db.update(orders).set({ access: 'Open' }).where(eq(orders.id, orderId))
    const emails = await readSentEmails(shop, orderId)
    const [path = ''] = /\/files\/orders\/[\w/-]+/.exec(emails[0]?.text ?? '') ?? []
    for (const caller of [{}, createDevice(), device]) {
      expect(await collectResults(shop, purchase, caller)).toEqual(buildOpenResults(purchase))
      const order = await fetchAnswer(shop.app, getOrder, { ...caller, params: { orderId } })
      expect(order.customer.email).toBe(caller === device ? email : 'a•••@mail.example')
      expect((await shop.app.inject({ url: path, headers: { host: 'one.test' } })).statusCode).toBe(302)
    }
  })

  it('by its id to pages of an earlier release, until its device sends its key', async () => {
    const device = createDevice()
    const { orderId, invoiceId } = await placeOrderOnDevice(sale, { device })
    const params = { orderId }
    const { payUrl } = await fetchAnswer(shop.app, createPayment, {
      params: { invoiceId },
      body: { paymentTypeId: 'card', returnUrl },
    })
    await shop.pressBankButton(payUrl, 'approve')
    await shop.jobs.drain()
    // the only call in which these pages send the key
    expect((await fetchAnswer(shop.app, getOrder, { ...device, params })).customer.email).toBe(email)
    expect((await fetchAnswer(shop.app, listOrderItems, { ...createDevice(), params })).count).toBe(1)
    expect((await fetchAnswer(shop.app, listOrderItems, { params })).count).toBe(1)
    expect((await fetchAnswer(shop.app, listOrderItems, { ...device, params })).count).toBe(1)
    expect(await fetchProblemCode(shop.app, listOrderItems, { params })).toEqual([404, 'OrderNotFound'])
    expect((await fetchAnswer(shop.app, getOrder, { ...device, params })).state).toBe('Completed')
  })

  it('by its id alone when it was placed without a device key and without an account', async () => {
    const { orderId, invoiceId } = await placePaidOrder(shop, await createReadyCart(shop, event))
    const archiveResponse = await sendCall(shop.app, createArchive, { body: { orderId } })
    const { items } = await fetchAnswer(shop.app, listReceipts, { query: { invoiceId } })
    const archiveId = String(archiveResponse.headers['x-archive-id'])
    const earlierOrder = { orderId, invoiceId, archiveId, receiptId: items[0]?.receiptId ?? '' }
    for (const caller of [{}, createDevice()])
      expect(await collectResults(shop, earlierOrder, caller)).toEqual(buildOpenResults(earlierOrder))
  })
})

it('a cart returns its order to its device, which opens it', async () => {
  const device = createDevice()
  const params = await createCartOnDevice(sale, { device })
  await fetchAnswer(shop.app, checkOut, { ...device, params })
  const orderId = (await fetchAnswer(shop.app, getCart, { ...device, params })).orderId ?? ''
  expect((await fetchAnswer(shop.app, getOrder, { ...device, params: { orderId } })).state).toBe(
    'AwaitingPayment',
  )
})
