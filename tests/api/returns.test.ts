import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReturn } from '../../contract/orders.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
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

/** Creates an order whose buyer was just redirected back by the bank. Returns the URL of the redirect and its handle. */
async function createReturn() {
  const order = await placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))
  const { payUrl } = await startPayment(shop, order.invoiceId)
  const returnUrl = new URL(await shop.pressBankButton(payUrl, 'approve'))
  return { ...order, returnUrl, handle: returnUrl.searchParams.get('handle') ?? '' }
}
const spentRefusal = [410, 'ReturnSpent']
const openRefused = (handle: string, host?: string) =>
  fetchProblemCode(shop.app, openReturn, { body: { handle }, ...(host === undefined ? {} : { host }) })

describe('the way back from the bank', () => {
  it('opens the order that was paid, in a browser that knows nothing of it', async () => {
    const { orderId, handle } = await createReturn()
    expect(await fetchAnswer(shop.app, openReturn, { body: { handle } })).toEqual({ orderId })
  })

  it('opens it once', async () => {
    const { handle } = await createReturn()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendCall(shop.app, openReturn, { body: { handle } })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(19)
    expect(await openRefused(handle)).toEqual(spentRefusal)
  })

  it('opens it again to the same asker whose answer was lost', async () => {
    const { orderId, handle } = await createReturn()
    const call = { body: { handle }, headers: { 'idempotency-key': 'the-same-tap' } }
    expect(await fetchAnswer(shop.app, openReturn, call)).toEqual({ orderId })
    expect(await fetchAnswer(shop.app, openReturn, call)).toEqual({ orderId })
    expect(await openRefused(handle)).toEqual(spentRefusal)
  })

  it('is closed after an hour', async () => {
    const { handle } = await createReturn()
    shop.moveClock(60 * 60_000)
    expect(await openRefused(handle)).toEqual(spentRefusal)
  })

  it('opens nothing when it was altered, made up, or belongs to another shop', async () => {
    const { orderId, handle } = await createReturn()
    const [payload = '', signature = ''] = handle.split('.')
    const forgedPayload = Buffer.from(JSON.stringify({ name: orderId, expiresOn: 4e12 })).toString(
      'base64url',
    )
    for (const other of [orderId, payload, `${forgedPayload}.${signature}`, `${handle}x`, '.', 'a.b.c'])
      expect(await openRefused(other)).toEqual(spentRefusal)
    expect(await openRefused(handle, 'two.test')).toEqual(spentRefusal)
    expect(await fetchAnswer(shop.app, openReturn, { body: { handle } })).toEqual({ orderId })
  })

  it('puts neither the order nor the invoice into the bank’s hands', async () => {
    const { orderId, invoiceId, returnUrl, handle } = await createReturn()
    const decodedPayload = JSON.stringify(Buffer.from(handle.split('.')[0] ?? '', 'base64url').toString())
    for (const id of [orderId, invoiceId]) {
      expect(returnUrl.href).not.toContain(id)
      expect(decodedPayload).not.toContain(id)
    }
  })
})
