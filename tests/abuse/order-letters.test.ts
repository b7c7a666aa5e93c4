import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOrderDevice, correctEmail } from '../../contract/orders.ts'
import { subscribe } from '../../contract/push.ts'
import { listReceipts } from '../../contract/receipts.ts'
import { type EventRow } from '../../server/features/events/index.ts'
import { keyForOrder } from '../../server/features/orders/index.ts'
import { orderDevices } from '../../server/features/orders/tables.ts'
import { lettersAbout } from '../support/data/delivered-files.ts'
import { countTrue, report } from '../support/data/figures.ts'
import { aDevice, aPurchase, buyerEmail, keyInLetter } from '../support/data/purchases.ts'
import { answer, refusal, send } from '../support/server/api-calls.ts'
import { aSellingEvent, type Shop } from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'
import { aBrowserSubscription } from '../support/server/two-tenants.ts'

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

describe('the key of a letter', () => {
  const refused: boolean[] = []
  afterAll(() => report('forged or foreign key of a letter', { refused: countTrue(refused) }))
  const refuse: typeof refusal = async (...asked) => {
    const [status, code] = await refusal(...asked)
    refused.push(status >= 400)
    return [status, code]
  }

  it('is refused when it is forged, of another order, of another purpose, or without a device', async () => {
    const [bought, other] = [await aPurchase(sale), await aPurchase(sale)]
    const { orderId } = bought
    const key = await keyInLetter(shop, orderId)
    const withKey = (value: string) => ({ ...aDevice(), params: { orderId }, body: { key: value } })
    const foreign = keyForOrder(shop.context(), shop.services, { id: orderId, email }, 'receipt')
    for (const bad of [await keyInLetter(shop, other.orderId), foreign, `${key}A`, key.slice(1), 'x'])
      expect(await refuse(shop.app, addOrderDevice, withKey(bad))).toEqual([404, 'OrderNotFound'])
    const elsewhere = { ...withKey(key), host: 'two.test' }
    expect(await refuse(shop.app, addOrderDevice, elsewhere)).toEqual([404, 'OrderNotFound'])
    const withoutDevice = { params: { orderId }, body: { key } }
    expect(await refuse(shop.app, addOrderDevice, withoutDevice)).toEqual([400, 'ValidationFailed'])
    const rows = await shop.services.db.select().from(orderDevices).where(eq(orderDevices.orderId, orderId))
    expect(rows).toEqual([])
  })

  it('ends when the e-mail is corrected, and the next letter has another', async () => {
    const { device, orderId } = await aPurchase(sale)
    const former = await keyInLetter(shop, orderId)
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
    const { orderId, invoiceId } = await aPurchase(sale)
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
    const { device, orderId } = await aPurchase(sale)
    const ask = { body: { subscription: aBrowserSubscription(), topics: [{ orderId }] } }
    const headers = { ...device.headers, 'idempotency-key': randomUUID() }
    expect((await send(shop.app, subscribe, { ...ask, headers })).statusCode).toBe(201)
  })
})
