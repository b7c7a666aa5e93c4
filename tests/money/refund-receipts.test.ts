import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addCartItem, addPromotionalCode } from '../../contract/cart.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import {
  keptPayment,
  listRefunds,
  RefundRefused,
  refundInvoice,
} from '../../server/features/invoices/index.ts'
import { carryOutRefund } from '../../server/features/payments/refund.ts'
import { openPreorders } from '../../server/features/preorders/index.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'
import { answer, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aSellingEvent,
  aStoredPhoto,
  findProductId,
  openShop,
  pay,
  placeOrder,
  type Shop,
} from '../support/server/shop.ts'
import { trials } from '../trials.ts'
import { timeoutInMs } from './limits.ts'

let yookassa: YookassaService
let shop: Shop
let event: EventRow
let packageId: string
/** Event that takes pre-orders of packages. */
let eventAhead: EventRow
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
  event = await aSellingEvent(shop, { switches: { closed: false } })
  packageId = await findProductId(shop, event, 'photos_with_me')
  const startsOn = new Date(shop.services.clock().getTime() + 60 * dayInMs)
  eventAhead = await aSellingEvent(shop, { startsOn, endsOn: new Date(startsOn.getTime() + dayInMs / 4) })
  await openPreorders(shop.context(), eventAhead, 25)
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
let orders = 0

/** Places and pays an order. @returns its invoice, and the charge that the bank was sent */
async function buy({ photos, hasPackage, hasPreorder, discount, paymentTypeId }: Purchase) {
  shop.moveClock(limitsResetAfterInMs)
  orders += 1
  const shoppingCartId = await aFullCart(shop, event, { photos })
  const params = { shoppingCartId }
  if (hasPackage) {
    // a new number each time: earlier purchases reduce the price
    const number = String(orders)
    await aStoredPhoto(shop, event, { numbers: [number] })
    const { token } = await tokenFor(shop.app, event.id, { number })
    await answer(shop.app, addCartItem, { params, body: { productId: packageId }, token })
  }
  if (hasPreorder) {
    const { token } = await tokenFor(shop.app, eventAhead.id, { number: String(orders) })
    const body = { productId: await findProductId(shop, eventAhead, 'photos_with_me') }
    await answer(shop.app, addCartItem, { params, body, token })
  }
  if (discount > 0) {
    const input = { code: `R-${newId()}`, kind: 'fixed', value: discount } as const
    const { code } = await createPromoCode(shop.context(), input)
    await answer(shop.app, addPromotionalCode, { params, body: { code } })
  }
  const { invoiceId } = await placeOrder(shop, shoppingCartId)
  await pay(shop, invoiceId, paymentTypeId)
  const { id, body } = yookassa.created.at(-1) ?? { id: '', body: {} }
  yookassa.move(id, 'succeeded')
  const notified = await send(shop.app, notifyPayment, {
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

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
/** Returns the sum of a receipt. @param mode only its items of this mode */
const addUp = (receipt: unknown, mode?: string) =>
  sum(
    z
      .parse(Receipt, receipt)
      .items.filter((item) => mode === undefined || item.payment_mode === mode)
      .map(({ quantity, amount }) => quantity * amount.value),
  )

const purchases = fc.record({
  photos: fc.integer({ min: 1, max: 3 }),
  hasPackage: fc.boolean(),
  hasPreorder: fc.boolean(),
  discount: fc.integer({ min: 0, max: 38_000 }),
  paymentTypeId: fc.constantFrom('card', 'fast'),
})
const parts = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 4 })

it(
  'refunds an order in random parts: each has a receipt of its sum, and all add up to the payment',
  async () => {
    const bank = createYookassaBank(yookassa.account)
    await fc.assert(
      fc.asyncProperty(purchases, parts, async (purchase, amounts) => {
        const { invoiceId, charged } = await buy(purchase)
        const paid = z.parse(Amount, charged.amount).value
        const before = yookassa.refunded().length
        const refund = async (amount?: number) => {
          const refundId = await refundInvoice(shop.context(), invoiceId, { amount, note: '' })
          await carryOutRefund(shop.context(), [bank], { refundId })
        }
        let left = paid
        for (const wanted of amounts) {
          const amount = Math.min(wanted, left)
          if (amount > 0) await refund(amount)
          left -= amount
        }
        if (left > 0) await refund()

        const refunded = yookassa.refunded().slice(before)
        const receipts = yookassa.refundReceipts().slice(before)
        expect(sum(refunded)).toBe(paid)
        expect(receipts.map((receipt) => addUp(receipt))).toEqual(refunded)
        expect(addUp(charged.receipt)).toBe(paid)
        const prepaid = addUp(charged.receipt, 'full_prepayment')
        expect(prepaid > 0).toBe(purchase.hasPreorder)
        expect(sum(receipts.map((receipt) => addUp(receipt, 'full_prepayment')))).toBe(prepaid)
        const states = (await listRefunds(shop.context(), invoiceId)).map(({ state }) => state)
        expect(states).toEqual(refunded.map(() => 'Succeeded'))
        expect((await keptPayment(shop.context(), invoiceId))?.left).toBe(0)
        await expect(refund()).rejects.toBeInstanceOf(RefundRefused)
      }),
      trials(4, 60),
    )
  },
  timeoutInMs,
)
