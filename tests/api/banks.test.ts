import { readdirSync } from 'node:fs'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentProviders } from '../../server/adapters/bank/index.ts'
import { createStripeBank } from '../../server/adapters/bank/stripe/index.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import {
  type Bank,
  type BankPaymentRequest,
  type BankRefund,
  BankRefused,
  BankUnavailable,
  NotificationForged,
} from '../../server/features/payments/ports.ts'
import { newId } from '../../server/platform/ids.ts'
import { openFakeService } from '../support/providers/fake-service.ts'
import { openStripe, type StripeService } from '../support/providers/stripe-service.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'

const now = new Date('2026-09-12T18:00:00Z')
const createBankOrder = (input: Partial<BankPaymentRequest> = {}): BankPaymentRequest => ({
  shop: 'one',
  paymentId: newId(),
  invoiceNumber: '48213',
  amount: { amount: 199050, currencyId: 643 },
  kind: 'BankCard',
  description: 'Photofinish 48213',
  returnUrl: 'https://one.test/order-complete',
  notificationUrl: 'https://one.test/notifications',
  language: 'ru',
  ...input,
})
const createBankRefund = (providerPaymentId: string): BankRefund => ({
  refundId: newId(),
  createdOn: now,
  providerPaymentId,
  amount: { amount: 35000, currencyId: 643 },
})
const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value))

let yookassa: YookassaService
let stripe: StripeService
beforeAll(async () => {
  yookassa = await openYookassa()
  stripe = await openStripe()
})
afterAll(async () => {
  await yookassa.close()
  await stripe.close()
})

/** External banks under test; `pay` and `decline` act as the buyer on the bank's page. */
const banks = [
  {
    name: 'yookassa',
    open: () => createYookassaBank(yookassa.account),
    pay: (id: string) => yookassa.setPaymentStatus(id, 'succeeded'),
    decline: (id: string) => yookassa.setPaymentStatus(id, 'canceled'),
    loseAnswer: () => yookassa.loseAnswers(1),
    loseAnswerToPost: () => yookassa.loseAnswers(1, 'POST'),
    forgetKeys: () => yookassa.forgetKeys(),
    failNext: (status: number) =>
      yookassa.answerNextPost({
        status,
        body: { type: 'error', code: 'invalid_request', parameter: 'amount' },
      }),
    countPayments: () => yookassa.createdPayments.length,
    listRefunds: () => yookassa.listRefundedAmounts(),
  },
  {
    name: 'stripe',
    open: () => createStripeBank(stripe.account),
    pay: (id: string) => void stripe.updateSession(id, { status: 'complete', payment_status: 'paid' }),
    decline: (id: string) => void stripe.updateSession(id, { status: 'expired' }),
    // its client library retries once when a connection breaks
    loseAnswer: () => stripe.loseAnswers(2),
    loseAnswerToPost: () => stripe.loseAnswers(2, 'POST'),
    forgetKeys: () => stripe.forgetKeys(),
    failNext: (status: number) =>
      stripe.answerNextPost({
        status,
        body: { error: { type: 'invalid_request_error', code: 'invalid_request', param: 'amount' } },
      }),
    countPayments: () => stripe.createdSessions.length,
    listRefunds: () => stripe.listRefundedAmounts(),
  },
]

it('cover all adapters', () => {
  const folders = readdirSync('server/adapters/bank', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'sandbox')
    .map(({ name }) => name)
  expect(Object.keys(paymentProviders).toSorted()).toEqual(folders.toSorted())
  expect(banks.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

describe.each(banks)('$name', (account) => {
  const { open, pay, decline, loseAnswer, loseAnswerToPost, forgetKeys } = account
  const { failNext, countPayments, listRefunds } = account
  it('creates the same payment for the same attempt, also when the first answer was lost', async () => {
    const bank: Bank = open()
    const order = createBankOrder()
    const before = countPayments()
    loseAnswer()
    await expect(bank.createPayment(order)).rejects.toBeInstanceOf(BankUnavailable)
    const first = await bank.createPayment(order)
    expect(await bank.createPayment(order)).toEqual(first)
    expect(countPayments()).toBe(before + 1)
    expect(new URL(first.payUrl).protocol).toBe('https:')
  })

  it('returns the state of a payment, with its amount in minor units', async () => {
    const bank = open()
    const { amount } = createBankOrder()
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    expect(await bank.getPayment(providerPaymentId)).toEqual({ providerPaymentId, state: 'Pending', amount })
    pay(providerPaymentId)
    expect(await bank.getPayment(providerPaymentId)).toEqual({
      providerPaymentId,
      state: 'Succeeded',
      amount,
    })
  })

  it('reports a refusal, and a missing payment', async () => {
    const bank = open()
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    decline(providerPaymentId)
    expect(await bank.getPayment(providerPaymentId)).toMatchObject({ state: 'Declined' })
    expect(await bank.getPayment('unknown')).toBeUndefined()
    await bank.cancelPayment('unknown')
    await bank.cancelPayment(providerPaymentId)
  })

  it('returns money once for each refund, and none of an unpaid payment', async () => {
    const bank = open()
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    const refund = createBankRefund(providerPaymentId)
    expect(await bank.refundPayment({ ...refund, refundId: newId() })).toBe('Declined')
    pay(providerPaymentId)
    const before = listRefunds().length
    expect(await bank.refundPayment(refund)).toBe('Succeeded')
    expect(await bank.refundPayment(refund)).toBe('Succeeded')
    expect(listRefunds().slice(before)).toEqual([35000])
  })

  it('returns money once when the answer is lost and the key is forgotten', async () => {
    const bank: Bank = open()
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    pay(providerPaymentId)
    const refund = createBankRefund(providerPaymentId)
    const before = listRefunds().length
    loseAnswerToPost()
    await expect(bank.refundPayment(refund)).rejects.toBeInstanceOf(BankUnavailable)
    forgetKeys()
    expect(await bank.refundPayment(refund)).toBe('Succeeded')
    expect(listRefunds().slice(before)).toEqual([35000])
  })

  it('distinguishes a permanent refusal, with its reason, from an outage', async () => {
    const bank: Bank = open()
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    pay(providerPaymentId)
    const refund = createBankRefund(providerPaymentId)
    const calls: (() => Promise<unknown>)[] = [
      () => bank.createPayment(createBankOrder()),
      () => bank.refundPayment(refund),
    ]
    for (const call of calls) {
      for (const status of [400, 401, 403, 422]) {
        failNext(status)
        const error = await call().catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(BankRefused)
        const isAccountRejected = status === 401 || status === 403
        expect(error).toMatchObject({ reason: 'invalid_request', parameter: 'amount', isAccountRejected })
      }
      for (const status of [408, 409, 429, 500, 503]) {
        failNext(status)
        await expect(call()).rejects.toBeInstanceOf(BankUnavailable)
      }
    }
    expect(await bank.refundPayment(refund)).toBe('Succeeded')
  })

  it('reports an idempotency key with another body as unclear: the first payment may exist', async () => {
    const bank: Bank = open()
    const order = createBankOrder()
    await bank.createPayment(order)
    const other = { ...order, description: 'Another description' }
    await expect(bank.createPayment(other)).rejects.toBeInstanceOf(BankUnavailable)
  })

  it('is unavailable rather than unknown while it does not answer', async () => {
    const bank = open()
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    loseAnswer()
    await expect(bank.getPayment(providerPaymentId)).rejects.toBeInstanceOf(BankUnavailable)
  })
})

describe('yookassa', () => {
  const createNotification = (id: string, createEvent = 'payment.succeeded') =>
    toBytes({
      type: 'notification',
      event: createEvent,
      object: { id, status: 'succeeded', amount: { value: '1.00', currency: 'RUB' } },
    })

  it('sends the amount and the payment method in its own format', async () => {
    const bank = createYookassaBank(yookassa.account)
    await bank.createPayment(createBankOrder({ kind: 'FastPayment', amount: { amount: 5, currencyId: 643 } }))
    expect(yookassa.createdPayments.at(-1)?.body).toMatchObject({
      amount: { value: '0.05', currency: 'RUB' },
      capture: true,
      payment_method_data: { type: 'sbp' },
      confirmation: { type: 'redirect', return_url: 'https://one.test/order-complete', locale: 'ru_RU' },
    })
  })

  it('ignores the state in notifications and asks the service for it', async () => {
    const bank = createYookassaBank(yookassa.account)
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    expect(await bank.readNotification(createNotification(providerPaymentId), {}, now)).toMatchObject({
      state: 'Pending',
    })
    yookassa.setPaymentStatus(providerPaymentId, 'succeeded')
    const { amount } = createBankOrder()
    const payment = await bank.readNotification(
      createNotification(providerPaymentId, 'payment.canceled'),
      {},
      now,
    )
    expect(payment).toEqual({ providerPaymentId, state: 'Succeeded', amount })
  })

  it('rejects invented payments and other texts as forged, and ignores refunds', async () => {
    const bank = createYookassaBank(yookassa.account)
    for (const body of [createNotification('made-up'), toBytes({}), Buffer.from('<html>')])
      await expect(bank.readNotification(body, {}, now)).rejects.toBeInstanceOf(NotificationForged)
    expect(
      await bank.readNotification(createNotification('some-refund', 'refund.succeeded'), {}, now),
    ).toBeUndefined()
  })

  it('does not take the page of a proxy for a refusal', async () => {
    yookassa.answerNextPost({ status: 403, body: '<html>' })
    const bank = createYookassaBank(yookassa.account)
    await expect(bank.createPayment(createBankOrder())).rejects.toBeInstanceOf(BankUnavailable)
  })

  it('ignores notifications of payments in an unknown currency', async () => {
    const payment = { id: 'foreign', status: 'succeeded', amount: { value: '10.00', currency: 'EUR' } }
    const service = await openFakeService(() => ({ status: 200, body: payment }))
    const bank = createYookassaBank({ ...yookassa.account, apiUrl: service.url })
    expect(await bank.readNotification(createNotification(payment.id), {}, now)).toBeUndefined()
    await expect(bank.getPayment(payment.id)).rejects.toBeInstanceOf(BankUnavailable)
    await service.close()
  })

  const createPaidPayment = async (bank: Bank) => {
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    yookassa.setPaymentStatus(providerPaymentId, 'succeeded')
    return providerPaymentId
  }

  it('returns the current state of a refund, which it finds among many of the payment', async () => {
    const bank = createYookassaBank(yookassa.account)
    const paymentId = await createPaidPayment(bank)
    const refunds = Array.from({ length: 5 }, () => createBankRefund(paymentId))
    for (const refund of refunds) await bank.refundPayment(refund)
    const before = yookassa.listRefundedAmounts().length
    for (const [status, state] of [
      ['pending', 'Pending'],
      ['canceled', 'Declined'],
      ['succeeded', 'Succeeded'],
    ] as const) {
      yookassa.setRefundStatus(paymentId, status)
      yookassa.forgetKeys()
      for (const refund of refunds) expect(await bank.refundPayment(refund)).toBe(state)
    }
    expect(yookassa.listRefundedAmounts()).toHaveLength(before)
  })

  it('takes a refund without an id for one that an earlier release requested', async () => {
    const bank = createYookassaBank(yookassa.account)
    const paymentId = await createPaidPayment(bank)
    const refund = createBankRefund(paymentId)
    yookassa.addUnnamedRefund(paymentId, '350.00', now)
    const before = yookassa.listRefundedAmounts().length
    expect(await bank.refundPayment(refund)).toBe('Succeeded')
    expect(yookassa.listRefundedAmounts()).toHaveLength(before)
  })

  it.each([
    ['is older', '350.00', -2],
    ['has another amount', '350.01', 0],
  ])('requests a refund when one without an id %s', async (_which, value, minutes) => {
    const bank = createYookassaBank(yookassa.account)
    const paymentId = await createPaidPayment(bank)
    yookassa.addUnnamedRefund(paymentId, value, new Date(now.getTime() + minutes * 60_000))
    const before = yookassa.listRefundedAmounts().length
    expect(await bank.refundPayment(createBankRefund(paymentId))).toBe('Succeeded')
    expect(yookassa.listRefundedAmounts()).toHaveLength(before + 1)
  })

  it('cancels a payment that waits for capture', async () => {
    const bank = createYookassaBank(yookassa.account)
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    yookassa.setPaymentStatus(providerPaymentId, 'waiting_for_capture')
    await bank.cancelPayment(providerPaymentId)
    expect(await bank.getPayment(providerPaymentId)).toMatchObject({ state: 'Declined' })
  })
})

describe('stripe', () => {
  const { webhooks } = new Stripe('sk_test_unused')
  const createSignature = (payload: string, signedOn = now, secret = stripe.account.webhookSecret) => ({
    'stripe-signature': webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(signedOn.getTime() / 1000),
    }),
  })
  const createEvent = (type: string, object: unknown) =>
    JSON.stringify({ id: `evt_${newId()}`, object: 'event', type, data: { object } })
  const readEvent = (bank: Bank, type: string, object: unknown) => {
    const payload = createEvent(type, object)
    return bank.readNotification(Buffer.from(payload), createSignature(payload), now)
  }

  it('sends the amount in its own format', async () => {
    await createStripeBank(stripe.account).createPayment(
      createBankOrder({ amount: { amount: 2490, currencyId: 840 }, language: 'en' }),
    )
    const body = stripe.createdSessions.at(-1)?.body
    expect(body?.get('line_items[0][price_data][unit_amount]')).toBe('2490')
    expect(body?.get('line_items[0][price_data][currency]')).toBe('usd')
    expect([body?.get('mode'), body?.get('locale')]).toEqual(['payment', 'en'])
  })

  it('accepts signed events: paid, failed later, and over', async () => {
    const bank = createStripeBank(stripe.account)
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    const unpaid = stripe.updateSession(providerPaymentId, { status: 'complete' })
    expect(await readEvent(bank, 'checkout.session.completed', unpaid)).toMatchObject({ state: 'Pending' })
    expect(await readEvent(bank, 'checkout.session.async_payment_failed', unpaid)).toMatchObject({
      state: 'Declined',
    })
    const paid = { ...unpaid, payment_status: 'paid' }
    const { amount } = createBankOrder()
    expect(await readEvent(bank, 'checkout.session.completed', paid)).toEqual({
      providerPaymentId,
      state: 'Succeeded',
      amount,
    })
    expect(await readEvent(bank, 'customer.created', { id: 'cus_1' })).toBeUndefined()
  })

  it.each([
    ['a setup', { mode: 'setup', amount_total: null, currency: null }],
    ['a subscription', { mode: 'subscription' }],
    ['an unknown currency', { currency: 'eur' }],
    ['no amount', { amount_total: null }],
  ])('ignores sessions of other programs on the same account: %s', async (_which, foreign) => {
    const bank = createStripeBank(stripe.account)
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    const paid = stripe.updateSession(providerPaymentId, { status: 'complete', payment_status: 'paid' })
    for (const name of ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'])
      expect(await readEvent(bank, `checkout.session.${name}`, { ...paid, ...foreign })).toBeUndefined()
  })

  it('does not report a payment in an unknown currency as missing', async () => {
    const bank = createStripeBank(stripe.account)
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    stripe.updateSession(providerPaymentId, { currency: 'eur' })
    await expect(bank.getPayment(providerPaymentId)).rejects.toBeInstanceOf(BankUnavailable)
  })

  it('refuses unsigned, altered and old events, and those signed with another secret', async () => {
    const bank = createStripeBank(stripe.account)
    const payload = createEvent('checkout.session.completed', { id: 'cs', amount_total: 1, currency: 'rub' })
    const longAgo = new Date(now.getTime() - 6 * 60_000)
    for (const [body, headers] of [
      [payload, {}],
      [`${payload} `, createSignature(payload)],
      [payload, createSignature(payload, longAgo)],
      [payload, createSignature(payload, now, 'whsec_other')],
      [payload, { 'stripe-signature': 't=1,v1=00' }],
    ] as const)
      await expect(bank.readNotification(Buffer.from(body), headers, now)).rejects.toBeInstanceOf(
        NotificationForged,
      )
  })

  it('reports a canceled payment as declined', async () => {
    const bank = createStripeBank(stripe.account)
    const { providerPaymentId } = await bank.createPayment(createBankOrder())
    await bank.cancelPayment(providerPaymentId)
    expect(await bank.getPayment(providerPaymentId)).toMatchObject({ state: 'Declined' })
  })
})
