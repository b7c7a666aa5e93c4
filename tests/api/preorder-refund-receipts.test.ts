import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listRefunds, refundInvoice } from '../../server/features/invoices/index.ts'
import {
  buildReceiptItem,
  createPaidPreorder,
  createUpcomingEvent,
  fiscalSettings,
  minuteInMs,
  openTaxedShop,
  publishAndDeliver,
  rejections,
  type TaxedShop,
} from '../support/server/taxed-shop.ts'

describe('a pre-order of a tenant that sends cash receipts', () => {
  let shop: TaxedShop
  beforeAll(async () => {
    shop = await openTaxedShop(fiscalSettings)
  })
  beforeEach(() => shop.clearRecords())
  afterAll(() => shop.close())

  it('is refunded after a temporary error; a refusal declines the refund and is logged', async () => {
    const { invoiceId } = await createPaidPreorder(shop, await createUpcomingEvent(shop))
    const refund = async (amount?: number) => {
      await refundInvoice(shop.context(), invoiceId, { amount, note: '' })
      await shop.jobs.drain()
      shop.moveClock(minuteInMs)
      return (await listRefunds(shop.context(), invoiceId)).map(({ state }) => state)
    }
    shop.yookassa.answerNextPost(rejections.invalid)
    expect(await refund()).toEqual(['Declined'])
    expect(shop.findLogEntries('the bank gives no money back')).toMatchObject([
      { reason: 'invalid_request', parameter: 'receipt' },
    ])
    expect(shop.findLogEntries('payments.refund')).toEqual([])
    for (const rejection of [rejections.broken, rejections.unauthorized]) {
      shop.yookassa.answerNextPost(rejection)
      const states = await refund(10_000)
      expect(states.at(-1)).toBe('Created')
      await shop.jobs.drain()
    }
    const refunds = await listRefunds(shop.context(), invoiceId)
    expect(refunds.map(({ state }) => state)).toEqual(['Declined', 'Succeeded', 'Succeeded'])
  })

  it('is settled for what was not given back, and given back as a prepayment before and a payment after', async () => {
    const event = await createUpcomingEvent(shop)
    const { invoiceId } = await createPaidPreorder(shop, event)
    await refundInvoice(shop.context(), invoiceId, { amount: 49_000, note: '' })
    await shop.jobs.drain()
    expect(shop.yookassa.listRefundReceipts().at(-1)).toMatchObject({
      items: [buildReceiptItem('490.00', 12, 'full_prepayment')],
    })
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      {
        items: [buildReceiptItem('1000.00', 11, 'full_payment')],
        settlements: [{ amount: { value: '1000.00' } }],
      },
    ])
    await refundInvoice(shop.context(), invoiceId, { amount: 10_000, note: '' })
    await shop.jobs.drain()
    expect(shop.yookassa.listRefundReceipts().at(-1)).toMatchObject({
      items: [buildReceiptItem('100.00', 11, 'full_payment')],
    })
  })

  it('is given back as a payment when its refund begins while it is being settled', async () => {
    const event = await createUpcomingEvent(shop)
    const { invoiceId, paymentId } = await createPaidPreorder(shop, event)
    const countRefunds = () => shop.yookassa.listRefundReceipts(paymentId).length
    let refundsMeanwhile: number | undefined
    shop.yookassa.runBeforeNextPost(async () => {
      await refundInvoice(shop.context(), invoiceId, { amount: 49_000, note: '' })
      await shop.jobs.drain()
      refundsMeanwhile = countRefunds()
    })
    await publishAndDeliver(shop, event)
    expect(refundsMeanwhile).toBe(0)
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      { items: [buildReceiptItem('1490.00', 11, 'full_payment')] },
    ])
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.listRefundReceipts(paymentId)).toMatchObject([
      { items: [buildReceiptItem('490.00', 11, 'full_payment')] },
    ])
  })

  it('is settled after the bank has an earlier refund, which states a prepayment', async () => {
    const event = await createUpcomingEvent(shop)
    const { invoiceId, paymentId } = await createPaidPreorder(shop, event)
    shop.yookassa.answerNextPost(rejections.broken)
    await refundInvoice(shop.context(), invoiceId, { amount: 49_000, note: '' })
    await shop.jobs.drain()
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toEqual([])
    for (let minute = 0; minute < 11; minute++) {
      shop.moveClock(minuteInMs)
      await shop.jobs.drain()
    }
    expect(shop.yookassa.listRefundReceipts(paymentId)).toMatchObject([
      { items: [buildReceiptItem('490.00', 12, 'full_prepayment')] },
    ])
    expect(shop.yookassa.registeredReceipts).toMatchObject([
      { items: [buildReceiptItem('1000.00', 11, 'full_payment')] },
    ])
  })

  it('is not settled when all its money went back', async () => {
    const event = await createUpcomingEvent(shop)
    const { invoiceId } = await createPaidPreorder(shop, event)
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toEqual([])
  })
})
