import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment, listPayments, listPaymentTypes } from '../../contract/invoices.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { createStripeBank } from '../../server/adapters/bank/stripe/index.ts'
import { buildApp } from '../../server/app.ts'
import { createInvoicesFeature } from '../../server/features/invoices/index.ts'
import { createPaymentSupportCheck, createPaymentsFeature } from '../../server/features/payments/index.ts'
import { createTenants } from '../../server/features/tenants/index.ts'
import { createAuthModule } from '../../server/modules/auth.ts'
import type { Services } from '../../server/platform/services.ts'
import { openStripe, type StripeService } from '../support/providers/stripe-service.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  returnUrl,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
let stripe: StripeService
/** App of the same shop, whose external service is another provider than its bank. */
let app: FastifyInstance
beforeAll(async () => {
  shop = await openShop()
  stripe = await openStripe()
  app = await buildAppForTenants({ external: 'stripe' })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
  await shop.close()
})

async function buildAppForTenants(changes: {
  bank?: string
  external?: string | undefined
}): Promise<FastifyInstance> {
  const changedTenants = shop.services.tenants.all.map((tenant) => ({ ...tenant, ...changes }))
  const services: Services = { ...shop.services, tenants: createTenants(changedTenants) }
  const { bank } = createSandboxBank(services, () => Promise.resolve(204))
  const banks = [bank, createStripeBank(stripe.account)]
  const { callers } = createAuthModule(services)
  return buildApp(services, [
    createPaymentsFeature(services, { banks, callers }),
    createInvoicesFeature({
      config: services.config,
      callers,
      supportsPayment: createPaymentSupportCheck(banks),
    }),
  ])
}
async function createInvoice(): Promise<string> {
  return (await placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))).invoiceId
}
const buildPaymentCall = (invoiceId: string, paymentTypeId: string) => ({
  params: { invoiceId },
  body: { paymentTypeId, returnUrl },
})
const listStates = async (invoiceId: string) =>
  (await fetchAnswer(app, listPayments, { params: { invoiceId } })).items.map((payment) => [
    payment.paymentTypeId,
    payment.type,
    payment.state,
  ])

it('an external service is separate from the bank, and only one of them can be paid at a time', async () => {
  const invoiceId = await createInvoice()
  const fast = await fetchAnswer(app, createPayment, buildPaymentCall(invoiceId, 'fast'))
  expect(fast.payUrl).toContain('/bank/sandbox/')
  const external = await fetchAnswer(app, createPayment, buildPaymentCall(invoiceId, 'external'))
  expect(external.payUrl).not.toContain('/bank/sandbox/')
  expect((await fetchAnswer(app, createPayment, buildPaymentCall(invoiceId, 'external'))).payUrl).toBe(
    external.payUrl,
  )
  expect(await listStates(invoiceId)).toEqual([
    ['fast', 'Payment', 'Declined'],
    ['fast', 'Discount', 'Declined'],
    // pending because its page was requested twice
    ['external', 'Payment', 'Pending'],
  ])
  const card = await fetchAnswer(app, createPayment, buildPaymentCall(invoiceId, 'card'))
  expect(card.payUrl).toContain('/bank/sandbox/')
  expect((await listStates(invoiceId)).slice(2)).toEqual([
    ['external', 'Payment', 'Declined'],
    ['card', 'Payment', 'Created'],
  ])
})

it('a shop without one offers none and takes no payment through it', async () => {
  const appWithoutExternal = await buildAppForTenants({ external: undefined })
  const refused = await fetchProblemCode(
    appWithoutExternal,
    createPayment,
    buildPaymentCall(await createInvoice(), 'external'),
  )
  expect(refused).toEqual([422, 'PaymentTypeUnknown'])
  await appWithoutExternal.close()
})

it('a bank that cannot take fast payments offers none, and takes no discount for one', async () => {
  const cardOnlyApp = await buildAppForTenants({ bank: 'stripe' })
  const typesCall = { query: { amount: '39000', currencyId: '643' } }
  const offered = (await fetchAnswer(cardOnlyApp, listPaymentTypes, typesCall)).items
  expect(offered.map(({ kind, amountToPay }) => [kind, amountToPay.amount])).toEqual([
    ['BankCard', 39000],
    ['External', 39000],
  ])
  const invoiceId = await createInvoice()
  expect(await fetchProblemCode(cardOnlyApp, createPayment, buildPaymentCall(invoiceId, 'fast'))).toEqual([
    422,
    'PaymentTypeUnknown',
  ])
  expect(
    (await fetchAnswer(cardOnlyApp, createPayment, buildPaymentCall(invoiceId, 'card'))).payUrl,
  ).toContain('stripe')
  await cardOnlyApp.close()
})
