import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOrderDevice, correctEmail } from '../../contract/orders.ts'
import { subscribe } from '../../contract/push.ts'
import { listReceipts } from '../../contract/receipts.ts'
import { type EventRow } from '../../server/features/events/index.ts'
import { createOrderKey } from '../../server/features/orders/index.ts'
import { orderDevices } from '../../server/features/orders/tables.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { buyerEmail, createDevice, createPurchase, readOrderKeyInEmail } from '../support/data/purchases.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { createEventOnSale, type Shop } from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'
import { createBrowserSubscription } from '../support/server/two-tenants.ts'

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

describe('the key of a letter', () => {
  const refused: boolean[] = []
  afterAll(() => reportFigures('forged or foreign key of a letter', { refused: countTrue(refused) }))
  const fetchRecordedRefusal: typeof fetchProblemCode = async (...callArguments) => {
    const [status, code] = await fetchProblemCode(...callArguments)
    refused.push(status >= 400)
    return [status, code]
  }

  it('is refused when it is forged, of another order, of another purpose, or without a device', async () => {
    const [purchase, otherPurchase] = [await createPurchase(sale), await createPurchase(sale)]
    const { orderId } = purchase
    const key = await readOrderKeyInEmail(shop, orderId)
    const buildInputWithKey = (value: string) => ({
      ...createDevice(),
      params: { orderId },
      body: { key: value },
    })
    const foreignKey = createOrderKey(shop.context(), shop.services, { id: orderId, email }, 'receipt')
    for (const badKey of [
      await readOrderKeyInEmail(shop, otherPurchase.orderId),
      foreignKey,
      `${key}A`,
      key.slice(1),
      'x',
    ])
      expect(await fetchRecordedRefusal(shop.app, addOrderDevice, buildInputWithKey(badKey))).toEqual([
        404,
        'OrderNotFound',
      ])
    const inputAtOtherHost = { ...buildInputWithKey(key), host: 'two.test' }
    expect(await fetchRecordedRefusal(shop.app, addOrderDevice, inputAtOtherHost)).toEqual([
      404,
      'OrderNotFound',
    ])
    const withoutDevice = { params: { orderId }, body: { key } }
    expect(await fetchRecordedRefusal(shop.app, addOrderDevice, withoutDevice)).toEqual([
      400,
      'ValidationFailed',
    ])
    const rows = await shop.services.db.select().from(orderDevices).where(eq(orderDevices.orderId, orderId))
    expect(rows).toEqual([])
  })

  it('ends when the e-mail is corrected, and the next letter has another', async () => {
    const { device, orderId } = await createPurchase(sale)
    const formerKey = await readOrderKeyInEmail(shop, orderId)
    const params = { orderId }
    await fetchAnswer(shop.app, correctEmail, { ...device, params, body: { email: 'anna@mail.example' } })
    const input = { ...createDevice(), params, body: { key: formerKey } }
    expect(await fetchRecordedRefusal(shop.app, addOrderDevice, input)).toEqual([404, 'OrderNotFound'])
    await shop.jobs.drain()
    const emails = await readSentEmails(shop, orderId)
    const next = emails.find(({ to }) => to === 'anna@mail.example')
    const [, key = ''] = /#key=([\w-]+)/.exec(next?.text ?? '') ?? []
    await fetchAnswer(shop.app, addOrderDevice, { ...input, body: { key } })
  })

  it('is in the links to the receipt and the files, each of which opens nothing else', async () => {
    const { orderId, invoiceId } = await createPurchase(sale)
    const [email] = await readSentEmails(shop, orderId)
    const findLink = (pattern: RegExp) => new URL(pattern.exec(email?.text ?? '')?.[0] ?? '')
    const file = findLink(/http\S+\/files\/orders\/\S+/)
    const receipt = findLink(/http\S+\/receipts\/download\S+/)
    const openUrl = (url: URL) =>
      shop.app.inject({ url: url.pathname + url.search, headers: { host: 'one.test' } })
    expect((await openUrl(file)).statusCode).toBe(302)
    expect((await openUrl(receipt)).statusCode).toBe(200)
    const keys = [file, receipt].map((url) => url.searchParams.get('key') ?? '')
    for (const [url, foreignKey] of [
      [file, keys[1]],
      [receipt, keys[0]],
    ] as const) {
      const changed = new URL(url)
      changed.searchParams.set('key', foreignKey ?? '')
      expect((await openUrl(changed)).statusCode).toBe(404)
      changed.searchParams.delete('key')
      expect((await openUrl(changed)).statusCode).toBe(404)
    }
    for (const key of keys)
      expect(
        await fetchRecordedRefusal(shop.app, addOrderDevice, {
          ...createDevice(),
          params: { orderId },
          body: { key },
        }),
      ).toEqual([404, 'OrderNotFound'])
    expect(
      (await sendCall(shop.app, listReceipts, { query: { invoiceId, key: keys[1] ?? '' } })).statusCode,
    ).toBe(404)
  })

  it('is not needed for push notifications on a device with access', async () => {
    const { device, orderId } = await createPurchase(sale)
    const subscribeInput = { body: { subscription: createBrowserSubscription(), topics: [{ orderId }] } }
    const headers = { ...device.headers, 'idempotency-key': randomUUID() }
    expect((await sendCall(shop.app, subscribe, { ...subscribeInput, headers })).statusCode).toBe(201)
  })
})
