import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment, listPayments, listPaymentTypes } from '../../contract/invoices.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { createStripeBank } from '../../server/adapters/bank/stripe/index.ts'
import { buildApp } from '../../server/app.ts'
import { createSigningIn } from '../../server/auth-module.ts'
import { createInvoicesFeature } from '../../server/features/invoices/index.ts'
import { createPaymentsFeature, takenBy } from '../../server/features/payments/index.ts'
import { createTenants } from '../../server/features/tenants/index.ts'
import type { Services } from '../../server/platform/services.ts'
import { openStripe, type StripeService } from '../support/providers/stripe-service.ts'
import { answer, refusal } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aSellingEvent,
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
  app = await withTenant({ external: 'stripe' })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
  await shop.close()
})

async function withTenant(change: {
  bank?: string
  external?: string | undefined
}): Promise<FastifyInstance> {
  const all = shop.services.tenants.all.map((tenant) => ({ ...tenant, ...change }))
  const services: Services = { ...shop.services, tenants: createTenants(all) }
  const { bank } = createSandboxBank(services, () => Promise.resolve(204))
  const banks = [bank, createStripeBank(stripe.account)]
  const { callers } = createSigningIn(services)
  return buildApp(services, [
    createPaymentsFeature(services, { banks, callers }),
    createInvoicesFeature({ config: services.config, callers, takes: takenBy(banks) }),
  ])
}
async function anInvoice(): Promise<string> {
  return (await placeOrder(shop, await aFullCart(shop, await aSellingEvent(shop)))).invoiceId
}
const input = (invoiceId: string, paymentTypeId: string) => ({
  params: { invoiceId },
  body: { paymentTypeId, returnUrl },
})
const listStates = async (invoiceId: string) =>
  (await answer(app, listPayments, { params: { invoiceId } })).items.map((one) => [
    one.paymentTypeId,
    one.type,
    one.state,
  ])

it('an external service is another house than the bank, and only one of them may be paid at a time', async () => {
  const invoiceId = await anInvoice()
  const fast = await answer(app, createPayment, input(invoiceId, 'fast'))
  expect(fast.payUrl).toContain('/bank/sandbox/')
  const external = await answer(app, createPayment, input(invoiceId, 'external'))
  expect(external.payUrl).not.toContain('/bank/sandbox/')
  expect((await answer(app, createPayment, input(invoiceId, 'external'))).payUrl).toBe(external.payUrl)
  expect(await listStates(invoiceId)).toEqual([
    ['fast', 'Payment', 'Declined'],
    ['fast', 'Discount', 'Declined'],
    // pending because its page was requested twice
    ['external', 'Payment', 'Pending'],
  ])
  const card = await answer(app, createPayment, input(invoiceId, 'card'))
  expect(card.payUrl).toContain('/bank/sandbox/')
  expect((await listStates(invoiceId)).slice(2)).toEqual([
    ['external', 'Payment', 'Declined'],
    ['card', 'Payment', 'Created'],
  ])
})

it('a shop without one offers none and takes no payment through it', async () => {
  const plain = await withTenant({ external: undefined })
  const refused = await refusal(plain, createPayment, input(await anInvoice(), 'external'))
  expect(refused).toEqual([422, 'PaymentTypeUnknown'])
  await plain.close()
})

it('a bank that cannot take fast payments offers none, and takes no discount for one', async () => {
  const cards = await withTenant({ bank: 'stripe' })
  const types = { query: { amount: '39000', currencyId: '643' } }
  const offered = (await answer(cards, listPaymentTypes, types)).items
  expect(offered.map(({ kind, amountToPay }) => [kind, amountToPay.amount])).toEqual([
    ['BankCard', 39000],
    ['External', 39000],
  ])
  const invoiceId = await anInvoice()
  expect(await refusal(cards, createPayment, input(invoiceId, 'fast'))).toEqual([422, 'PaymentTypeUnknown'])
  expect((await answer(cards, createPayment, input(invoiceId, 'card'))).payUrl).toContain('stripe')
  await cards.close()
})
