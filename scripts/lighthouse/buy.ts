import { randomUUID } from 'node:crypto'
import { addCartItem, checkOut, createCart, getCart, setCartCustomer } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { getEvent } from '../../contract/events.ts'
import { createPayment, listPaymentTypes } from '../../contract/invoices.ts'
import { getOrder } from '../../contract/orders.ts'
import { configureApi, request } from '../../src/lib/api.ts'

/**
 * Buys all photos of a start number at the sandbox bank through the API.
 *
 * @returns id of the paid order
 */
export async function buyAllPhotos(base: string, eventId: string, number: string): Promise<string> {
  configureApi({ base })
  const event = await request(getEvent, { params: { eventId } })
  const { token } = await request(createSearchToken, { params: { eventId }, body: { number } })
  const products = await request(listProducts, { query: { catalogId: event.catalogId } })
  const product = products.items.find(({ productType }) => productType === 'photos_with_me')
  if (!product) throw new Error('the event sells no package')
  const { shoppingCartId } = await request(createCart, { body: {}, idempotencyKey: randomUUID() })
  const params = { shoppingCartId }
  await request(addCartItem, {
    params,
    body: { productId: product.productId },
    token,
    idempotencyKey: randomUUID(),
  })
  await request(setCartCustomer, { params, body: { email: 'runner@example.com' } })
  const { totalAmount } = await request(getCart, { params })
  const { orderId, invoiceId } = await request(checkOut, {
    params,
    body: { expectedTotal: totalAmount },
    idempotencyKey: randomUUID(),
  })
  const paymentTypes = await request(listPaymentTypes, { query: totalAmount })
  const [paymentType] = paymentTypes.items
  if (!paymentType) throw new Error('nothing can be paid')
  const { payUrl } = await request(createPayment, {
    params: { invoiceId },
    body: { paymentTypeId: paymentType.paymentTypeId, returnUrl: `${base}/order-complete` },
    idempotencyKey: randomUUID(),
  })
  await fetch(new URL(payUrl, base), {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
    redirect: 'manual',
  })
  await waitUntilPaid(orderId)
  return orderId
}

const paymentTimeoutInMs = 60_000

async function waitUntilPaid(orderId: string): Promise<void> {
  for (const deadline = Date.now() + paymentTimeoutInMs; Date.now() < deadline; ) {
    const { state } = await request(getOrder, { params: { orderId } })
    if (state === 'Completed') return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the order was not paid in time')
}
