import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReturn } from '../../contract/orders.ts'
import { answer, refusal, send } from '../support/server/api-calls.ts'
import { aFullCart, aSellingEvent, openShop, pay, placeOrder, type Shop } from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Creates an order whose buyer was just redirected back by the bank. Returns the URL of the redirect and its handle. */
async function aReturn() {
  const order = await placeOrder(shop, await aFullCart(shop, await aSellingEvent(shop)))
  const { payUrl } = await pay(shop, order.invoiceId)
  const address = new URL(await shop.press(payUrl, 'approve'))
  return { ...order, address, handle: address.searchParams.get('handle') ?? '' }
}
const spent = [410, 'ReturnSpent']
const refused = (handle: string, host?: string) =>
  refusal(shop.app, openReturn, { body: { handle }, ...(host === undefined ? {} : { host }) })

describe('the way back from the bank', () => {
  it('opens the order that was paid, in a browser that knows nothing of it', async () => {
    const { orderId, handle } = await aReturn()
    expect(await answer(shop.app, openReturn, { body: { handle } })).toEqual({ orderId })
  })

  it('opens it once', async () => {
    const { handle } = await aReturn()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(shop.app, openReturn, { body: { handle } })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(19)
    expect(await refused(handle)).toEqual(spent)
  })

  it('opens it again to the same asker whose answer was lost', async () => {
    const { orderId, handle } = await aReturn()
    const ask = { body: { handle }, headers: { 'idempotency-key': 'the-same-tap' } }
    expect(await answer(shop.app, openReturn, ask)).toEqual({ orderId })
    expect(await answer(shop.app, openReturn, ask)).toEqual({ orderId })
    expect(await refused(handle)).toEqual(spent)
  })

  it('is closed after an hour', async () => {
    const { handle } = await aReturn()
    shop.moveClock(60 * 60_000)
    expect(await refused(handle)).toEqual(spent)
  })

  it('opens nothing when it was altered, made up, or belongs to another shop', async () => {
    const { orderId, handle } = await aReturn()
    const [payload = '', signature = ''] = handle.split('.')
    const forged = Buffer.from(JSON.stringify({ name: orderId, expiresOn: 4e12 })).toString('base64url')
    for (const other of [orderId, payload, `${forged}.${signature}`, `${handle}x`, '.', 'a.b.c'])
      expect(await refused(other)).toEqual(spent)
    expect(await refused(handle, 'two.test')).toEqual(spent)
    expect(await answer(shop.app, openReturn, { body: { handle } })).toEqual({ orderId })
  })

  it('puts neither the order nor the invoice into the bank’s hands', async () => {
    const { orderId, invoiceId, address, handle } = await aReturn()
    const known = JSON.stringify(Buffer.from(handle.split('.')[0] ?? '', 'base64url').toString())
    for (const id of [orderId, invoiceId]) {
      expect(address.href).not.toContain(id)
      expect(known).not.toContain(id)
    }
  })
})
