import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCartItem } from '../../contract/cart.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { refundInvoice, refundsOf } from '../../server/features/invoices/index.ts'
import { orderItems } from '../../server/features/orders/tables.ts'
import { type Bank, BankRefused, type FiscalReceipt } from '../../server/features/payments/ports.ts'
import { openPreorders, publishPreorders } from '../../server/features/preorders/index.ts'
import { TenantFile } from '../../server/features/tenants/tenant-schema.ts'
import type { FiscalReceipts } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { createLogger } from '../../server/platform/log.ts'
import { answer, send, tokenFor } from '../world/ask.ts'
import {
  aCart,
  anOrderOf,
  aSellingEvent,
  aStoredPhoto,
  openShop,
  pay,
  productOf,
  type Shop,
  setEmail,
} from '../world/shop.ts'
import { openYookassa, type YookassaService } from '../world/yookassa-service.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs
const taxed = { taxSystem: 'general', vat: '22' } as const

let yookassa: YookassaService
const logged: string[] = []
const log = createLogger('error', { write: (line: string) => void logged.push(line) })

beforeAll(async () => {
  yookassa = await openYookassa()
})
afterAll(() => yookassa.close())
beforeEach(() => {
  logged.length = 0
  yookassa.registered.length = 0
})

function openTaxedShop(fiscalReceipts: FiscalReceipts | undefined): Promise<Shop> {
  const { apiUrl, shopId, secretKey } = yookassa.account
  return openShop({
    log,
    tenant: { bank: 'yookassa', external: 'yookassa', fiscalReceipts },
    env: { YOOKASSA_API_URL: apiUrl, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey },
  })
}

async function anEventAhead(shop: Shop): Promise<EventRow> {
  const startsOn = new Date(shop.services.clock().getTime() + 30 * dayInMs)
  const endsOn = new Date(startsOn.getTime() + dayInMs / 4)
  const event = await aSellingEvent(shop, { startsOn, endsOn })
  await openPreorders(shop.context(), event, 25)
  return event
}

/** Creates a pre-order of the package of number 42, paid by card. */
async function aPaidPreorder(shop: Shop, event: EventRow) {
  const { token } = await tokenFor(shop.app, event.id, { number: '42' })
  const cartId = await aCart(shop, [{ productId: await productOf(shop, event, 'photos_with_me') }], token)
  return payCart(shop, cartId)
}

/** Creates a paid order of two photos, or of the package of number 42, of a race that is over, and of a pre-order. */
async function aPaidMixedOrder(
  shop: Shop,
  event: EventRow,
  { first = 'photo', paymentTypeId }: { first?: 'photo' | 'photos_with_me'; paymentTypeId?: string } = {},
) {
  const past = await aSellingEvent(shop, { switches: { closed: false } })
  const photos = [
    await aStoredPhoto(shop, past, { numbers: ['42'] }),
    await aStoredPhoto(shop, past, { numbers: ['42'] }),
  ]
  const productId = await productOf(shop, past, first)
  const items = first === 'photo' ? photos.map(({ photoId }) => ({ productId, photoId })) : [{ productId }]
  const search = { number: '42' }
  const cartId = await aCart(shop, items, (await tokenFor(shop.app, past.id, search)).token)
  const { token } = await tokenFor(shop.app, event.id, search)
  const body = { productId: await productOf(shop, event, 'photos_with_me') }
  await answer(shop.app, addCartItem, { params: { shoppingCartId: cartId }, body, token })
  return payCart(shop, cartId, paymentTypeId)
}

async function payCart(shop: Shop, cartId: string, paymentTypeId?: string) {
  await setEmail(shop, cartId)
  const order = await anOrderOf(shop, cartId)
  await pay(shop, order.invoiceId, paymentTypeId)
  const { id, body } = yookassa.created.at(-1) ?? { id: '', body: {} }
  yookassa.move(id, 'succeeded')
  const notice = { type: 'notification', event: 'payment.succeeded', object: { id } }
  const headers = { 'content-type': 'application/json' }
  const params = { provider: 'yookassa' }
  const told = await send(shop.app, notifyPayment, { params, headers, body: JSON.stringify(notice) })
  expect(told.statusCode).toBe(204)
  await shop.jobs.drain()
  return { ...order, paymentId: id, asked: body }
}

async function publish(shop: Shop, event: EventRow, number = '42'): Promise<void> {
  await aStoredPhoto(shop, event, { numbers: [number] })
  await publishPreorders(shop.context(), event.id)
  await shop.jobs.drain()
}

/** Answers of the service to what it rejects. */
const invalid = { status: 400, body: { type: 'error', code: 'invalid_request', parameter: 'receipt' } }
const unauthorized = { status: 401, body: { type: 'error', code: 'invalid_credentials' } }
const broken = { status: 500, body: { type: 'error', code: 'internal_server_error' } }

/** Returns the logged entries with a text. */
const loggedWith = (text: string) =>
  logged.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as unknown)

const itemOf = (value: string, vatCode: number, mode: string) => ({
  description: expect.any(String),
  quantity: 1,
  amount: { value, currency: 'RUB' },
  vat_code: vatCode,
  payment_subject: 'service',
  payment_mode: mode,
})

describe('a pre-order of a tenant that sends cash receipts', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openTaxedShop(taxed)
  })
  afterAll(() => shop.close())

  it('is prepaid at the calculated rate, and settled at the plain one when its photos are delivered', async () => {
    const event = await anEventAhead(shop)
    const { asked, paymentId } = await aPaidPreorder(shop, event)
    expect(asked.receipt).toMatchObject({ items: [itemOf('1490.00', 12, 'full_prepayment')] })
    expect(yookassa.registered).toEqual([])
    await publish(shop, event)
    expect(yookassa.registered).toEqual([
      {
        type: 'payment',
        payment_id: paymentId,
        send: true,
        customer: { email: 'anna.s@mail.example' },
        tax_system_code: 1,
        items: [itemOf('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '1490.00', currency: 'RUB' } }],
      },
    ])
  })

  it('is settled once, however often it is published and however long after', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    await publish(shop, event)
    yookassa.print('succeeded')
    for (const gapInMs of [0, 40 * dayInMs, 40 * dayInMs]) {
      shop.moveClock(gapInMs)
      yookassa.forgetKeys()
      await publish(shop, event)
    }
    expect(yookassa.registered).toHaveLength(1)
  })

  it('is not settled while there is no photo of its runner', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    await publish(shop, event, '43')
    expect(yookassa.registered).toEqual([])
  })

  it('is settled later when the service fails at first', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    yookassa.failReceipts(1)
    await publish(shop, event)
    expect(yookassa.registered).toEqual([])
    expect(logged.join()).toContain('job failed')
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    expect(yookassa.registered).toHaveLength(1)
  })

  it('is settled once when the answer is lost, also after idempotence keys are forgotten', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    yookassa.loseRegistrations(1)
    await publish(shop, event)
    expect(logged.join()).toContain('job failed')
    yookassa.forgetKeys()
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    shop.moveClock(11 * minuteInMs)
    await shop.jobs.drain()
    expect(yookassa.registered).toHaveLength(1)
  })

  it('is watched until the cash register has printed it; what it refuses is left to people', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    await publish(shop, event)
    shop.moveClock(11 * minuteInMs)
    await shop.jobs.drain()
    expect(logged.join()).not.toContain('settlement receipt')
    yookassa.print('canceled')
    shop.moveClock(11 * minuteInMs)
    await shop.jobs.drain()
    expect(logged.join()).toContain('settlement receipt not registered')
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
    expect(yookassa.registered).toHaveLength(1)
  })

  it('is not settled when the service refuses its receipt: logged once, with the reason', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    yookassa.answerNextPost(invalid)
    await publish(shop, event)
    for (let day = 0; day < 2; day++) {
      shop.moveClock(dayInMs)
      await shop.jobs.drain()
    }
    expect(yookassa.registered).toEqual([])
    expect(loggedWith('settlement receipt not registered')).toMatchObject([
      { reason: 'invalid_request', parameter: 'receipt' },
    ])
    expect(loggedWith('payments.settle-prepayment')).toEqual([])
  })

  it('is settled later when the service rejects the account at first', async () => {
    const event = await anEventAhead(shop)
    await aPaidPreorder(shop, event)
    yookassa.answerNextPost(unauthorized)
    await publish(shop, event)
    expect(loggedWith('payments.settle-prepayment')).toHaveLength(1)
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    expect(yookassa.registered).toHaveLength(1)
  })

  it('is refunded after a temporary error; a refusal declines the refund and is logged', async () => {
    const { invoiceId } = await aPaidPreorder(shop, await anEventAhead(shop))
    const refund = async (amount?: number) => {
      await refundInvoice(shop.context(), invoiceId, { amount, note: '' })
      await shop.jobs.drain()
      shop.moveClock(minuteInMs)
      return (await refundsOf(shop.context(), invoiceId)).map(({ state }) => state)
    }
    yookassa.answerNextPost(invalid)
    expect(await refund()).toEqual(['Declined'])
    expect(loggedWith('the bank gives no money back')).toMatchObject([
      { reason: 'invalid_request', parameter: 'receipt' },
    ])
    expect(loggedWith('payments.refund')).toEqual([])
    for (const temporary of [broken, unauthorized]) {
      yookassa.answerNextPost(temporary)
      const states = await refund(10_000)
      expect(states.at(-1)).toBe('Created')
      await shop.jobs.drain()
    }
    const refunds = await refundsOf(shop.context(), invoiceId)
    expect(refunds.map(({ state }) => state)).toEqual(['Declined', 'Succeeded', 'Succeeded'])
  })

  it('is settled for what was not given back, and given back as a prepayment before and a payment after', async () => {
    const event = await anEventAhead(shop)
    const { invoiceId } = await aPaidPreorder(shop, event)
    await refundInvoice(shop.context(), invoiceId, { amount: 49_000, note: '' })
    await shop.jobs.drain()
    expect(yookassa.refundReceipts().at(-1)).toMatchObject({
      items: [itemOf('490.00', 12, 'full_prepayment')],
    })
    await publish(shop, event)
    expect(yookassa.registered).toMatchObject([
      { items: [itemOf('1000.00', 11, 'full_payment')], settlements: [{ amount: { value: '1000.00' } }] },
    ])
    await refundInvoice(shop.context(), invoiceId, { amount: 10_000, note: '' })
    await shop.jobs.drain()
    expect(yookassa.refundReceipts().at(-1)).toMatchObject({
      items: [itemOf('100.00', 11, 'full_payment')],
    })
  })

  it('next to photos that are delivered at once is the only prepaid and settled item', async () => {
    const event = await anEventAhead(shop)
    const { asked } = await aPaidMixedOrder(shop, event)
    const photos = { ...itemOf('390.00', 11, 'full_payment'), quantity: 2 }
    expect(asked.receipt).toMatchObject({ items: [photos, itemOf('1490.00', 12, 'full_prepayment')] })
    await publish(shop, event)
    expect(yookassa.registered).toMatchObject([
      {
        items: [itemOf('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '1490.00' } }],
      },
    ])
  })

  it('is not settled with the photos of a package that is delivered at once', async () => {
    const event = await anEventAhead(shop)
    const { asked } = await aPaidMixedOrder(shop, event, { first: 'photos_with_me' })
    expect(asked.receipt).toMatchObject({
      items: [itemOf('1990.00', 11, 'full_payment'), itemOf('1490.00', 12, 'full_prepayment')],
    })
    shop.moveClock(120 * minuteInMs)
    await shop.jobs.drain()
    expect(yookassa.registered).toEqual([])
    await publish(shop, event)
    expect(yookassa.registered).toMatchObject([{ items: [itemOf('1490.00', 11, 'full_payment')] }])
  })

  it('of an earlier release is settled whole, as its receipt states all items as prepaid', async () => {
    const event = await anEventAhead(shop)
    const { orderId } = await aPaidMixedOrder(shop, event)
    await shop.services.db.update(orderItems).set({ prepaid: null }).where(eq(orderItems.orderId, orderId))
    await publish(shop, event)
    const photos = { ...itemOf('390.00', 11, 'full_payment'), quantity: 2 }
    expect(yookassa.registered).toMatchObject([
      {
        items: [photos, itemOf('1490.00', 11, 'full_payment')],
        settlements: [{ type: 'prepayment', amount: { value: '2270.00' } }],
      },
    ])
  })

  it('next to photos is refunded in parts and settled so that each item adds up to the kopeck', async () => {
    const event = await anEventAhead(shop)
    const { invoiceId, asked } = await aPaidMixedOrder(shop, event, { paymentTypeId: 'fast' })
    const photosAt = (value: string) => ({ ...itemOf(value, 11, 'full_payment'), quantity: 2 })
    expect(asked.receipt).toMatchObject({
      items: [photosAt('370.50'), itemOf('1415.50', 12, 'full_prepayment')],
    })
    await refundInvoice(shop.context(), invoiceId, { amount: 10_001, note: '' })
    await shop.jobs.drain()
    expect(yookassa.refundReceipts().at(-1)).toMatchObject({
      items: [photosAt('17.18'), itemOf('65.65', 12, 'full_prepayment')],
    })
    await publish(shop, event)
    expect(yookassa.registered).toMatchObject([
      { items: [itemOf('1349.85', 11, 'full_payment')], settlements: [{ amount: { value: '1349.85' } }] },
    ])
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    expect(yookassa.refundReceipts().at(-1)).toMatchObject({
      items: [photosAt('353.32'), itemOf('1349.85', 11, 'full_payment')],
    })
  })

  it('is not settled when all its money went back', async () => {
    const event = await anEventAhead(shop)
    const { invoiceId } = await aPaidPreorder(shop, event)
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    await publish(shop, event)
    expect(yookassa.registered).toEqual([])
  })
})

it('a pre-order is prepaid and settled in full, also with another mode for other orders', async () => {
  const shop = await openTaxedShop({ ...taxed, subject: 'commodity', mode: 'advance' })
  const event = await anEventAhead(shop)
  const { asked } = await aPaidPreorder(shop, event)
  await publish(shop, event)
  const item = { payment_subject: 'commodity', payment_mode: 'full_prepayment', vat_code: 12 }
  expect(asked.receipt).toMatchObject({ items: [item] })
  expect(yookassa.registered).toMatchObject([
    { items: [{ ...item, payment_mode: 'full_payment', vat_code: 11 }] },
  ])
  await shop.close()
})

it('a pre-order leaves the mode of photos that are delivered at once as the tenant sets it', async () => {
  const shop = await openTaxedShop({ ...taxed, mode: 'advance' })
  const event = await anEventAhead(shop)
  const { invoiceId, asked } = await aPaidMixedOrder(shop, event)
  const photosAt = (value: string) => ({ ...itemOf(value, 12, 'advance'), quantity: 2 })
  expect(asked.receipt).toMatchObject({
    items: [photosAt('390.00'), itemOf('1490.00', 12, 'full_prepayment')],
  })
  await publish(shop, event)
  await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
  await shop.jobs.drain()
  expect(yookassa.refundReceipts().at(-1)).toMatchObject({
    items: [photosAt('390.00'), itemOf('1490.00', 11, 'full_payment')],
  })
  await shop.close()
})

it('a pre-order of a tenant without cash receipts is not settled', async () => {
  const shop = await openTaxedShop(undefined)
  const event = await anEventAhead(shop)
  const { asked } = await aPaidPreorder(shop, event)
  await publish(shop, event)
  expect([asked.receipt, yookassa.registered]).toEqual([undefined, []])
  await shop.close()
})

describe('the adapter of YooKassa', () => {
  const amount = { amount: 39_000, currencyId: 643 } as const
  const receiptAt = (vat: FiscalReceipts['vat'], isPrepaid: boolean): FiscalReceipt => ({
    ...{ taxSystem: 'general', vat, email: 'anna.s@mail.example' },
    items: [
      { title: 'Фото', quantity: 1, price: amount, mode: isPrepaid ? 'full_prepayment' : 'full_payment' },
    ],
  })
  const aPayment = async (bank: Bank, receipt?: FiscalReceipt) => {
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
    async (vat, prepaid, plain) => {
      const bank = createYookassaBank(yookassa.account)
      const codes: unknown[] = []
      for (const isPrepaid of [true, false]) {
        await aPayment(bank, receiptAt(vat, isPrepaid))
        const receipt = yookassa.created.at(-1)?.body.receipt as { items: { vat_code: number }[] } | undefined
        codes.push(receipt?.items[0]?.vat_code)
      }
      expect(codes).toEqual([prepaid, plain])
      const fiscalReceipts = { taxSystem: 'general', vat }
      expect(TenantFile.safeParse({ tenantName: 'One', fiscalReceipts }).success).toBe(true)
    },
  )

  it('registers nothing for what is not paid or does not add up', async () => {
    const { settlements, ...bank } = createYookassaBank(yookassa.account)
    const providerPaymentId = await aPayment(bank, receiptAt('22', true))
    const settlement = { settlementId: newId(), providerPaymentId, amount, receipt: receiptAt('22', false) }
    await expect(settlements?.register(settlement)).rejects.toThrow(
      'YooKassa answered 400 to /receipts: invalid_request',
    )
    yookassa.move(providerPaymentId, 'succeeded')
    const other = { ...settlement, amount: { ...amount, amount: 38_999 } }
    await expect(settlements?.register(other)).rejects.toBeInstanceOf(BankRefused)
    expect(await settlements?.find(providerPaymentId)).toBeUndefined()
    expect(await settlements?.register(settlement)).toBe('Pending')
    expect(await settlements?.register(settlement)).toBe('Pending')
    expect(yookassa.registered).toHaveLength(1)
  })
})
