import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder, listOrders } from '../../contract/orders.ts'
import { applyPaymentEvent } from '../../server/features/invoices/index.ts'
import type { Keycloak } from '../support/providers/keycloak.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  placeOrder,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'
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
const fastTotal = 37_050
const toBankId = (payUrl: string) => payUrl.split('/').at(-1) ?? ''

async function createOrder(input: Parameters<typeof createEventOnSale>[1] = {}) {
  return placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop, input)))
}

/** Returns amount and payment method of an order, and checks that the page and the list agree. */
async function readAmountToPay(orderId: string): Promise<[number | undefined, string | undefined]> {
  const order = await fetchAnswer(shop.app, getOrder, { params: { orderId } })
  const list = await fetchAnswer(shop.app, listOrders, { token: await keycloak.createToken() })
  expect(list.items.find((one) => one.orderId === orderId)).toEqual(order)
  expect(order.totalAmount).toEqual({ amount: total, currencyId: 643 })
  expect(order.amountToPay?.currencyId).toBe(643)
  return [order.amountToPay?.amount, order.paymentTypeId]
}

test('an order without a payment attempt has the sum of the first method offered', async () => {
  expect(await readAmountToPay((await createOrder()).orderId)).toEqual([fastTotal, undefined])
  const cardOrder = await createOrder({ switches: { paymentTypes: ['card'] } })
  expect(await readAmountToPay(cardOrder.orderId)).toEqual([total, undefined])
})

test('the last payment method used decides, also when it was declined', async () => {
  const { orderId, invoiceId } = await createOrder()
  const { payUrl } = await startPayment(shop, invoiceId, 'card')
  expect(await readAmountToPay(orderId)).toEqual([total, 'card'])
  await shop.pressBankButton(payUrl, 'decline')
  await shop.jobs.drain()
  expect(await readAmountToPay(orderId)).toEqual([total, 'card'])
  shop.moveClock(1000)
  await startPayment(shop, invoiceId, 'fast')
  expect(await readAmountToPay(orderId)).toEqual([fastTotal, 'fast'])
})

test('a paid order has the sum paid, for any state of its other attempts', async () => {
  const { orderId, invoiceId } = await createOrder()
  const first = await startPayment(shop, invoiceId, 'card')
  shop.moveClock(1000)
  const { payUrl } = await startPayment(shop, invoiceId, 'fast')
  await shop.pressBankButton(payUrl, 'approve')
  await shop.jobs.drain()
  expect(await readAmountToPay(orderId)).toEqual([fastTotal, 'fast'])
  const providerPaymentId = toBankId(first.payUrl)
  const amount = { amount: total, currencyId: 643 } as const
  const paymentEvent = { provider: 'sandbox', providerPaymentId, state: 'Succeeded', amount } as const
  expect(await applyPaymentEvent(shop.context(), paymentEvent)).toBe('needsReview')
  expect(await readAmountToPay(orderId)).toEqual([fastTotal, 'fast'])
})
