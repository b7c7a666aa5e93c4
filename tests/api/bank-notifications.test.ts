import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { listPayments, notifyPayment } from '../../contract/invoices.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { openStripe } from '../support/providers/stripe-service.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { createOrder, fetchPayments, toBankId } from '../support/server/payment-calls.ts'
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

describe('a notification', () => {
  it('is accepted only with the bank’s signature over its exact bytes', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
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
    const { orderId, invoiceId } = await createOrder(shop)
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => notify({ paymentId, state: 'Succeeded' })),
    )
    expect(new Set(statuses)).toEqual(new Set([204]))
    for (const state of ['Pending', 'Declined', 'Created', 'Succeeded'])
      expect(await notify({ paymentId, state })).toBe(204)
    expect(await notify({ paymentId: 'nobody', state: 'Succeeded' })).toBe(204)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect(await fetchPayments(shop, invoiceId)).toMatchObject([{ state: 'Succeeded' }])
  })

  it('of a success counts after a refusal, because the money is there', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
    const paymentId = toBankId((await startPayment(shop, invoiceId)).payUrl)
    await notify({ paymentId, state: 'Declined' })
    expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
    await notify({ paymentId, state: 'Succeeded' })
    expect(await readOrderState(shop, orderId)).toBe('Completed')
  })

  it('of another amount or currency delivers nothing', async () => {
    const { orderId, invoiceId } = await createOrder(shop)
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
