import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayment, listPaymentTypes } from '../../contract/invoices.ts'
import { getProviderOrder } from '../../contract/payments.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import { buildPaymentCall, createOrder, fetchPayments } from '../support/server/payment-calls.ts'
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

describe('paying', () => {
  it('completes the order by the bank’s notification, never by the buyer’s return', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
    const { payUrl, state } = await startPayment(shop, invoiceId)
    expect(state).toBe('Created')
    expect(await shop.pressBankButton(payUrl, 'approve')).toMatch(`${returnUrl}?handle=`)
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect(await fetchPayments(shop, invoiceId)).toMatchObject([
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
    const { orderId, invoiceId } = await createOrder(shop)
    const card = await startPayment(shop, invoiceId)
    await shop.pressBankButton(card.payUrl, 'decline')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    const fast = await startPayment(shop, invoiceId, 'fast')
    expect(fast.payUrl).not.toBe(card.payUrl)
    await shop.pressBankButton(fast.payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect(
      (await fetchPayments(shop, invoiceId)).map((one) => [one.type, one.state, one.amount.amount]),
    ).toEqual([
      ['Payment', 'Declined', 39000],
      ['Payment', 'Succeeded', 37050],
      ['Discount', 'Succeeded', 1950],
    ])
  })

  it('drops the discount of a fast payment when the buyer changes to a card', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
    const fast = await startPayment(shop, invoiceId, 'fast')
    const card = await startPayment(shop, invoiceId)
    expect(
      (await fetchPayments(shop, invoiceId)).map((one) => [one.type, one.state, one.amount.amount]),
    ).toEqual([
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
    const { orderId, invoiceId } = await createOrder(shop)
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
    expect(
      (await fetchPayments(shop, invoiceId)).map((one) => [one.paymentTypeId, one.type, one.state]),
    ).toEqual([
      ['fast', 'Payment', 'Declined'],
      ['fast', 'Discount', 'Declined'],
      ['external', 'Payment', 'Succeeded'],
    ])
  })

  it('leads fifty concurrent callers to one page of the bank', async () => {
    const { invoiceId } = await createOrder(shop)
    const answers = await Promise.all(Array.from({ length: 50 }, () => startPayment(shop, invoiceId)))
    expect(new Set(answers.map(({ payUrl }) => payUrl)).size).toBe(1)
    expect(await fetchPayments(shop, invoiceId)).toHaveLength(1)
  })

  it('refuses methods that are not offered and returns to other origins', async () => {
    const { invoiceId } = await createOrder(shop)
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
    const { orderId } = await createOrder(shop)
    for (const invoiceNumber of ['1', '48213', orderId])
      expect(await fetchProblemCode(shop.app, getProviderOrder, { params: { invoiceNumber } })).toEqual([
        404,
        'PaymentNotFound',
      ])
  })
})
