import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifyPayment } from '../../contract/invoices.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { type FakeService, openFakeService } from '../support/providers/fake-service.ts'
import { sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

const account = { shopId: '100500', secretKey: 'test_of-the-shop' }
const requestedPaths: string[] = []
let service: FakeService
let shop: Shop

/** A fake service that registers payments and reports each as pending. */
const payments = new Map<string, unknown>()
beforeAll(async () => {
  service = await openFakeService(({ method, path, body }) => {
    if (method === 'POST') {
      const id = `payment-${payments.size + 1}`
      const { amount } = JSON.parse(body) as { amount: unknown }
      const confirmation = { confirmation_url: `https://yoomoney.example/pay?id=${id}` }
      payments.set(id, { id, status: 'pending', amount, confirmation })
      return { status: 200, body: payments.get(id) }
    }
    requestedPaths.push(path)
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
  requestedPaths.length = 0
  shop.moveClock(600_000)
})

const listIndexes = (count: number) => Array.from({ length: count }, (_, at) => at)
const buildNotification = (id: string) => ({
  type: 'notification',
  event: 'payment.succeeded',
  object: { id },
})
const sendNotification = async (id: string, address: string) => {
  const response = await sendCall(shop.app, notifyPayment, {
    params: { provider: 'yookassa' },
    body: Buffer.from(JSON.stringify(buildNotification(id))),
    headers: { 'content-type': 'application/json' },
    address,
  })
  return response.statusCode
}

it('queries the bank about few of the payments that one address invents', async () => {
  const statuses = await Promise.all(
    listIndexes(100).map((at) => sendNotification(`made-up-${at}`, '198.51.100.7')),
  )
  reportFigures('invented notices of one address', {
    'calls to the bank': `${requestedPaths.length} of ${statuses.length}`,
    limit: '10 in ten minutes',
    refused: countTrue(statuses.map((status) => status === 429)),
  })
  expect(requestedPaths).toHaveLength(10)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(90)
}, 60_000)

it('queries the bank about few payments of many addresses, and still about a known one', async () => {
  const { invoiceId } = await placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))
  await startPayment(shop, invoiceId)
  const [id = ''] = [...payments.keys()].slice(-1)
  const inventedIds = listIndexes(100).map((at) => `made-up-${at}`)
  for (const [at, name] of inventedIds.entries()) await sendNotification(name, `198.51.100.${at}`)
  const calls = requestedPaths.length
  expect(requestedPaths).toHaveLength(60)
  const status = await sendNotification(id, '198.51.100.1')
  reportFigures('invented notices of many addresses', {
    'calls to the bank': `${calls} of ${inventedIds.length}`,
    limit: '60 in ten minutes',
    'notice of a real payment accepted': countTrue([status === 204]),
  })
  expect(status).toBe(204)
  expect(requestedPaths.at(-1)).toBe(`/payments/${id}`)
  for (const at of listIndexes(40)) await sendNotification(id, `203.0.113.${at}`)
  const repeated = requestedPaths.filter((path) => path.endsWith(id))
  reportFigures('notices of one real payment', {
    'calls to the bank': `${repeated.length} of 41`,
    limit: '10 a minute',
  })
  expect(repeated).toHaveLength(10)
}, 60_000)

it('queries once for concurrent notices, and once more for those behind', async () => {
  const bank = createYookassaBank({ apiUrl: service.url, ...account })
  const body = Buffer.from(JSON.stringify(buildNotification('made-up')))
  const results = await Promise.allSettled(
    listIndexes(40).map(() => bank.readNotification(body, {}, new Date())),
  )
  reportFigures('notices of one payment at once', {
    'calls to the bank': `${requestedPaths.length} of ${results.length}`,
    limit: 2,
  })
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(requestedPaths).toHaveLength(2)
})
