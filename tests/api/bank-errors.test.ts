import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayment, listPayments } from '../../contract/invoices.ts'
import { openReturn } from '../../contract/orders.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { pollBank } from '../../server/features/payments/poll-bank.ts'
import { type Bank, BankUnavailable } from '../../server/features/payments/ports.ts'
import { createJobRunner } from '../../server/platform/jobs/jobs.ts'
import { createLogger } from '../../server/platform/log.ts'
import { openStripe } from '../support/providers/stripe-service.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import { buildPaymentCall, createOrder, toBankId } from '../support/server/payment-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  readOrderState,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('a bank’s silence', () => {
  it('is resolved by polling', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
    const { payUrl } = await startPayment(shop, invoiceId)
    await shop.pressBankButton(payUrl, 'timeout')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    expect((await startPayment(shop, invoiceId)).payUrl).toBe(payUrl)
    await shop.services.db.execute(
      `update sandbox_bank_payments set state = 'Succeeded' where id = '${toBankId(payUrl)}'`,
    )
    shop.moveClock(61_000)
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
  })

  it('of hours is resolved within five minutes after the bank is back', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
    const { payUrl } = await startPayment(shop, invoiceId)
    await shop.pressBankButton(payUrl, 'timeout')
    const { bank } = createSandboxBank(shop.services, () => Promise.resolve(204))
    let isUnreachable = true
    const getPayment: Bank['getPayment'] = (id) =>
      isUnreachable ? Promise.reject(new BankUnavailable('No answer')) : bank.getPayment(id)
    const { db, log, clock } = shop.services
    const jobs = createJobRunner({
      db,
      log,
      clock,
      handlers: new Map([
        ['payments.ask-bank', (context, payload) => pollBank(context, [{ ...bank, getPayment }], payload)],
      ]),
      createContext: () => shop.context(),
    })
    for (let minute = 0; minute < 3 * 60; minute++) {
      shop.moveClock(60_000)
      await jobs.drain()
    }
    await shop.services.db.execute(
      `update sandbox_bank_payments set state = 'Succeeded' where id = '${toBankId(payUrl)}'`,
    )
    isUnreachable = false
    shop.moveClock(5 * 60_000)
    await jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
  })
})

describe('an error of the bank', () => {
  const logLines: string[] = []
  let yookassa: YookassaService
  let other: Shop
  beforeAll(async () => {
    yookassa = await openYookassa()
    const { apiUrl, shopId, secretKey } = yookassa.account
    other = await openShop({
      log: createLogger('warn', { write: (line: string) => void logLines.push(line) }),
      tenant: { bank: 'yookassa', external: 'yookassa' },
      env: { YOOKASSA_API_URL: apiUrl, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey },
    })
  })
  afterAll(async () => {
    await other.close()
    await yookassa.close()
  })
  beforeEach(() => {
    logLines.length = 0
  })
  const placeOtherOrder = async () =>
    placeOrder(other, await createReadyCart(other, await createEventOnSale(other)))
  const listStates = async (invoiceId: string) =>
    (await fetchAnswer(other.app, listPayments, { params: { invoiceId } })).items.map(({ state }) => state)

  it('that is permanent ends the attempt, is logged with its reason, and allows a new one', async () => {
    const { orderId, invoiceId } = await placeOtherOrder()
    const body = { type: 'error', code: 'invalid_request', parameter: 'receipt.items' }
    yookassa.answerNextPost({ status: 400, body })
    expect(await fetchProblemCode(other.app, createPayment, buildPaymentCall(invoiceId))).toEqual([
      422,
      'PaymentRefused',
    ])
    expect(await listStates(invoiceId)).toEqual(['Declined'])
    const lines = logLines.filter((line) => line.includes('payment refused by the bank'))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 50, bank: 'yookassa', reason: 'invalid_request', parameter: 'receipt.items' },
    ])
    for (const secret of [orderId, invoiceId, 'anna.s@mail.example'])
      expect(logLines.join()).not.toContain(secret)
    await startPayment(other, invoiceId)
    expect(await listStates(invoiceId)).toEqual(['Declined', 'Created'])
  })

  it('that is temporary keeps the attempt for the next call', async () => {
    const { invoiceId } = await placeOtherOrder()
    yookassa.answerNextPost({ status: 500, body: { type: 'error', code: 'internal_server_error' } })
    expect(await fetchProblemCode(other.app, createPayment, buildPaymentCall(invoiceId))).toEqual([
      503,
      'ProviderUnavailable',
    ])
    expect(logLines.join()).toContain('a dependency is unavailable')
    await startPayment(other, invoiceId)
    expect(await listStates(invoiceId)).toEqual(['Created'])
  })
})

/** Fake providers. `listReturnUrls`: of the payments that were created. */
const lossyBanks = [
  {
    bank: 'yookassa',
    open: async () => {
      const service = await openYookassa()
      const { apiUrl, shopId, secretKey } = service.account
      return {
        env: { YOOKASSA_API_URL: apiUrl, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey },
        loseAnswer: () => service.loseAnswers(1),
        listReturnUrls: () =>
          service.createdPayments.map(({ body }) => (body.confirmation as { return_url: string }).return_url),
        close: () => service.close(),
      }
    },
  },
  {
    bank: 'stripe',
    open: async () => {
      const service = await openStripe()
      const { apiUrl = '', secretKey, webhookSecret } = service.account
      return {
        env: {
          STRIPE_API_URL: apiUrl,
          STRIPE_SECRET_KEY: secretKey,
          STRIPE_WEBHOOK_SECRET: webhookSecret,
        },
        // its client library retries once when a connection breaks
        loseAnswer: () => service.loseAnswers(2),
        listReturnUrls: () => service.createdSessions.map(({ body }) => body.get('success_url') ?? ''),
        close: () => service.close(),
      }
    },
  },
]

describe.each(lossyBanks)('an answer that is lost on the way from $bank', ({ bank, open }) => {
  let service: Awaited<ReturnType<typeof open>>
  let other: Shop
  beforeAll(async () => {
    service = await open()
    other = await openShop({ tenant: { bank }, env: service.env })
  })
  afterAll(async () => {
    await other.close()
    await service.close()
  })

  it('leads to the one payment that was created, also later, in another language and at another host', async () => {
    const event = await createEventOnSale(other)
    const { orderId, invoiceId } = await placeOrder(other, await createReadyCart(other, event))
    const call = buildPaymentCall(invoiceId)
    service.loseAnswer()
    expect(await fetchProblemCode(other.app, createPayment, call)).toEqual([503, 'ProviderUnavailable'])
    other.moveClock(30 * 60_000)
    const retry = { ...call, host: '127.0.0.1', language: 'en' }
    const { paymentId, payUrl } = await fetchAnswer(other.app, createPayment, retry)
    expect(await fetchAnswer(other.app, listPayments, { params: { invoiceId } })).toMatchObject({
      items: [{ paymentId, state: 'Created' }],
    })
    expect(payUrl).toMatch(/^https:/)
    const returnUrls = service.listReturnUrls()
    expect(returnUrls).toHaveLength(1)

    // the way back is open for an hour after the second call
    other.moveClock(59 * 60_000)
    const handle = new URL(returnUrls[0] ?? '').searchParams.get('handle')
    expect(await fetchAnswer(other.app, openReturn, { body: { handle } })).toEqual({ orderId })
    expect(await fetchProblemCode(other.app, openReturn, { body: { handle } })).toEqual([410, 'ReturnSpent'])
  })
})
