import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment, notifyPayment } from '../../contract/invoices.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import { buildApp } from '../../server/app.ts'
import { createInvoicesFeature, listRefunds, refundInvoice } from '../../server/features/invoices/index.ts'
import { splitAmount } from '../../server/features/payments/fiscal-receipt.ts'
import { createPaymentSupportCheck, createPaymentsFeature } from '../../server/features/payments/index.ts'
import {
  type Bank,
  type BankPaymentRequest,
  BankRefused,
  type FiscalReceipt,
} from '../../server/features/payments/ports.ts'
import { executeRefund } from '../../server/features/payments/refund.ts'
import { createTenants } from '../../server/features/tenants/index.ts'
import { createAuthModule } from '../../server/modules/auth.ts'
import type { Context, Tenant } from '../../server/platform/context.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  returnUrl,
  type Shop,
} from '../support/server/shop.ts'

const taxedTenant = {
  bank: 'yookassa',
  external: 'yookassa',
  fiscalReceipts: { taxSystem: 'simplifiedIncome', vat: 'none' },
} as const

let shop: Shop
let yookassa: YookassaService
let bank: Bank
beforeAll(async () => {
  shop = await openShop()
  yookassa = await openYookassa()
  bank = createYookassaBank(yookassa.account)
})
afterAll(async () => {
  await yookassa.close()
  await shop.close()
})

async function runWithTenant(changes: Partial<Tenant>, run: (app: FastifyInstance) => Promise<void>) {
  const tenants = createTenants(shop.services.tenants.all.map((tenant) => ({ ...tenant, ...changes })))
  const services = { ...shop.services, tenants }
  const { callers } = createAuthModule(services)
  const app = await buildApp(services, [
    createPaymentsFeature(services, { banks: [bank], callers }),
    createInvoicesFeature({
      config: services.config,
      callers,
      supportsPayment: createPaymentSupportCheck([bank]),
    }),
  ])
  await run(app)
  await app.close()
}

async function pay(app: FastifyInstance, photos: number, paymentTypeId: string) {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop), { photos })
  const { invoiceId } = await placeOrder(shop, cartId)
  await fetchAnswer(app, createPayment, { params: { invoiceId }, body: { paymentTypeId, returnUrl } })
  return { invoiceId, ...(yookassa.createdPayments.at(-1) ?? { id: '', body: {} }) }
}

it.each([
  [1, 'card', '390.00', [['390.00', 1]]],
  [1, 'fast', '370.50', [['370.50', 1]]],
  [3, 'fast', '940.50', [['313.50', 3]]],
  [7, 'fast', '1795.50', [['256.50', 7]]],
] as const)(
  'the receipt of %i photos paid by %s adds up to what is charged',
  async (photos, paymentTypeId, charged, lines) => {
    await runWithTenant(taxedTenant, async (app) => {
      const { body } = await pay(app, photos, paymentTypeId)
      expect(body.amount).toEqual({ value: charged, currency: 'RUB' })
      expect(body.receipt).toEqual({
        customer: { email: 'anna.s@mail.example' },
        tax_system_code: 2,
        items: lines.map(([value, quantity]) => ({
          description: 'Фото',
          quantity,
          amount: { value, currency: 'RUB' },
          vat_code: 1,
          payment_subject: 'service',
          payment_mode: 'full_payment',
        })),
      })
    })
  },
)

it.each([
  ['intellectual_activity', undefined, 'full_payment', 11],
  ['commodity', 'full_payment', 'full_payment', 11],
  [undefined, 'advance', 'advance', 12],
  [undefined, 'full_prepayment', 'full_prepayment', 12],
] as const)('the receipt states subject %s and mode %s', async (subject, mode, expectedMode, code) => {
  const fiscalReceipts = { taxSystem: 'general', vat: '22', subject, mode } as const
  await runWithTenant({ ...taxedTenant, fiscalReceipts }, async (app) => {
    const { body } = await pay(app, 1, 'card')
    const item = { payment_subject: subject ?? 'service', payment_mode: expectedMode, vat_code: code }
    expect(body.receipt).toMatchObject({ items: [item] })
  })
})

it('sends no receipt where the tenant asks for none', async () => {
  await runWithTenant({ ...taxedTenant, fiscalReceipts: undefined }, async (app) => {
    expect((await pay(app, 1, 'card')).body).not.toHaveProperty('receipt')
  })
})

it('sends the receipt of a part that is given back', async () => {
  await runWithTenant(taxedTenant, async (app) => {
    const { invoiceId, id } = await pay(app, 3, 'card')
    yookassa.setPaymentStatus(id, 'succeeded')
    const notification = { type: 'notification', event: 'payment.succeeded', object: { id } }
    const headers = { 'content-type': 'application/json' }
    const params = { provider: 'yookassa' }
    const response = await sendCall(app, notifyPayment, {
      params,
      headers,
      body: JSON.stringify(notification),
    })
    expect(response.statusCode).toBe(204)
    const plainContext = shop.context()
    const context: Context = { ...plainContext, tenant: { ...plainContext.tenant, ...taxedTenant } }
    await refundInvoice(context, invoiceId, { amount: 10_000, note: '' })
    const [refund] = await listRefunds(context, invoiceId)
    await executeRefund(context, [bank], { refundId: refund?.id })
    expect(yookassa.listRefundedAmounts()).toContain(10_000)
    expect(yookassa.listRefundReceipts().at(-1)).toMatchObject({
      customer: { email: 'anna.s@mail.example' },
      items: [
        { quantity: 1, amount: { value: '33.34' } },
        { quantity: 2, amount: { value: '33.33' } },
      ],
    })
  })
})

it('the service refuses a receipt that does not add up', async () => {
  const amount = { amount: 39_000, currencyId: 643 } as const
  const receipt: FiscalReceipt = {
    ...taxedTenant.fiscalReceipts,
    email: 'anna.s@mail.example',
    items: [{ title: 'Фото', quantity: 1, price: { amount: 38_999, currencyId: 643 }, mode: 'full_payment' }],
  }
  const order: BankPaymentRequest = {
    ...{
      shop: 'one',
      paymentId: 'p',
      invoiceNumber: '1',
      amount,
      kind: 'BankCard' as const,
      description: 'One 1',
    },
    ...{ returnUrl, notificationUrl: 'https://one.test/notifications', language: 'ru' as const, receipt },
  }
  const thrown = await bank.createPayment(order).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(BankRefused)
  expect(thrown).toMatchObject({ reason: 'invalid_request', parameter: 'receipt', isAccountRejected: false })
})

it('spreads every sum without a rest, in whole minor units', () => {
  for (let sum = 1; sum <= 400; sum++)
    for (const weights of [[1], [1, 1, 1], [330, 330, 330, 1990], [7, 0, 5], [0, 0]]) {
      const parts = splitAmount(sum, weights)
      expect(parts.reduce((total, part) => total + part, 0)).toBe(sum)
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
    }
})
