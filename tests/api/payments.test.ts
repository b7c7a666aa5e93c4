import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { createPayment, listPayments, listPaymentTypes, notifyPayment } from '../../contract/invoices.ts'
import { getProviderOrder } from '../../contract/payments.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { pollBank } from '../../server/features/payments/poll-bank.ts'
import { type Bank, BankUnavailable } from '../../server/features/payments/ports.ts'
import { createJobRunner } from '../../server/platform/jobs/jobs.ts'
import { createLogger } from '../../server/platform/log.ts'
import { openStripe } from '../support/providers/stripe-service.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  fetchCart,
  openShop,
  placeOrder,
  readOrderState,
  returnUrl,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function createOrder(photos = 1) {
  return placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop), { photos }))
}
const fetchPayments = async (invoiceId: string) =>
  (await fetchAnswer(shop.app, listPayments, { params: { invoiceId } })).items
const toBankId = (payUrl: string) => payUrl.split('/').at(-1) ?? ''

/** Sends a notification as the bank does, by default signed with its key. */
async function notify(
  notification: { paymentId: string; state: string; amount?: unknown },
  options: { signature?: string; signedOn?: Date; sentBody?: string } = {},
): Promise<number> {
  const body = JSON.stringify({
    event: 'payment.changed',
    amount: { amount: 39000, currencyId: 643 },
    ...notification,
  })
  const { secrets } = shop.services.config
  const signedOn = options.signedOn ?? shop.services.clock()
  const response = await shop.app.inject({
    method: 'POST',
    url: buildPath(notifyPayment, { provider: 'sandbox' }),
    headers: {
      host: 'one.test',
      'content-type': 'application/json',
      'x-sandbox-signature': options.signature ?? signBody(body, secrets.sandboxBank, signedOn),
    },
    payload: options.sentBody ?? body,
  })
  return response.statusCode
}

describe('paying', () => {
  it('completes the order by the bank’s notification, never by the buyer’s return', async () => {
    const { orderId, invoiceId } = await createOrder()
    const { payUrl, state } = await startPayment(shop, invoiceId)
    expect(state).toBe('Created')
    expect(await shop.pressBankButton(payUrl, 'approve')).toMatch(`${returnUrl}?handle=`)
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect(await fetchPayments(invoiceId)).toMatchObject([
      { type: 'Payment', state: 'Succeeded', amount: { amount: 39000 } },
    ])
    expect(await fetchProblemCode(shop.app, createPayment, buildPaymentCall(invoiceId))).toEqual([
      409,
      'InvoicePaid',
    ])
    const orderCall = { params: { invoiceNumber: invoiceId } }
    expect(await fetchAnswer(shop.app, getProviderOrder, orderCall)).toMatchObject({ state: 'Succeeded' })
  })

  it('can be retried after a refusal, with another method and cheaper', async () => {
    const { orderId, invoiceId } = await createOrder()
    const card = await startPayment(shop, invoiceId)
    await shop.pressBankButton(card.payUrl, 'decline')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    const fast = await startPayment(shop, invoiceId, 'fast')
    expect(fast.payUrl).not.toBe(card.payUrl)
    await shop.pressBankButton(fast.payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect((await fetchPayments(invoiceId)).map((one) => [one.type, one.state, one.amount.amount])).toEqual([
      ['Payment', 'Declined', 39000],
      ['Payment', 'Succeeded', 37050],
      ['Discount', 'Succeeded', 1950],
    ])
  })

  it('drops the discount of a fast payment when the buyer changes to a card', async () => {
    const { orderId, invoiceId } = await createOrder()
    const fast = await startPayment(shop, invoiceId, 'fast')
    const card = await startPayment(shop, invoiceId)
    expect((await fetchPayments(invoiceId)).map((one) => [one.type, one.state, one.amount.amount])).toEqual([
      ['Payment', 'Declined', 37050],
      ['Discount', 'Declined', 1950],
      ['Payment', 'Created', 39000],
    ])
    await shop.pressBankButton(fast.payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    await shop.pressBankButton(card.payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
  })

  it('may use an external service, found by the invoice’s number', async () => {
    const { orderId, invoiceId } = await createOrder()
    const fast = await startPayment(shop, invoiceId, 'fast')
    const external = await startPayment(shop, invoiceId, 'external')
    expect(external.payUrl).not.toBe(fast.payUrl)
    const orderCall = { params: { invoiceNumber: invoiceId } }
    expect(await fetchAnswer(shop.app, getProviderOrder, orderCall)).toEqual({
      invoiceNumber: invoiceId,
      state: 'Created',
      amount: { amount: 39000, currencyId: 643 },
    })
    await shop.pressBankButton(external.payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect((await fetchPayments(invoiceId)).map((one) => [one.paymentTypeId, one.type, one.state])).toEqual([
      ['fast', 'Payment', 'Declined'],
      ['fast', 'Discount', 'Declined'],
      ['external', 'Payment', 'Succeeded'],
    ])
  })

  it('leads fifty concurrent callers to one page of the bank', async () => {
    const { invoiceId } = await createOrder()
    const answers = await Promise.all(Array.from({ length: 50 }, () => startPayment(shop, invoiceId)))
    expect(new Set(answers.map(({ payUrl }) => payUrl)).size).toBe(1)
    expect(await fetchPayments(invoiceId)).toHaveLength(1)
  })

  it('refuses methods that are not offered and returns to other origins', async () => {
    const { invoiceId } = await createOrder()
    const input = (body: Record<string, string>) =>
      fetchProblemCode(shop.app, createPayment, {
        params: { invoiceId },
        body: { paymentTypeId: 'card', returnUrl, ...body },
      })
    expect(await input({ paymentTypeId: 'gold' })).toEqual([422, 'PaymentTypeUnknown'])
    expect(await input({ returnUrl: 'https://evil.example/' })).toEqual([422, 'ReturnUrlNotAllowed'])
    expect(await input({ amount: '1' })).toEqual([400, 'ValidationFailed'])
    expect(await fetchProblemCode(shop.app, createPayment, buildPaymentCall('unknown'))).toEqual([
      404,
      'InvoiceNotFound',
    ])
  })

  it('returns the sum of each method', async () => {
    const query = { amount: '317000', currencyId: '643' }
    const { items } = await fetchAnswer(shop.app, listPaymentTypes, { query, language: 'en' })
    expect(items.map((one) => [one.kind, one.discountPercent, one.amountToPay.amount])).toEqual([
      ['FastPayment', 5, 301150],
      ['BankCard', 0, 317000],
      ['External', 0, 317000],
    ])
    const dollars = await fetchAnswer(shop.app, listPaymentTypes, { query: { ...query, currencyId: '840' } })
    expect(dollars.items.map((one) => one.kind)).toEqual(['BankCard', 'External'])
  })

  it('offers the methods of the event for its album, and refuses others', async () => {
    const event = await createEventOnSale(shop, { switches: { paymentTypes: ['card'] } })
    const cartId = await createReadyCart(shop, event)
    expect((await fetchCart(shop, cartId)).albumId).toBe(event.albumId)
    const query = { amount: '39000', currencyId: '643', albumId: event.albumId }
    const { items } = await fetchAnswer(shop.app, listPaymentTypes, { query })
    expect(items.map((one) => one.kind)).toEqual(['BankCard'])
    const { invoiceId } = await placeOrder(shop, cartId)
    const buildTypedPaymentCall = (paymentTypeId: string) => ({
      params: { invoiceId },
      body: { paymentTypeId, returnUrl },
    })
    expect(await fetchProblemCode(shop.app, createPayment, buildTypedPaymentCall('fast'))).toEqual([
      422,
      'PaymentTypeUnknown',
    ])
    expect((await fetchAnswer(shop.app, createPayment, buildTypedPaymentCall('card'))).state).toBe('Created')
    const unknown = { ...query, albumId: 'unknown' }
    expect(await fetchProblemCode(shop.app, listPaymentTypes, { query: unknown })).toEqual([
      404,
      'EventNotFound',
    ])
  })

  it('returns no payment under guessable numbers', async () => {
    const { orderId } = await createOrder()
    for (const invoiceNumber of ['1', '48213', orderId])
      expect(await fetchProblemCode(shop.app, getProviderOrder, { params: { invoiceNumber } })).toEqual([
        404,
        'PaymentNotFound',
      ])
  })
})

describe('a bank’s silence', () => {
  it('is resolved by polling', async () => {
    const { orderId, invoiceId } = await createOrder()
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
    const { orderId, invoiceId } = await createOrder()
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

describe('a notification', () => {
  it('is accepted only with the bank’s signature over its exact bytes', async () => {
    const { orderId, invoiceId } = await createOrder()
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    const notification = { paymentId, state: 'Succeeded' }
    expect(await notify(notification, { signature: '' })).toBe(401)
    expect(await notify(notification, { signature: `t=1,v1=${'0'.repeat(64)}` })).toBe(401)
    const expiredOn = new Date(shop.services.clock().getTime() - 301_000)
    expect(await notify(notification, { signedOn: expiredOn })).toBe(401)
    const amount = { amount: 39000, currencyId: 643 }
    const reorderedBody = JSON.stringify({ amount, event: 'payment.changed', ...notification })
    expect(await notify(notification, { sentBody: reorderedBody })).toBe(401)
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    expect(await notify(notification)).toBe(204)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
  })

  it('is harmless when it is repeated, late, out of order, or unknown', async () => {
    const { orderId, invoiceId } = await createOrder()
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => notify({ paymentId, state: 'Succeeded' })),
    )
    expect(new Set(statuses)).toEqual(new Set([204]))
    for (const state of ['Pending', 'Declined', 'Created', 'Succeeded'])
      expect(await notify({ paymentId, state })).toBe(204)
    expect(await notify({ paymentId: 'nobody', state: 'Succeeded' })).toBe(204)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect(await fetchPayments(invoiceId)).toMatchObject([{ state: 'Succeeded' }])
  })

  it('of a success counts after a refusal, because the money is there', async () => {
    const { orderId, invoiceId } = await createOrder()
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    await notify({ paymentId, state: 'Declined' })
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    await notify({ paymentId, state: 'Succeeded' })
    expect(await readOrderState(shop, orderId)).toBe('Completed')
  })

  it('of another amount or currency delivers nothing', async () => {
    const { orderId, invoiceId } = await createOrder()
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    for (const amount of [
      { amount: 1, currencyId: 643 },
      { amount: 39000, currencyId: 840 },
    ])
      expect(await notify({ paymentId, state: 'Succeeded', amount })).toBe(204)
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
  })

  it('of another program on the Stripe account is accepted and changes nothing', async () => {
    const stripe = await openStripe()
    const { secretKey, webhookSecret } = stripe.account
    const other = await openShop({
      tenant: { bank: 'stripe', external: 'stripe' },
      env: {
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_URL: stripe.url,
      },
    })
    const { orderId, invoiceId } = await placeOrder(
      other,
      await createReadyCart(other, await createEventOnSale(other)),
    )
    await startPayment(other, invoiceId)
    const paid = stripe.updateSession(stripe.createdSessions.at(-1)?.id ?? '', {
      status: 'complete',
      payment_status: 'paid',
    })
    const { webhooks } = new Stripe('sk_test_unused')
    const sendSession = async (changes: object): Promise<number> => {
      const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed' }
      const payload = JSON.stringify({ ...event, data: { object: { ...paid, ...changes } } })
      const timestamp = Math.floor(other.services.clock().getTime() / 1000)
      const signature = webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
      const response = await sendCall(other.app, notifyPayment, {
        params: { provider: 'stripe' },
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: Buffer.from(payload),
      })
      return response.statusCode
    }
    for (const changes of [
      { id: 'cs_foreign' },
      { id: 'cs_foreign', currency: 'eur' },
      { id: 'cs_foreign', mode: 'setup', amount_total: null, currency: null },
      { mode: 'subscription' },
      { currency: 'eur' },
    ])
      expect(await sendSession(changes)).toBe(204)
    expect(await readOrderState(other, orderId)).toBe('AwaitingPayment')
    const { items } = await fetchAnswer(other.app, listPayments, { params: { invoiceId } })
    expect(items).toMatchObject([{ state: 'Created' }])
    expect(await sendSession({})).toBe(204)
    expect(await readOrderState(other, orderId)).toBe('Completed')
    await other.close()
    await stripe.close()
  })

  it('that is unsigned, of an unknown bank or too large is refused, each with its code', async () => {
    const requestRefusal = (provider: string, body: object = {}) =>
      fetchProblemCode(shop.app, notifyPayment, { params: { provider }, body })
    expect(await requestRefusal('sandbox')).toEqual([401, 'SignatureInvalid'])
    expect(await requestRefusal('nobank')).toEqual([404, 'ProviderNotFound'])
    expect(await requestRefusal('sandbox', { filler: 'x'.repeat(70_000) })).toEqual([413, 'BodyTooLarge'])
  })
})

function buildPaymentCall(invoiceId: string) {
  return { params: { invoiceId }, body: { paymentTypeId: 'card', returnUrl } }
}
