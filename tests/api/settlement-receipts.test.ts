import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import { type Bank, BankRefused, type FiscalReceipt } from '../../server/features/payments/ports.ts'
import { TenantFile } from '../../server/features/tenants/tenant-schema.ts'
import type { FiscalReceipts } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { openYookassa, type YookassaService } from '../support/providers/yookassa-service.ts'
import {
  buildReceiptItem,
  createPaidPreorder,
  createUpcomingEvent,
  dayInMs,
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

  it('is prepaid at the calculated rate, and settled at the plain one when its photos are delivered', async () => {
    const event = await createUpcomingEvent(shop)
    const { paymentRequest: asked, paymentId } = await createPaidPreorder(shop, event)
    expect(asked.receipt).toMatchObject({ items: [buildReceiptItem('1490.00', 12, 'full_prepayment')] })
    expect(shop.yookassa.registeredReceipts).toEqual([])
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toEqual([
      {
        type: 'payment',
        payment_id: paymentId,
        send: true,
        customer: { email: 'anna.s@mail.example' },
        tax_system_code: 1,
        items: [buildReceiptItem('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '1490.00', currency: 'RUB' } }],
      },
    ])
  })

  it('is settled once, however often it is published and however long after', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    await publishAndDeliver(shop, event)
    shop.yookassa.completeReceipts('succeeded')
    for (const pauseInMs of [0, 40 * dayInMs, 40 * dayInMs]) {
      shop.moveClock(pauseInMs)
      shop.yookassa.forgetKeys()
      await publishAndDeliver(shop, event)
    }
    expect(shop.yookassa.registeredReceipts).toHaveLength(1)
  })

  it('is not settled while there is no photo of its runner', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    await publishAndDeliver(shop, event, '43')
    expect(shop.yookassa.registeredReceipts).toEqual([])
  })

  it('is settled later when the service fails at first', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    shop.yookassa.failReceipts(1)
    await publishAndDeliver(shop, event)
    expect(shop.yookassa.registeredReceipts).toEqual([])
    expect(shop.logLines.join()).toContain('job failed')
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.registeredReceipts).toHaveLength(1)
  })

  it('is settled once when the answer is lost, also after idempotence keys are forgotten', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    shop.yookassa.loseRegistrations(1)
    await publishAndDeliver(shop, event)
    expect(shop.logLines.join()).toContain('job failed')
    shop.yookassa.forgetKeys()
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    shop.moveClock(11 * minuteInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.registeredReceipts).toHaveLength(1)
  })

  it('is watched until the cash register has printed it; what it refuses is left to people', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    await publishAndDeliver(shop, event)
    shop.moveClock(11 * minuteInMs)
    await shop.jobs.drain()
    expect(shop.logLines.join()).not.toContain('settlement receipt')
    shop.yookassa.completeReceipts('canceled')
    shop.moveClock(11 * minuteInMs)
    await shop.jobs.drain()
    expect(shop.logLines.join()).toContain('settlement receipt not registered')
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.registeredReceipts).toHaveLength(1)
  })

  it('is not settled when the service refuses its receipt: logged once, with the reason', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    shop.yookassa.answerNextPost(rejections.invalid)
    await publishAndDeliver(shop, event)
    for (let day = 0; day < 2; day++) {
      shop.moveClock(dayInMs)
      await shop.jobs.drain()
    }
    expect(shop.yookassa.registeredReceipts).toEqual([])
    expect(shop.findLogEntries('settlement receipt not registered')).toMatchObject([
      { reason: 'invalid_request', parameter: 'receipt' },
    ])
    expect(shop.findLogEntries('payments.settle-prepayment')).toEqual([])
  })

  it('is settled later when the service rejects the account at first', async () => {
    const event = await createUpcomingEvent(shop)
    await createPaidPreorder(shop, event)
    shop.yookassa.answerNextPost(rejections.unauthorized)
    await publishAndDeliver(shop, event)
    expect(shop.findLogEntries('payments.settle-prepayment')).toHaveLength(1)
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    expect(shop.yookassa.registeredReceipts).toHaveLength(1)
  })
})

it('a pre-order is prepaid and settled in full, also with another mode for other orders', async () => {
  const shop = await openTaxedShop({ ...fiscalSettings, subject: 'commodity', mode: 'advance' })
  const event = await createUpcomingEvent(shop)
  const { paymentRequest: asked } = await createPaidPreorder(shop, event)
  await publishAndDeliver(shop, event)
  const item = { payment_subject: 'commodity', payment_mode: 'full_prepayment', vat_code: 12 }
  expect(asked.receipt).toMatchObject({ items: [item] })
  expect(shop.yookassa.registeredReceipts).toMatchObject([
    { items: [{ ...item, payment_mode: 'full_payment', vat_code: 11 }] },
  ])
  await shop.close()
})

it('a pre-order of a tenant without cash receipts is not settled', async () => {
  const shop = await openTaxedShop()
  const event = await createUpcomingEvent(shop)
  const { paymentRequest: asked } = await createPaidPreorder(shop, event)
  await publishAndDeliver(shop, event)
  expect([asked.receipt, shop.yookassa.registeredReceipts]).toEqual([undefined, []])
  await shop.close()
})

describe('the adapter of YooKassa', () => {
  let yookassa: YookassaService
  beforeAll(async () => {
    yookassa = await openYookassa()
  })
  afterAll(() => yookassa.close())

  const amount = { amount: 39_000, currencyId: 643 } as const
  const buildReceipt = (vat: FiscalReceipts['vat'], isPrepaid: boolean): FiscalReceipt => ({
    ...{ taxSystem: 'general', vat, email: 'anna.s@mail.example' },
    items: [
      { title: 'Фото', quantity: 1, price: amount, mode: isPrepaid ? 'full_prepayment' : 'full_payment' },
    ],
  })
  const createPayment = async (bank: Bank, receipt?: FiscalReceipt) => {
    const { providerPaymentId } = await bank.createPayment({
      ...{ shop: 'one', paymentId: newId(), invoiceNumber: '1', amount, kind: 'BankCard', receipt },
      ...{ description: 'One 1', returnUrl: 'https://one.test/', language: 'ru' },
      notificationUrl: 'https://one.test/notifications',
    })
    return providerPaymentId
  }

  it.each([
    ['none', 1, 1],
    ['0', 2, 2],
    ['5', 9, 7],
    ['7', 10, 8],
    ['10', 5, 3],
    ['20', 6, 4],
    ['22', 12, 11],
  ] as const)(
    'states VAT of %s as code %i when prepaid and as %i when delivered',
    async (vat, prepaidCode, deliveredCode) => {
      const bank = createYookassaBank(yookassa.account)
      const codes: unknown[] = []
      for (const isPrepaid of [true, false]) {
        await createPayment(bank, buildReceipt(vat, isPrepaid))
        const receipt = yookassa.createdPayments.at(-1)?.body.receipt as
          | { items: { vat_code: number }[] }
          | undefined
        codes.push(receipt?.items[0]?.vat_code)
      }
      expect(codes).toEqual([prepaidCode, deliveredCode])
      const fiscalReceipts = { taxSystem: 'general', vat }
      expect(TenantFile.safeParse({ tenantName: 'One', fiscalReceipts }).success).toBe(true)
    },
  )

  it('registers nothing for what is not paid or does not add up', async () => {
    const { settlements, ...bank } = createYookassaBank(yookassa.account)
    const providerPaymentId = await createPayment(bank, buildReceipt('22', true))
    const settlement = {
      settlementId: newId(),
      providerPaymentId,
      amount,
      receipt: buildReceipt('22', false),
    }
    await expect(settlements?.register(settlement)).rejects.toThrow(
      'YooKassa answered 400 to /receipts: invalid_request',
    )
    yookassa.setPaymentStatus(providerPaymentId, 'succeeded')
    const other = { ...settlement, amount: { ...amount, amount: 38_999 } }
    await expect(settlements?.register(other)).rejects.toBeInstanceOf(BankRefused)
    expect(await settlements?.find(providerPaymentId)).toBeUndefined()
    expect(await settlements?.register(settlement)).toBe('Pending')
    expect(await settlements?.register(settlement)).toBe('Pending')
    expect(yookassa.registeredReceipts).toHaveLength(1)
  })
})
