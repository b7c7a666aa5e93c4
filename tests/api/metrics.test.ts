import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEvents } from '../../contract/events.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { changePaymentState } from '../../server/adapters/bank/sandbox/store.ts'
import { buildApp } from '../../server/app.ts'
import { createEventOverviewFeature } from '../../server/features/event-overview/index.ts'
import { ingests } from '../../server/features/ingest/tables.ts'
import { applyPaymentEvent, listRefunds } from '../../server/features/invoices/index.ts'
import { createMetricsFeature } from '../../server/features/metrics/index.ts'
import { createPaymentsFeature } from '../../server/features/payments/index.ts'
import { createAuthModule } from '../../server/modules/auth.ts'
import { enqueue } from '../../server/platform/jobs/jobs.ts'
import { jobs } from '../../server/platform/jobs/tables.ts'
import { createLogger } from '../../server/platform/log.ts'
import { fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { toBankId } from '../support/server/payment-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const token = 'a token of sixteen'

async function buildAppWithToken(metricsToken: string | undefined) {
  const services = { ...shop.services, config: { ...shop.services.config, metricsToken } }
  return buildApp(services, [createMetricsFeature(services), createEventOverviewFeature(services)])
}
const buildRequest = (authorization?: string) => ({
  url: '/metrics',
  headers: { host: 'one.test', ...(authorization === undefined ? {} : { authorization }) },
})

it('does not exist unless a token is configured, and requires it', async () => {
  const appWithoutToken = await buildAppWithToken(undefined)
  expect((await appWithoutToken.inject(buildRequest(`Bearer ${token}`))).statusCode).toBe(404)
  await appWithoutToken.close()
  const app = await buildAppWithToken(token)
  for (const authorization of [undefined, 'Bearer', 'Bearer another', token]) {
    const response = await app.inject(buildRequest(authorization))
    expect([response.statusCode, response.body.includes('photofinish_')]).toEqual([404, false])
  }
  await app.close()
})

it('counts answers, files to ingest, late and failed jobs, and waiting payments', async () => {
  const app = await buildAppWithToken(token)
  const context = shop.context()
  const order = await placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))
  await startPayment(shop, order.invoiceId)
  await shop.jobs.drain()
  const { db } = shop.services
  await db.delete(jobs)
  const lateOn = new Date(shop.services.clock().getTime() - 90_000)
  await enqueue(context, { kind: 'test.late', key: 'late', payload: {}, runAt: lateOn })
  await enqueue(context, { kind: 'test.lost', key: 'lost', payload: {}, runAt: lateOn })
  await db.update(jobs).set({ state: 'Failed' }).where(eq(jobs.kind, 'test.lost'))
  const ingestRow = { tenant: 'one', eventId: 'e', waiting: 7 }
  await db.insert(ingests).values([
    { ...ingestRow, id: 'alive', renewedOn: shop.services.clock() },
    { ...ingestRow, id: 'dead', renewedOn: lateOn },
  ])
  const host = 'one.test'
  await sendCall(app, listEvents)
  await app.inject({ url: '/nowhere', headers: { host } })
  const response = await app.inject(buildRequest(`Bearer ${token}`))
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const values = Object.fromEntries(
    response.body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' ')),
  )
  expect(values).toMatchObject({
    'photofinish_http_requests_total{status="2xx"}': '1',
    'photofinish_http_requests_total{status="4xx"}': '1',
    photofinish_ingest_files_waiting: '7',
    'photofinish_jobs_due{kind="test.late"}': '1',
    'photofinish_jobs_given_up{kind="test.lost"}': '1',
    photofinish_payments_waiting: '1',
    photofinish_payments_held: '0',
  })
  expect(Number(values.photofinish_job_lag_seconds)).toBeGreaterThanOrEqual(90)
  await app.close()
})

it('counts refused notifications of banks, and warns of each without its content', async () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const services = { ...shop.services, log, config: { ...shop.services.config, metricsToken: token } }
  const { bank } = createSandboxBank(services, async () => 204)
  const { callers } = createAuthModule(services)
  const app = await buildApp(services, [
    createMetricsFeature(services),
    createPaymentsFeature(services, { banks: [bank], callers }),
  ])
  const body = Buffer.from(JSON.stringify({ event: 'payment.changed', paymentId: 'forged-payment' }))
  for (let notice = 0; notice < 3; notice++)
    expect(
      await fetchProblemCode(app, notifyPayment, {
        params: { provider: bank.name },
        body,
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': 't=1,v1=forged' },
      }),
    ).toEqual([401, 'SignatureInvalid'])
  const response = await app.inject(buildRequest(`Bearer ${token}`))
  expect(response.body).toContain('\nphotofinish_payment_notices_refused_total 3\n')
  const warnings = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(warnings.map(({ msg, provider }) => [msg, provider])).toEqual(
    Array.from({ length: 3 }, () => [
      'payment notification refused: check the secret of the bank',
      'sandbox',
    ]),
  )
  expect(lines.join('')).not.toContain('forged-payment')
  await app.close()
})

/** Pays an order twice. @param isCharged whether the bank has the money of the second payment, else it declines the refund */
async function payTwice(isCharged: boolean): Promise<string> {
  const { invoiceId } = await placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))
  const providerPaymentId = toBankId((await startPayment(shop, invoiceId, 'card')).payUrl)
  await shop.pressBankButton((await startPayment(shop, invoiceId, 'fast')).payUrl, 'approve')
  await shop.jobs.drain()
  if (isCharged) await changePaymentState(shop.services.db, providerPaymentId, ['Declined'], 'Succeeded')
  const amount = { amount: 39_000, currencyId: 643 as const }
  const paymentEvent = { provider: 'sandbox', providerPaymentId, state: 'Succeeded' as const, amount }
  expect(await applyPaymentEvent(shop.context(), paymentEvent)).toBe('needsReview')
  return invoiceId
}

it('counts a duplicate payment as held only after its refund was declined', async () => {
  const app = await buildAppWithToken(token)
  const readHeld = async () =>
    /^photofinish_payments_held (.+)$/m.exec((await app.inject(buildRequest(`Bearer ${token}`))).body)?.[1]
  const readRefundStates = async (invoiceId: string) =>
    (await listRefunds(shop.context(), invoiceId)).map(({ state }) => state)
  const refundedId = await payTwice(true)
  expect([await readRefundStates(refundedId), await readHeld()]).toEqual([['Created'], '0'])
  await shop.jobs.drain()
  expect([await readRefundStates(refundedId), await readHeld()]).toEqual([['Succeeded'], '0'])
  const declinedId = await payTwice(false)
  await shop.jobs.drain()
  expect([await readRefundStates(declinedId), await readHeld()]).toEqual([['Declined'], '1'])
  await app.close()
})
