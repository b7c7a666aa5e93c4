import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder, listOrders } from '../../contract/orders.ts'
import { applyPaymentEvent } from '../../server/features/invoices/index.ts'
import type { Keycloak } from '../support/providers/keycloak.ts'
import { answer } from '../support/server/api-calls.ts'
import { aFullCart, aSellingEvent, pay, placeOrder, type Shop } from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'

/** The amount of an order must be the same on its page and in the list of orders. */
let testServer: ShopWithAccounts
let keycloak: Keycloak
let shop: Shop

beforeAll(async () => {
  testServer = await openShopWithAccounts()
  ;({ shop, keycloak } = testServer)
})
afterAll(() => testServer.close())

const total = 39_000
const fast = 37_050
const toBankId = (payUrl: string) => payUrl.split('/').at(-1) ?? ''

async function anOrder(input: Parameters<typeof aSellingEvent>[1] = {}) {
  return placeOrder(shop, await aFullCart(shop, await aSellingEvent(shop, input)))
}

/** Returns amount and payment method of an order, and checks that the page and the list agree. */
async function told(orderId: string): Promise<[number | undefined, string | undefined]> {
  const order = await answer(shop.app, getOrder, { params: { orderId } })
  const list = await answer(shop.app, listOrders, { token: await keycloak.token() })
  expect(list.items.find((one) => one.orderId === orderId)).toEqual(order)
  expect(order.totalAmount).toEqual({ amount: total, currencyId: 643 })
  expect(order.amountToPay?.currencyId).toBe(643)
  return [order.amountToPay?.amount, order.paymentTypeId]
}

test('an order without a payment attempt has the sum of the first method offered', async () => {
  expect(await told((await anOrder()).orderId)).toEqual([fast, undefined])
  const byCard = await anOrder({ switches: { paymentTypes: ['card'] } })
  expect(await told(byCard.orderId)).toEqual([total, undefined])
})

test('the last payment method used decides, also when it was declined', async () => {
  const { orderId, invoiceId } = await anOrder()
  const { payUrl } = await pay(shop, invoiceId, 'card')
  expect(await told(orderId)).toEqual([total, 'card'])
  await shop.press(payUrl, 'decline')
  await shop.jobs.drain()
  expect(await told(orderId)).toEqual([total, 'card'])
  shop.moveClock(1000)
  await pay(shop, invoiceId, 'fast')
  expect(await told(orderId)).toEqual([fast, 'fast'])
})

test('a paid order has the sum paid, for any state of its other attempts', async () => {
  const { orderId, invoiceId } = await anOrder()
  const first = await pay(shop, invoiceId, 'card')
  shop.moveClock(1000)
  const { payUrl } = await pay(shop, invoiceId, 'fast')
  await shop.press(payUrl, 'approve')
  await shop.jobs.drain()
  expect(await told(orderId)).toEqual([fast, 'fast'])
  const providerPaymentId = toBankId(first.payUrl)
  const amount = { amount: total, currencyId: 643 } as const
  const news = { provider: 'sandbox', providerPaymentId, state: 'Succeeded', amount } as const
  expect(await applyPaymentEvent(shop.context(), news)).toBe('needsReview')
  expect(await told(orderId)).toEqual([fast, 'fast'])
})
