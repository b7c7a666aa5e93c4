import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { orderItems } from '../../server/features/orders/tables.ts'
import {
  buildReceiptItem,
  createPaidMixedOrder,
  createUpcomingEvent,
  fiscalSettings,
  minuteInMs,
  openTaxedShop,
  publishAndDeliver,
  type TaxedShop,
} from '../support/server/taxed-shop.ts'

describe('a pre-order of a tenant that sends cash receipts', () => {
  let shop: TaxedShop
  beforeAll(async () => {
    shop = await openTaxedShop(fiscalSettings)
  })
  beforeEach(() => shop.clearRecords())
  afterAll(() => shop.close())

  it('next to photos that are delivered at once is the only prepaid and settled item', async () => {
    const event = await createUpcomingEvent(shop)
    const { paymentRequest: asked } = await createPaidMixedOrder(shop, event)
    const photos = { ...buildReceiptItem('390.00', 11, 'full_payment'), quantity: 2 }
    expect(asked.receipt).toMatchObject({
      items: [photos, buildReceiptItem('1490.00', 12, 'full_prepayment')],
    })
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      {
        items: [buildReceiptItem('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '1490.00' } }],
      },
    ])
  })

  it('is not settled with the photos of a package that is delivered at once', async () => {
    const event = await createUpcomingEvent(shop)
    const { paymentRequest: asked } = await createPaidMixedOrder(shop, event, { first: 'photos_with_me' })
    expect(asked.receipt).toMatchObject({
      items: [
        buildReceiptItem('1990.00', 11, 'full_payment'),
        buildReceiptItem('1490.00', 12, 'full_prepayment'),
      ],
    })
    shop.moveClock(120 * minuteInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.registeredReceipts).toEqual([])
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      { items: [buildReceiptItem('1490.00', 11, 'full_payment')] },
    ])
  })

  it('of an earlier release is settled whole, as its receipt states all items as prepaid', async () => {
    const event = await createUpcomingEvent(shop)
    const { orderId } = await createPaidMixedOrder(shop, event)
    await shop.services.db.update(orderItems).set({ prepaid: null }).where(eq(orderItems.orderId, orderId))
    await publishAndDeliver(shop, event)
    const photos = { ...buildReceiptItem('390.00', 11, 'full_payment'), quantity: 2 }
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      {
        items: [photos, buildReceiptItem('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '2270.00' } }],
      },
    ])
  })

  it('next to photos is refunded in parts and settled so that each item adds up to the kopeck', async () => {
    const event = await createUpcomingEvent(shop)
    const { invoiceId, paymentRequest: asked } = await createPaidMixedOrder(shop, event, {
      paymentTypeId: 'fast',
    })
    const buildPhotosItem = (value: string) => ({
      ...buildReceiptItem(value, 11, 'full_payment'),
      quantity: 2,
    })
    expect(asked.receipt).toMatchObject({
      items: [buildPhotosItem('370.50'), buildReceiptItem('1415.50', 12, 'full_prepayment')],
    })
    await refundInvoice(shop.context(), invoiceId, { amount: 10_001, note: '' })
    await shop.jobs.drain()
    expect(shop.yookassa.listRefundReceipts().at(-1)).toMatchObject({
      items: [buildPhotosItem('17.18'), buildReceiptItem('65.65', 12, 'full_prepayment')],
    })
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      {
        items: [buildReceiptItem('1349.85', 11, 'full_payment')],
        settlements: [{ amount: { value: '1349.85' } }],
      },
    ])
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    expect(shop.yookassa.listRefundReceipts().at(-1)).toMatchObject({
      items: [buildPhotosItem('353.32'), buildReceiptItem('1349.85', 11, 'full_payment')],
    })
  })
})

it('a pre-order leaves the mode of photos that are delivered at once as the tenant sets it', async () => {
  const shop = await openTaxedShop({ ...fiscalSettings, mode: 'advance' })
  const event = await createUpcomingEvent(shop)
  const { invoiceId, paymentRequest: asked } = await createPaidMixedOrder(shop, event)
  const buildPhotosItem = (value: string) => ({ ...buildReceiptItem(value, 12, 'advance'), quantity: 2 })
  expect(asked.receipt).toMatchObject({
    items: [buildPhotosItem('390.00'), buildReceiptItem('1490.00', 12, 'full_prepayment')],
  })
  await publishAndDeliver(shop, event)
  await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
  await shop.jobs.drain()
  expect(shop.yookassa.listRefundReceipts().at(-1)).toMatchObject({
    items: [buildPhotosItem('390.00'), buildReceiptItem('1490.00', 11, 'full_payment')],
  })
  await shop.close()
})
