import { listPayments } from '../../../contract/invoices.ts'
import { fetchAnswer } from './api-calls.ts'
import { createEventOnSale, createReadyCart, placeOrder, returnUrl, type Shop } from './shop.ts'

/** Places an order of photos of a new event, which is not paid yet. */
export async function createOrder(shop: Shop, photos = 1): ReturnType<typeof placeOrder> {
  return placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop), { photos }))
}

/** Returns the payments and discounts of an invoice. */
export const fetchPayments = async (shop: Shop, invoiceId: string) =>
  (await fetchAnswer(shop.app, listPayments, { params: { invoiceId } })).items

/** Returns the sandbox bank's id of a payment from the address of its page. */
export const toBankId = (payUrl: string): string => payUrl.split('/').at(-1) ?? ''

/** Returns the input of a payment by card. */
export const buildPaymentCall = (invoiceId: string) => ({
  params: { invoiceId },
  body: { paymentTypeId: 'card', returnUrl },
})
