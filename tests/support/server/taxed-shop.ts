import { expect } from 'vitest'
import { addCartItem } from '../../../contract/cart.ts'
import { notifyPayment } from '../../../contract/invoices.ts'
import type { EventRow } from '../../../server/features/events/index.ts'
import { openPreorders, publishPreorders } from '../../../server/features/preorders/index.ts'
import type { FiscalReceipts } from '../../../server/platform/context.ts'
import { createLogger } from '../../../server/platform/log.ts'
import { openYookassa, type YookassaService } from '../providers/yookassa-service.ts'
import { fetchAnswer, fetchSearchToken, sendCall } from './api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  findProductId,
  openShop,
  placeOrder,
  type Shop,
  setEmail,
  startPayment,
} from './shop.ts'

export const minuteInMs = 60_000
export const dayInMs = 24 * 60 * minuteInMs

export const fiscalSettings = { taxSystem: 'general', vat: '22' } as const

/** A shop that is paid by a fake YooKassa service, which also registers its cash receipts. */
export interface TaxedShop extends Shop {
  readonly yookassa: YookassaService
  /** Lines of the error log. */
  readonly logLines: readonly string[]
  /** Returns the log entries that contain a text. */
  findLogEntries(text: string): unknown[]
  /** Empties the log and the list of registered receipts. */
  clearRecords(): void
}

/** Opens a shop and its YooKassa service; `close` ends both. @param fiscalReceipts absent: no cash receipts are sent */
export async function openTaxedShop(fiscalReceipts?: FiscalReceipts): Promise<TaxedShop> {
  const yookassa = await openYookassa()
  const { apiUrl, shopId, secretKey } = yookassa.account
  const logLines: string[] = []
  const shop = await openShop({
    log: createLogger('error', { write: (line: string) => void logLines.push(line) }),
    tenant: { bank: 'yookassa', external: 'yookassa', fiscalReceipts },
    env: { YOOKASSA_API_URL: apiUrl, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey },
  })
  return {
    ...shop,
    yookassa,
    logLines,
    findLogEntries: (text) =>
      logLines.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as unknown),
    clearRecords: () => {
      logLines.length = 0
      yookassa.registeredReceipts.length = 0
    },
    close: async () => {
      await shop.close()
      await yookassa.close()
    },
  }
}

/** Creates an event next month that takes pre-orders. */
export async function createUpcomingEvent(shop: Shop): Promise<EventRow> {
  const startsOn = new Date(shop.services.clock().getTime() + 30 * dayInMs)
  const endsOn = new Date(startsOn.getTime() + dayInMs / 4)
  const event = await createEventOnSale(shop, { startsOn, endsOn })
  await openPreorders(shop.context(), event, 25)
  return event
}

/** Creates a pre-order of the package of number 42, paid by card. */
export async function createPaidPreorder(shop: TaxedShop, event: EventRow) {
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '42' })
  const cartId = await createCartWithItems(
    shop,
    [{ productId: await findProductId(shop, event, 'photos_with_me') }],
    token,
  )
  return payCart(shop, cartId)
}

/** Creates a paid order of two photos, or of the package of number 42, of a race that is over, and of a pre-order. */
export async function createPaidMixedOrder(
  shop: TaxedShop,
  event: EventRow,
  { first = 'photo', paymentTypeId }: { first?: 'photo' | 'photos_with_me'; paymentTypeId?: string } = {},
) {
  const pastEvent = await createEventOnSale(shop, { switches: { closed: false } })
  const photos = [
    await createStoredPhoto(shop, pastEvent, { numbers: ['42'] }),
    await createStoredPhoto(shop, pastEvent, { numbers: ['42'] }),
  ]
  const productId = await findProductId(shop, pastEvent, first)
  const items = first === 'photo' ? photos.map(({ photoId }) => ({ productId, photoId })) : [{ productId }]
  const search = { number: '42' }
  const cartId = await createCartWithItems(
    shop,
    items,
    (await fetchSearchToken(shop.app, pastEvent.id, search)).token,
  )
  const { token } = await fetchSearchToken(shop.app, event.id, search)
  const body = { productId: await findProductId(shop, event, 'photos_with_me') }
  await fetchAnswer(shop.app, addCartItem, { params: { shoppingCartId: cartId }, body, token })
  return payCart(shop, cartId, paymentTypeId)
}

/** Orders a cart and pays for it. @returns the order, and what was sent to YooKassa for its payment */
async function payCart(shop: TaxedShop, cartId: string, paymentTypeId?: string) {
  await setEmail(shop, cartId)
  const order = await placeOrder(shop, cartId)
  await startPayment(shop, order.invoiceId, paymentTypeId)
  const { id, body } = shop.yookassa.createdPayments.at(-1) ?? { id: '', body: {} }
  shop.yookassa.setPaymentStatus(id, 'succeeded')
  const notification = { type: 'notification', event: 'payment.succeeded', object: { id } }
  const headers = { 'content-type': 'application/json' }
  const params = { provider: 'yookassa' }
  const notified = await sendCall(shop.app, notifyPayment, {
    params,
    headers,
    body: JSON.stringify(notification),
  })
  expect(notified.statusCode).toBe(204)
  await shop.jobs.drain()
  return { ...order, paymentId: id, paymentRequest: body }
}

/** Adds a photo of a number, and delivers the pre-orders of an event. */
export async function publishAndDeliver(shop: Shop, event: EventRow, number = '42'): Promise<void> {
  await createStoredPhoto(shop, event, { numbers: [number] })
  await publishPreorders(shop.context(), event.id)
  await shop.jobs.drain()
}

/** Answers of YooKassa to what it rejects. */
export const rejections = {
  invalid: { status: 400, body: { type: 'error', code: 'invalid_request', parameter: 'receipt' } },
  unauthorized: { status: 401, body: { type: 'error', code: 'invalid_credentials' } },
  broken: { status: 500, body: { type: 'error', code: 'internal_server_error' } },
}

/** Returns an item as receipts state it. @param value in roubles */
export const buildReceiptItem = (value: string, vatCode: number, mode: string) => ({
  description: expect.any(String),
  quantity: 1,
  amount: { value, currency: 'RUB' },
  vat_code: vatCode,
  payment_subject: 'service',
  payment_mode: mode,
})
