import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getCart, setCartAttributes } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { listPaymentTypes } from '../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { downloadReceipt, listReceipts } from '../../contract/receipts.ts'
import { readTenants } from '../../server/features/tenants/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placePaidOrder,
  type Shop,
} from '../support/server/shop.ts'

const usSettings = readTenants(join(projectRoot, 'tenants'), { demo: false }).byName('us')?.settings

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ settings: (name) => (name === 'one' ? (usSettings ?? {}) : {}) })
})
afterAll(() => shop.close())

it('sells in dollars and in English: cart, order, letter and receipt of the US brand', async () => {
  expect(usSettings).toMatchObject({ currencyId: 840, lang: 'en', languages: ['en'], photofinishUSA: true })
  const title = { ru: 'Осенний забег', en: 'Autumn Run' }
  const event = await createEventOnSale(shop, { title, city: { ru: 'Бостон', en: 'Boston' }, country: 'US' })
  const { items: products } = await fetchAnswer(shop.app, listProducts, {
    query: { catalogId: event.catalogId },
  })
  expect(new Set(products.map(({ price }) => price.currencyId))).toEqual(new Set([840]))

  const cartId = await createReadyCart(shop, event, { photos: 2 })
  const params = { shoppingCartId: cartId }
  const attributes = [
    { key: 'Language' as const, value: 'en' },
    { key: 'Theme' as const, value: 'photofinish-usa' },
  ]
  await fetchAnswer(shop.app, setCartAttributes, { params, body: attributes })
  const cart = await fetchAnswer(shop.app, getCart, { params, language: 'ru' })
  expect(cart).toMatchObject({ currencyId: 840, attributes, totalAmount: { currencyId: 840 } })
  expect(cart.items[0]?.catalog.title).toBe('Autumn Run')

  const query = { amount: String(cart.totalAmount.amount), currencyId: '840', albumId: event.albumId }
  const paymentTypes = await fetchAnswer(shop.app, listPaymentTypes, { query })
  expect(paymentTypes.items.map(({ kind, title: typeTitle }) => [kind, typeTitle])).toContainEqual([
    'BankCard',
    'Bank card',
  ])
  expect(paymentTypes.items.map(({ kind }) => kind)).not.toContain('FastPayment')

  const { orderId, invoiceId } = await placePaidOrder(shop, cartId)
  const order = await fetchAnswer(shop.app, getOrder, { params: { orderId } })
  expect(order).toMatchObject({ state: 'Completed', currencyId: 840, totalAmount: cart.totalAmount })
  expect((await fetchAnswer(shop.app, getCart, { params })).attributes).toEqual(attributes)

  // a later price change must not affect existing orders
  await shop.services.db.execute(
    `update products set price = price * 2, title = '{"ru":"Другое","en":"Other"}'`,
  )
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  expect(items.map(({ totalPrice }) => totalPrice)).toEqual(cart.items.map(({ price }) => price))
  expect(items.map(({ product }) => product.title)).toEqual(cart.items.map(({ product }) => product.title))

  const formattedTotal = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(
    order.totalAmount.amount / 100,
  )
  const receipts = await fetchAnswer(shop.app, listReceipts, { query: { invoiceId } })
  expect(receipts.total).toBe(1)
  const { body } = await sendCall(shop.app, downloadReceipt, { query: { invoiceId }, language: 'ru' })
  expect(body).toContain('<html lang="en">')
  expect(body).toContain('<p class="brand">Photofinish USA</p>')
  expect(body).toContain('<p>Photofinish USA Inc.<br>')
  expect(body).toContain(`<td>Paid</td><td class="sum">${formattedTotal}</td>`)
  expect(body).toContain('<dd>Bank card</dd>')
  expect(body).not.toMatch(/₽|[А-я]/)

  const letter = (await readSentEmails(shop, orderId))[0]?.raw
  expect(letter).toContain('From: Photofinish USA <')
  expect(letter).toContain('Subject: Your photos are ready.')
  expect(letter).toContain('lang=3D"en"')
  expect(letter).not.toContain('₽')
})
