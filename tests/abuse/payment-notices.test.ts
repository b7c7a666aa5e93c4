import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifyPayment } from '../../contract/invoices.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import { countTrue, report } from '../support/data/figures.ts'
import { openStandIn, type StandIn } from '../support/providers/stand-in.ts'
import { send } from '../support/server/api-calls.ts'
import { aFullCart, aSellingEvent, openShop, pay, placeOrder, type Shop } from '../support/server/shop.ts'

const account = { shopId: '100500', secretKey: 'test_of-the-shop' }
const asked: string[] = []
let service: StandIn
let shop: Shop

/** A fake service that registers payments and reports each as pending. */
const payments = new Map<string, unknown>()
beforeAll(async () => {
  service = await openStandIn(({ method, path, body }) => {
    if (method === 'POST') {
      const id = `payment-${payments.size + 1}`
      const { amount } = JSON.parse(body) as { amount: unknown }
      const confirmation = { confirmation_url: `https://yoomoney.example/pay?id=${id}` }
      payments.set(id, { id, status: 'pending', amount, confirmation })
      return { status: 200, body: payments.get(id) }
    }
    asked.push(path)
    const payment = payments.get(path.split('/').at(-1) ?? '')
    return payment ? { status: 200, body: payment } : { status: 404, body: { type: 'error' } }
  })
  shop = await openShop({
    tenant: { bank: 'yookassa', external: 'yookassa' },
    env: {
      YOOKASSA_API_URL: service.url,
      YOOKASSA_SHOP_ID: account.shopId,
      YOOKASSA_SECRET_KEY: account.secretKey,
    },
  })
}, 120_000)
afterAll(async () => {
  await shop.close()
  await service.close()
})
beforeEach(() => {
  asked.length = 0
  shop.moveClock(600_000)
})

const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const buildNotice = (id: string) => ({ type: 'notification', event: 'payment.succeeded', object: { id } })
const sendNotice = async (id: string, address: string) => {
  const response = await send(shop.app, notifyPayment, {
    params: { provider: 'yookassa' },
    body: Buffer.from(JSON.stringify(buildNotice(id))),
    headers: { 'content-type': 'application/json' },
    address,
  })
  return response.statusCode
}

it('queries the bank about few of the payments that one address invents', async () => {
  const statuses = await Promise.all(times(100).map((at) => sendNotice(`made-up-${at}`, '198.51.100.7')))
  report('invented notices of one address', {
    'calls to the bank': `${asked.length} of ${statuses.length}`,
    limit: '10 in ten minutes',
    refused: countTrue(statuses.map((status) => status === 429)),
  })
  expect(asked).toHaveLength(10)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(90)
}, 60_000)

it('queries the bank about few payments of many addresses, and still about a known one', async () => {
  const { invoiceId } = await placeOrder(shop, await aFullCart(shop, await aSellingEvent(shop)))
  await pay(shop, invoiceId)
  const [id = ''] = [...payments.keys()].slice(-1)
  const invented = times(100).map((at) => `made-up-${at}`)
  for (const [at, name] of invented.entries()) await sendNotice(name, `198.51.100.${at}`)
  const calls = asked.length
  expect(asked).toHaveLength(60)
  const status = await sendNotice(id, '198.51.100.1')
  report('invented notices of many addresses', {
    'calls to the bank': `${calls} of ${invented.length}`,
    limit: '60 in ten minutes',
    'notice of a real payment accepted': countTrue([status === 204]),
  })
  expect(status).toBe(204)
  expect(asked.at(-1)).toBe(`/payments/${id}`)
  for (const at of times(40)) await sendNotice(id, `203.0.113.${at}`)
  const repeated = asked.filter((path) => path.endsWith(id))
  report('notices of one real payment', {
    'calls to the bank': `${repeated.length} of 41`,
    limit: '10 a minute',
  })
  expect(repeated).toHaveLength(10)
}, 60_000)

it('queries once for concurrent notices, and once more for those behind', async () => {
  const bank = createYookassaBank({ apiUrl: service.url, ...account })
  const body = Buffer.from(JSON.stringify(buildNotice('made-up')))
  const read = await Promise.allSettled(times(40).map(() => bank.readNotification(body, {}, new Date())))
  report('notices of one payment at once', {
    'calls to the bank': `${asked.length} of ${read.length}`,
    limit: 2,
  })
  expect(read.every(({ status }) => status === 'rejected')).toBe(true)
  expect(asked).toHaveLength(2)
})
