import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import type { BankPaymentRequest } from '../../server/features/payments/ports.ts'
import { newId } from '../../server/platform/ids.ts'
import { createJobRunner } from '../../server/platform/jobs/jobs.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const createBankOrder = (input: Partial<BankPaymentRequest> = {}): BankPaymentRequest => ({
  shop: 'one',
  paymentId: newId(),
  invoiceNumber: '48213',
  amount: { amount: 199000, currencyId: 643 },
  kind: 'BankCard',
  description: 'Photofinish 48213',
  returnUrl: 'http://one.test/order-complete',
  notificationUrl: 'http://one.test/public/invoices/api/v1/providers/sandbox/notifications',
  language: 'en',
  ...input,
})
const createBank = () => createSandboxBank(shop.services, () => Promise.resolve(204)).bank
const fetchPage = (payUrl: string, method: 'GET' | 'POST' = 'GET', payload?: string) =>
  shop.app.inject({
    method,
    url: new URL(payUrl).pathname,
    headers: { host: 'one.test', 'content-type': 'application/x-www-form-urlencoded' },
    ...(payload === undefined ? {} : { payload }),
  })

it('returns the same page for the same payment', async () => {
  const order = createBankOrder()
  expect(await createBank().createPayment(order)).toEqual(await createBank().createPayment(order))
})

it('shows the sum on its page, and that no money moves, without scripts', async () => {
  const description = '<script>alert(1)</script>'
  const { payUrl } = await createBank().createPayment(createBankOrder({ description }))
  const page = await fetchPage(payUrl)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const policy =
    "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'"
  expect(page.headers['content-security-policy']).toBe(policy)
  expect(page.body).toContain('<link rel="icon" href="/favicon.svg">')
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('&lt;script')
  expect(page.body).toContain('<h1>1,990.00\u00a0₽</h1>')
  const style = await shop.app.inject({ url: '/bank/sandbox.css', headers: { host: 'one.test' } })
  expect(style.headers['content-type']).toMatch(/^text\/css/)
})

it('keeps its first decision', async () => {
  const bank = createBank()
  const { payUrl, providerPaymentId } = await bank.createPayment(createBankOrder())
  for (const outcome of ['decline', 'approve', 'timeout']) {
    const response = await fetchPage(payUrl, 'POST', `outcome=${outcome}`)
    expect([response.statusCode, response.headers.location]).toEqual([303, 'http://one.test/order-complete'])
  }
  expect(await bank.getPayment(providerPaymentId)).toMatchObject({ state: 'Declined' })
})

it('refuses other answers and unknown payments', async () => {
  const { payUrl } = await createBank().createPayment(createBankOrder())
  expect((await fetchPage(payUrl, 'POST', 'outcome=free')).statusCode).toBe(400)
  expect((await fetchPage('http://one.test/bank/sandbox/unknown')).statusCode).toBe(404)
  expect(await createBank().getPayment('unknown')).toBeUndefined()
  await createBank().cancelPayment('unknown')
})

it('does not approve a canceled payment', async () => {
  const bank = createBank()
  const { payUrl, providerPaymentId } = await bank.createPayment(createBankOrder())
  await bank.cancelPayment(providerPaymentId)
  await fetchPage(payUrl, 'POST', 'outcome=approve')
  expect(await bank.getPayment(providerPaymentId)).toMatchObject({ state: 'Declined' })
})

it('repeats its notification until it is acknowledged', async () => {
  // Delivers pending notifications of other payments first.
  await shop.jobs.drain()
  const responseStatuses = [500, 502, 204]
  const notifications: string[] = []
  const { bank, feature } = createSandboxBank(shop.services, (_url, body) => {
    notifications.push(body)
    return Promise.resolve(responseStatuses[notifications.length - 1] ?? 204)
  })
  const { payUrl, providerPaymentId } = await bank.createPayment(createBankOrder())
  await fetchPage(payUrl, 'POST', 'outcome=approve')
  const jobs = createJobRunner({
    db: shop.services.db,
    log: shop.services.log,
    clock: shop.services.clock,
    handlers: new Map(Object.entries(feature.jobs ?? {})),
    createContext: () => shop.context(),
  })
  for (let time = 0; time < 5; time++) {
    await jobs.drain()
    shop.moveClock(60_000)
  }
  expect(notifications).toHaveLength(3)
  expect(new Set(notifications).size).toBe(1)
  expect(JSON.parse(notifications[0] ?? '')).toMatchObject({
    paymentId: providerPaymentId,
    state: 'Succeeded',
  })
})
