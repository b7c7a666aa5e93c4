import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addCartItem, addPromotionalCode } from '../../contract/cart.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import {
  findRefundablePayment,
  listRefunds,
  RefundRefused,
  refundInvoice,
} from '../../server/features/invoices/index.ts'
import { executeRefund } from '../../server/features/payments/refund.ts'
import { openPreorders } from '../../server/features/preorders/index.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'
import { fetchAnswer, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  findProductId,
  openShop,
  placeOrder,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'
import { getTrialOptions } from '../trials.ts'
import { timeoutInMs } from './limits.ts'

let yookassa: YookassaService
let shop: Shop
let event: EventRow
let packageId: string
/** Event that takes pre-orders of packages. */
let upcomingEvent: EventRow
const dayInMs = 24 * 60 * 60_000
beforeAll(async () => {
  yookassa = await openYookassa()
  const { apiUrl, shopId, secretKey } = yookassa.account
  shop = await openShop({
    tenant: {
      bank: 'yookassa',
      external: 'yookassa',
      fiscalReceipts: { taxSystem: 'simplifiedIncome', vat: 'none' },
    },
    env: { YOOKASSA_API_URL: apiUrl, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey },
  })
  event = await createEventOnSale(shop, { switches: { closed: false } })
  packageId = await findProductId(shop, event, 'photos_with_me')
  const startsOn = new Date(shop.services.clock().getTime() + 60 * dayInMs)
  upcomingEvent = await createEventOnSale(shop, {
    startsOn,
    endsOn: new Date(startsOn.getTime() + dayInMs / 4),
  })
  await openPreorders(shop.context(), upcomingEvent, 25)
})
afterAll(async () => {
  await shop.close()
  await yookassa.close()
})

interface Purchase {
  photos: number
  hasPackage: boolean
  /** A package that is bought before there are photos, so that a part of the order is prepaid. */
  hasPreorder: boolean
  /** Discount of a promo code in minor units, which makes item prices unequal; 0: no code. */
  discount: number
  paymentTypeId: string
}

const limitsResetAfterInMs = 10 * 60_000
let orderCount = 0

/** Places and pays an order. @returns its invoice, and the charge that the bank was sent */
async function placePaidOrder({ photos, hasPackage, hasPreorder, discount, paymentTypeId }: Purchase) {
  shop.moveClock(limitsResetAfterInMs)
  orderCount += 1
  const shoppingCartId = await createReadyCart(shop, event, { photos })
  const params = { shoppingCartId }
  if (hasPackage) {
    // a new number each time: earlier purchases reduce the price
    const number = String(orderCount)
    await createStoredPhoto(shop, event, { numbers: [number] })
    const { token } = await fetchSearchToken(shop.app, event.id, { number })
    await fetchAnswer(shop.app, addCartItem, { params, body: { productId: packageId }, token })
  }
  if (hasPreorder) {
    const { token } = await fetchSearchToken(shop.app, upcomingEvent.id, { number: String(orderCount) })
    const body = { productId: await findProductId(shop, upcomingEvent, 'photos_with_me') }
    await fetchAnswer(shop.app, addCartItem, { params, body, token })
  }
  if (discount > 0) {
    const input = { code: `R-${newId()}`, kind: 'fixed', value: discount } as const
    const { code } = await createPromoCode(shop.context(), input)
    await fetchAnswer(shop.app, addPromotionalCode, { params, body: { code } })
  }
  const { invoiceId } = await placeOrder(shop, shoppingCartId)
  await startPayment(shop, invoiceId, paymentTypeId)
  const { id, body } = yookassa.createdPayments.at(-1) ?? { id: '', body: {} }
  yookassa.setPaymentStatus(id, 'succeeded')
  const notified = await sendCall(shop.app, notifyPayment, {
    params: { provider: 'yookassa' },
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'notification', event: 'payment.succeeded', object: { id } }),
  })
  expect(notified.statusCode).toBe(204)
  return { invoiceId, charged: body }
}

/** An amount of YooKassa in kopecks, read without floating-point numbers. */
const Kopecks = z.pipe(
  z.string().check(z.regex(/^\d+\.\d\d$/)),
  z.transform((value) => Number(value.replace('.', ''))),
)
const Amount = z.object({ value: Kopecks })
const Receipt = z.object({
  items: z.array(z.object({ quantity: z.int(), amount: Amount, payment_mode: z.string() })),
})

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
/** Returns the sum of a receipt. @param mode only its items of this mode */
const sumReceipt = (receipt: unknown, mode?: string) =>
  sumAmounts(
    z
      .parse(Receipt, receipt)
      .items.filter((item) => mode === undefined || item.payment_mode === mode)
      .map(({ quantity, amount }) => quantity * amount.value),
  )

const arbitraryPurchase = fc.record({
  photos: fc.integer({ min: 1, max: 3 }),
  hasPackage: fc.boolean(),
  hasPreorder: fc.boolean(),
  discount: fc.integer({ min: 0, max: 38_000 }),
  paymentTypeId: fc.constantFrom('card', 'fast'),
})
const arbitraryParts = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 4 })

it(
  'refunds an order in random parts: each has a receipt of its sum, and all add up to the payment',
  async () => {
    const bank = createYookassaBank(yookassa.account)
    await fc.assert(
      fc.asyncProperty(arbitraryPurchase, arbitraryParts, async (purchase, amounts) => {
        const { invoiceId, charged } = await placePaidOrder(purchase)
        const paid = z.parse(Amount, charged.amount).value
        const refundsBefore = yookassa.listRefundedAmounts().length
        const refund = async (amount?: number) => {
          const refundId = await refundInvoice(shop.context(), invoiceId, { amount, note: '' })
          await executeRefund(shop.context(), [bank], { refundId })
        }
        let left = paid
        for (const wantedAmount of amounts) {
          const amount = Math.min(wantedAmount, left)
          if (amount > 0) await refund(amount)
          left -= amount
        }
        if (left > 0) await refund()

        const refunded = yookassa.listRefundedAmounts().slice(refundsBefore)
        const receipts = yookassa.listRefundReceipts().slice(refundsBefore)
        expect(sumAmounts(refunded)).toBe(paid)
        expect(receipts.map((receipt) => sumReceipt(receipt))).toEqual(refunded)
        expect(sumReceipt(charged.receipt)).toBe(paid)
        const prepaid = sumReceipt(charged.receipt, 'full_prepayment')
        expect(prepaid > 0).toBe(purchase.hasPreorder)
        expect(sumAmounts(receipts.map((receipt) => sumReceipt(receipt, 'full_prepayment')))).toBe(prepaid)
        const states = (await listRefunds(shop.context(), invoiceId)).map(({ state }) => state)
        expect(states).toEqual(refunded.map(() => 'Succeeded'))
        expect((await findRefundablePayment(shop.context(), invoiceId))?.refundableAmount).toBe(0)
        await expect(refund()).rejects.toBeInstanceOf(RefundRefused)
      }),
      getTrialOptions(4, 60),
    )
  },
  timeoutInMs,
)
