import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayment, listPayments } from '../../contract/invoices.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { createStripeBank } from '../../server/adapters/bank/stripe/index.ts'
import { buildApp } from '../../server/app.ts'
import { createInvoicesFeature } from '../../server/features/invoices/index.ts'
import { createPaymentsFeature } from '../../server/features/payments/index.ts'
import { createTenants } from '../../server/features/tenants/index.ts'
import type { Ground } from '../../server/platform/app-parts.ts'
import { answer, refusal } from '../world/ask.ts'
import { aFullCart, anOrderOf, aSellingEvent, openShop, returnUrl, type Shop } from '../world/shop.ts'
import { openStripe, type StripeService } from '../world/stripe-service.ts'

let shop: Shop
let stripe: StripeService
/** The same shop, where the external service is not the bank. */
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

async function withTenant(change: { external: string | undefined }): Promise<FastifyInstance> {
  const all = shop.ground.tenants.all.map((tenant) => ({ ...tenant, ...change }))
  const ground: Ground = { ...shop.ground, tenants: createTenants(all) }
  const { bank } = createSandboxBank(ground, () => Promise.resolve(204))
  const banks = [bank, createStripeBank(stripe.account)]
  return buildApp(ground, [createPaymentsFeature(ground, { banks }), createInvoicesFeature()])
}
async function anInvoice(): Promise<string> {
  return (await anOrderOf(shop, await aFullCart(shop, await aSellingEvent(shop)))).invoiceId
}
const wish = (invoiceId: string, paymentTypeId: string) => ({
  params: { invoiceId },
  body: { paymentTypeId, returnUrl },
})
const statesOf = async (invoiceId: string) =>
  (await answer(app, listPayments, { params: { invoiceId } })).items.map((one) => [
    one.paymentTypeId,
    one.type,
    one.state,
  ])

it('an external service is another house than the bank, and only one of them may be paid at a time', async () => {
  const invoiceId = await anInvoice()
  const fast = await answer(app, createPayment, wish(invoiceId, 'fast'))
  expect(fast.payUrl).toContain('/bank/sandbox/')
  const external = await answer(app, createPayment, wish(invoiceId, 'external'))
  expect(external.payUrl).not.toContain('/bank/sandbox/')
  expect((await answer(app, createPayment, wish(invoiceId, 'external'))).payUrl).toBe(external.payUrl)
  expect(await statesOf(invoiceId)).toEqual([
    ['fast', 'Payment', 'Declined'],
    ['fast', 'Discount', 'Declined'],
    // asked about again meanwhile
    ['external', 'Payment', 'Pending'],
  ])
  const card = await answer(app, createPayment, wish(invoiceId, 'card'))
  expect(card.payUrl).toContain('/bank/sandbox/')
  expect((await statesOf(invoiceId)).slice(2)).toEqual([
    ['external', 'Payment', 'Declined'],
    ['card', 'Payment', 'Created'],
  ])
})

it('a shop without one offers none and takes no payment through it', async () => {
  const plain = await withTenant({ external: undefined })
  const refused = await refusal(plain, createPayment, wish(await anInvoice(), 'external'))
  expect(refused).toEqual([422, 'PaymentTypeUnknown'])
  await plain.close()
})
