import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { orderItems } from '../../server/features/orders/tables.ts'
import {
  anEventAhead,
  aPaidMixedOrder,
  minuteInMs,
  openTaxedShop,
  publish,
  receiptItem,
  type TaxedShop,
  taxed,
} from '../support/server/taxed-shop.ts'

describe('a pre-order of a tenant that sends cash receipts', () => {
  let shop: TaxedShop
  beforeAll(async () => {
    shop = await openTaxedShop(taxed)
  })
  beforeEach(() => shop.clearRecords())
  afterAll(() => shop.close())

  it('next to photos that are delivered at once is the only prepaid and settled item', async () => {
    const event = await anEventAhead(shop)
    const { asked } = await aPaidMixedOrder(shop, event)
    const photos = { ...receiptItem('390.00', 11, 'full_payment'), quantity: 2 }
    expect(asked.receipt).toMatchObject({ items: [photos, receiptItem('1490.00', 12, 'full_prepayment')] })
    await publish(shop, event)
    expect(shop.yookassa.registered).toMatchObject([
      {
        items: [receiptItem('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '1490.00' } }],
      },
    ])
  })

  it('is not settled with the photos of a package that is delivered at once', async () => {
    const event = await anEventAhead(shop)
    const { asked } = await aPaidMixedOrder(shop, event, { first: 'photos_with_me' })
    expect(asked.receipt).toMatchObject({
      items: [receiptItem('1990.00', 11, 'full_payment'), receiptItem('1490.00', 12, 'full_prepayment')],
    })
    shop.moveClock(120 * minuteInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.registered).toEqual([])
    await publish(shop, event)
    expect(shop.yookassa.registered).toMatchObject([{ items: [receiptItem('1490.00', 11, 'full_payment')] }])
  })

  it('of an earlier release is settled whole, as its receipt states all items as prepaid', async () => {
    const event = await anEventAhead(shop)
    const { orderId } = await aPaidMixedOrder(shop, event)
    await shop.services.db.update(orderItems).set({ prepaid: null }).where(eq(orderItems.orderId, orderId))
    await publish(shop, event)
    const photos = { ...receiptItem('390.00', 11, 'full_payment'), quantity: 2 }
    expect(shop.yookassa.registered).toMatchObject([
      {
        items: [photos, receiptItem('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '2270.00' } }],
      },
    ])
  })

  it('next to photos is refunded in parts and settled so that each item adds up to the kopeck', async () => {
    const event = await anEventAhead(shop)
    const { invoiceId, asked } = await aPaidMixedOrder(shop, event, { paymentTypeId: 'fast' })
    const photosAt = (value: string) => ({ ...receiptItem(value, 11, 'full_payment'), quantity: 2 })
    expect(asked.receipt).toMatchObject({
      items: [photosAt('370.50'), receiptItem('1415.50', 12, 'full_prepayment')],
    })
    await refundInvoice(shop.context(), invoiceId, { amount: 10_001, note: '' })
    await shop.jobs.drain()
    expect(shop.yookassa.refundReceipts().at(-1)).toMatchObject({
      items: [photosAt('17.18'), receiptItem('65.65', 12, 'full_prepayment')],
    })
    await publish(shop, event)
    expect(shop.yookassa.registered).toMatchObject([
      {
        items: [receiptItem('1349.85', 11, 'full_payment')],
        settlements: [{ amount: { value: '1349.85' } }],
      },
    ])
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    expect(shop.yookassa.refundReceipts().at(-1)).toMatchObject({
      items: [photosAt('353.32'), receiptItem('1349.85', 11, 'full_payment')],
    })
  })
})

it('a pre-order leaves the mode of photos that are delivered at once as the tenant sets it', async () => {
  const shop = await openTaxedShop({ ...taxed, mode: 'advance' })
  const event = await anEventAhead(shop)
  const { invoiceId, asked } = await aPaidMixedOrder(shop, event)
  const photosAt = (value: string) => ({ ...receiptItem(value, 12, 'advance'), quantity: 2 })
  expect(asked.receipt).toMatchObject({
    items: [photosAt('390.00'), receiptItem('1490.00', 12, 'full_prepayment')],
  })
  await publish(shop, event)
  await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
  await shop.jobs.drain()
  expect(shop.yookassa.refundReceipts().at(-1)).toMatchObject({
    items: [photosAt('390.00'), receiptItem('1490.00', 11, 'full_payment')],
  })
  await shop.close()
})
