import { randomBytes } from 'node:crypto'
import { createArchive } from '../../../contract/archives.ts'
import { deviceHeader } from '../../../contract/call.ts'
import { addCartItem, checkOut, createCart, setCartCustomer } from '../../../contract/cart.ts'
import { createPayment, listPayments } from '../../../contract/invoices.ts'
import { listReceipts } from '../../../contract/receipts.ts'
import type { EventRow } from '../../../server/features/events/index.ts'
import { fetchAnswer, fetchSearchToken, sendCall } from '../server/api-calls.ts'
import { createStoredPhoto, findProductId, returnUrl, type Shop } from '../server/shop.ts'
import { readSentEmails } from './delivered-files.ts'

/** E-mail address of the buyer. */
export const buyerEmail = 'anna.s@mail.example'

/** Headers of a device that holds the key of its orders. */
export interface Device {
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the header of a new device with its secret. */
export const createDevice = (): Device => ({
  headers: { [deviceHeader]: randomBytes(24).toString('base64url') },
})

/** A paid order with its archive and receipt. */
export interface Purchase {
  readonly device: Device
  readonly orderId: string
  readonly invoiceId: string
  readonly archiveId: string
  readonly receiptId: string
}

interface Sale {
  readonly shop: Shop
  readonly event: EventRow
}

interface Buyer {
  /** Undefined for a page that sends no key. */
  readonly device?: Device | undefined
  /** Token of the buyer's account. */
  readonly token?: string | undefined
}

/** Creates a cart with one photo and the buyer's e-mail address. */
export async function createCartOnDevice(
  { shop, event }: Sale,
  { device, token }: Buyer,
): Promise<{ shoppingCartId: string }> {
  const credentials = { ...device, ...(token && { token }) }
  const params = await fetchAnswer(shop.app, createCart, { ...credentials, body: {} })
  const { token: searchToken } = await fetchSearchToken(shop.app, event.id)
  const { photoId } = await createStoredPhoto(shop, event)
  const body = { productId: await findProductId(shop, event, 'photo'), photoId }
  const headers = { ...device?.headers, ...(token && { 'identity-token': token }) }
  await fetchAnswer(shop.app, addCartItem, { headers, params, body, token: searchToken })
  await fetchAnswer(shop.app, setCartCustomer, { ...credentials, params, body: { email: buyerEmail } })
  return params
}

/** Orders one photo on a device, without loading the order. */
export async function placeOrderOnDevice(
  sale: Sale,
  buyer: Buyer,
): Promise<{ orderId: string; invoiceId: string }> {
  const params = await createCartOnDevice(sale, buyer)
  return fetchAnswer(sale.shop.app, checkOut, {
    ...buyer.device,
    params,
    ...(buyer.token && { token: buyer.token }),
  })
}

/** Orders one photo on a device and loads the order there. */
export async function placeAndLoadOrder(
  sale: Sale,
  buyer: Buyer,
): Promise<{ orderId: string; invoiceId: string }> {
  const order = await placeOrderOnDevice(sale, buyer)
  await fetchAnswer(sale.shop.app, listPayments, { ...buyer.device, params: { invoiceId: order.invoiceId } })
  return order
}

/** Starts the payment of an invoice by card. */
export const startCardPayment = ({ app }: Pick<Shop, 'app'>, { device, token }: Buyer, invoiceId: string) =>
  fetchAnswer(app, createPayment, {
    ...device,
    params: { invoiceId },
    body: { paymentTypeId: 'card', returnUrl },
    ...(token && { token }),
  })

/** Buys one photo on a device, and orders its archive. */
export async function createPurchase(sale: Sale, device = createDevice(), token?: string): Promise<Purchase> {
  const { shop } = sale
  const credentials = { ...device, ...(token && { token }) }
  const { orderId, invoiceId } = await placeAndLoadOrder(sale, { device, token })
  const { payUrl } = await startCardPayment(shop, { device, token }, invoiceId)
  await shop.pressBankButton(payUrl, 'approve')
  await shop.jobs.drain()
  const archiveResponse = await sendCall(shop.app, createArchive, { ...credentials, body: { orderId } })
  const { items } = await fetchAnswer(shop.app, listReceipts, { ...credentials, query: { invoiceId } })
  await shop.jobs.drain()
  const archiveId = String(archiveResponse.headers['x-archive-id'])
  return { device, orderId, invoiceId, archiveId, receiptId: items[0]?.receiptId ?? '' }
}

/** Returns the key in the e-mail about an order. */
export async function readOrderKeyInEmail(shop: Shop, orderId: string): Promise<string> {
  const [email] = await readSentEmails(shop, orderId)
  const [, key] = /\/order\/[\w-]+#key=([\w-]+)/.exec(email?.text ?? '') ?? []
  if (key === undefined) throw new Error('The letter has no key')
  return key
}
