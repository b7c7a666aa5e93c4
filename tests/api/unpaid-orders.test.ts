import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode } from '../../contract/cart.ts'
import { createPayment } from '../../contract/invoices.ts'
import { changePaymentState } from '../../server/adapters/bank/sandbox/store.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { applyPaymentEvent } from '../../server/features/invoices/index.ts'
import { createPromoCode, listPromoCodes } from '../../server/features/promo/index.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  readOrderState,
  returnUrl,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
})
afterAll(() => shop.close())

let codeCount = 0
/** Creates a promo code with a usage limit of one. */
async function createSingleUseCode(): Promise<string> {
  codeCount += 1
  return (
    await createPromoCode(shop.context(), {
      code: `ONE-${codeCount}`,
      kind: 'percent',
      value: 10,
      usageLimit: 1,
    })
  ).code
}
const countUses = async (code: string) =>
  (await listPromoCodes(shop.context())).find((row) => row.code === code)?.used

async function createOrderWithCode(code: string) {
  const shoppingCartId = await createReadyCart(shop, event)
  await fetchAnswer(shop.app, addPromotionalCode, { params: { shoppingCartId }, body: { code } })
  return placeOrder(shop, shoppingCartId)
}

async function advanceDays(days: number): Promise<void> {
  shop.moveClock(days * dayInMs)
  await shop.jobs.drain()
}

it('cancels an order unpaid for a week, and releases its promo code', async () => {
  const code = await createSingleUseCode()
  const { orderId, invoiceId } = await createOrderWithCode(code)
  expect(await countUses(code)).toBe(1)
  await advanceDays(6)
  expect(await readOrderState(shop, orderId)).toBe('AwaitingPayment')
  await advanceDays(1.1)
  expect(await readOrderState(shop, orderId)).toBe('Canceled')
  const body = { paymentTypeId: 'card', returnUrl }
  expect(await fetchProblemCode(shop.app, createPayment, { params: { invoiceId }, body })).toEqual([
    409,
    'InvoiceCanceled',
  ])
  expect(await countUses(code)).toBe(0)
  const other = await createOrderWithCode(code)
  expect(await readOrderState(shop, other.orderId)).toBe('AwaitingPayment')
})

it('does not cancel a paid order', async () => {
  const { orderId, invoiceId } = await createOrderWithCode(await createSingleUseCode())
  await shop.pressBankButton((await startPayment(shop, invoiceId)).payUrl, 'approve')
  await advanceDays(8)
  expect(await readOrderState(shop, orderId)).toBe('Completed')
})

it('voids an open payment page, so that a canceled order cannot be paid', async () => {
  const { orderId, invoiceId } = await createOrderWithCode(await createSingleUseCode())
  await advanceDays(6.99)
  const { payUrl } = await startPayment(shop, invoiceId)
  await advanceDays(0.1)
  expect(await readOrderState(shop, orderId)).toBe('Canceled')
  await shop.pressBankButton(payUrl, 'approve')
  await shop.jobs.drain()
  expect(await readOrderState(shop, orderId)).toBe('Canceled')
})

it('counts a payment that came in at the last moment', async () => {
  const { orderId, invoiceId } = await createOrderWithCode(await createSingleUseCode())
  await advanceDays(6.99)
  const { payUrl } = await startPayment(shop, invoiceId)
  // the payment has succeeded, but its notification is missing
  await changePaymentState(shop.services.db, payUrl.split('/').at(-1) ?? '', ['Created'], 'Succeeded')
  await advanceDays(0.1)
  expect(await readOrderState(shop, orderId)).toBe('Completed')
})

/** Creates an unpaid order that was canceled. Returns a function that reports a late payment of the bank. */
async function createCanceledOrder(code: string) {
  const { orderId, invoiceId } = await createOrderWithCode(code)
  const { payUrl } = await startPayment(shop, invoiceId)
  const providerPaymentId = payUrl.split('/').at(-1) ?? ''
  await advanceDays(8)
  expect(await readOrderState(shop, orderId)).toBe('Canceled')
  return {
    orderId,
    reportPayment: () =>
      applyPaymentEvent(shop.context(), {
        provider: 'sandbox',
        providerPaymentId,
        state: 'Succeeded',
        amount: { amount: 35100, currencyId: 643 },
      }),
  }
}

it('delivers an order paid after it was canceled, and uses its code again', async () => {
  const code = await createSingleUseCode()
  const { orderId, reportPayment } = await createCanceledOrder(code)
  expect(await reportPayment()).toBe('moved')
  expect(await readOrderState(shop, orderId)).toBe('Completed')
  expect(await countUses(code)).toBe(1)
})

it('never counts a code above its limit: the late order keeps its price, the next one its code', async () => {
  const code = await createSingleUseCode()
  const { orderId, reportPayment } = await createCanceledOrder(code)
  const next = await createOrderWithCode(code)
  await reportPayment()
  expect(await readOrderState(shop, orderId)).toBe('Completed')
  expect(await countUses(code)).toBe(1)
  expect(await readOrderState(shop, next.orderId)).toBe('AwaitingPayment')
})
