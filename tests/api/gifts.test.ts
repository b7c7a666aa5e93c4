import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addCartItems,
  addPromotionalCode,
  checkOut,
  type NewCartItem,
  removeCartItems,
} from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { listPayments } from '../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { findPromos, listPromoCodes } from '../../server/features/promo/index.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  readOrderState,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

type Event = Awaited<ReturnType<typeof createEventOnSale>>

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const giftPrice = 199000

/** Creates a cart of gift codes without a search. */
async function createGiftCart(event: Event, count: number, recipients: string[] = []): Promise<string> {
  const productId = await findProductId(shop, event, 'promocode')
  const shoppingCartId = await createCartWithItems(shop)
  const items = Array.from({ length: count }, (_, index): NewCartItem => {
    const recipient = recipients[index]
    return { productId, ...(recipient === undefined ? {} : { recipients: [recipient] }) }
  })
  await fetchAnswer(shop.app, addCartItems, { params: { shoppingCartId }, body: { items } })
  await setEmail(shop, shoppingCartId, 'office@company.example')
  return shoppingCartId
}
const buyGifts = async (event: Event, count: number, recipients?: string[]) =>
  placePaidOrder(shop, await createGiftCart(event, count, recipients))
async function listCodes(orderId: string): Promise<string[]> {
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  return items.flatMap((item) => item.codes ?? [])
}
/** Creates a runner's cart with the package of a start number that is on one photo. */
async function createPackageCart(event: Event, number: string): Promise<string> {
  await createStoredPhoto(shop, event, { numbers: [number] })
  return createReadyCart(shop, event, { package: number })
}
let callerCount = 0
const tryCode = (shoppingCartId: string, code: string) =>
  sendCall(shop.app, addPromotionalCode, {
    params: { shoppingCartId },
    body: { code },
    address: `203.0.113.${++callerCount % 250}`,
  })
async function tryRefusedCode(shoppingCartId: string, code: string): Promise<[number, string]> {
  const response = await tryCode(shoppingCartId, code)
  return [response.statusCode, response.json<Problem>().code]
}
describe('gift codes in a cart', () => {
  it('are one item each, in any number, and cheaper from a threshold on', async () => {
    const event = await createEventOnSale(shop)
    const cartId = await createGiftCart(event, 8)
    const cart = await fetchCart(shop, cartId)
    expect(cart.items.map(({ price }) => price.amount)).toEqual(Array.from({ length: 8 }, () => giftPrice))
    expect(cart.nextTier).toEqual({ missing: 2, price: { amount: 179000, currencyId: 643 } })
    const productId = await findProductId(shop, event, 'promocode')
    const twoItems = { items: [{ productId }, { productId }] }
    await fetchAnswer(shop.app, addCartItems, { params: { shoppingCartId: cartId }, body: twoItems })
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(1_790_000)
    const removedIds = cart.items.slice(0, 9).map((item) => item.shoppingCartItemId)
    await fetchAnswer(shop.app, removeCartItems, { params: { shoppingCartId: cartId }, body: removedIds })
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(2 * giftPrice)
  })

  it('count towards the threshold of the same event only', async () => {
    const [one, other] = [await createEventOnSale(shop), await createEventOnSale(shop)]
    const cartId = await createGiftCart(one, 9)
    const productId = await findProductId(shop, other, 'promocode')
    const body = { items: [{ productId }] }
    await fetchAnswer(shop.app, addCartItems, { params: { shoppingCartId: cartId }, body })
    // nine cost at most as much as ten
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(10 * 179000 + giftPrice)
  })

  it('have one recipient each', async () => {
    const event = await createEventOnSale(shop)
    const productId = await findProductId(shop, event, 'promocode')
    const shoppingCartId = await createCartWithItems(shop)
    for (const recipients of [[], ['no address'], ['a@mail.example', 'b@mail.example']]) {
      const body = { items: [{ productId, recipients }] }
      expect(await fetchProblemCode(shop.app, addCartItems, { params: { shoppingCartId }, body })).toEqual([
        400,
        'ValidationFailed',
      ])
    }
  })
})

describe('bought gift codes', () => {
  it('are created on payment, all different, and are listed on the order and in its letter', async () => {
    const event = await createEventOnSale(shop)
    const before = (await listPromoCodes(shop.context())).length
    const cartId = await createGiftCart(event, 3)
    const unpaid = await placeOrder(shop, cartId)
    expect(await listCodes(unpaid.orderId)).toEqual([])
    expect(await listPromoCodes(shop.context())).toHaveLength(before)
    const { orderId } = await placePaidOrder(shop, cartId)
    expect(orderId).toBe(unpaid.orderId)
    const codes = await listCodes(orderId)
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(code).toMatch(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/)
    expect(await listCodes(orderId)).toEqual(codes)
    const [letter, ...others] = await readSentEmails(shop, orderId)
    expect(others).toEqual([])
    expect(letter?.to).toBe('office@company.example')
    for (const code of codes) expect(letter?.text).toContain(code)
  })

  it('are mailed one by one to their recipients', async () => {
    const recipientEmails = ['anna@mail.example', 'boris@mail.example']
    const { orderId } = await buyGifts(await createEventOnSale(shop), 3, recipientEmails)
    const codes = await listCodes(orderId)
    const gifts = await readSentEmails(shop, 'gift-')
    for (const [index, recipient] of recipientEmails.entries()) {
      const ownLetters = gifts.filter((letter) => letter.to === recipient)
      expect(ownLetters).toHaveLength(1)
      expect(codes.filter((code) => ownLetters[0]?.text.includes(code))).toEqual([codes[index]])
    }
  })

  it('pay for one package of their event, once, without a bank', async () => {
    const event = await createEventOnSale(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 2)).orderId)
    const cartId = await createPackageCart(event, '31')
    expect((await tryCode(cartId, ` ${code.toLowerCase().replaceAll('-', '–')} `)).statusCode).toBe(204)
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(0)
    const { orderId, invoiceId } = await placeOrder(shop, cartId)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect((await fetchAnswer(shop.app, listPayments, { params: { invoiceId } })).items).toEqual([])
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    expect(items[0]?.downloads).toHaveLength(1)
    expect(await tryRefusedCode(await createPackageCart(event, '32'), code)).toEqual([409, 'PromoExhausted'])
  })

  it('are not wasted: two apply to two packages, the second to one package is refused', async () => {
    const event = await createEventOnSale(shop)
    const [first = '', second = ''] = await listCodes((await buyGifts(event, 2)).orderId)
    const cartId = await createPackageCart(event, '41')
    expect((await tryCode(cartId, first)).statusCode).toBe(204)
    expect(await tryRefusedCode(cartId, second)).toEqual([422, 'PromoNotApplicable'])
    await createStoredPhoto(shop, event, { numbers: ['42'] })
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '42' })
    const items = [{ productId: await findProductId(shop, event, 'photos_with_me') }]
    await fetchAnswer(shop.app, addCartItems, { params: { shoppingCartId: cartId }, body: { items }, token })
    expect((await tryCode(cartId, second)).statusCode).toBe(204)
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(0)
  })

  it('apply to nothing else: not another event, not single photos, not other gifts', async () => {
    const event = await createEventOnSale(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 1)).orderId)
    const carts = [
      await createPackageCart(await createEventOnSale(shop), '51'),
      await createReadyCart(shop, event),
      await createGiftCart(event, 1),
    ]
    for (const cartId of carts)
      expect(await tryRefusedCode(cartId, code)).toEqual([422, 'PromoNotApplicable'])
  })

  it('give one of many carts its photos when all check out at once', async () => {
    const event = await createEventOnSale(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 1)).orderId)
    const carts: string[] = []
    for (let index = 0; index < 12; index++) {
      const cartId = await createPackageCart(event, `6${index}`)
      expect((await tryCode(cartId, code)).statusCode).toBe(204)
      carts.push(cartId)
    }
    const answers = await Promise.all(
      carts.map((shoppingCartId) => sendCall(shop.app, checkOut, { params: { shoppingCartId } })),
    )
    const outcomes = answers.map((one) => (one.statusCode === 200 ? 'ok' : one.json<Problem>().code))
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 11 }, () => 'PromoExhausted'), 'ok'])
  })
})

describe('a refund', () => {
  const refundAndReload = async (invoiceId: string, amount?: number) => {
    await refundInvoice(shop.context(), invoiceId, { amount, note: '' })
    await shop.jobs.drain()
  }

  it('of gift codes voids the unused ones, and keeps purchases made with the others', async () => {
    const event = await createEventOnSale(shop)
    const { orderId, invoiceId } = await buyGifts(event, 2)
    const [used = '', unused = ''] = await listCodes(orderId)
    const cartId = await createPackageCart(event, '71')
    await tryCode(cartId, used)
    const runnerOrder = await placeOrder(shop, cartId)
    const waitingCartId = await createPackageCart(event, '72')
    await tryCode(waitingCartId, unused)
    await refundAndReload(invoiceId)
    expect(await listCodes(orderId)).toEqual([])
    expect(await tryRefusedCode(await createPackageCart(event, '73'), unused)).toEqual([403, 'PromoInactive'])
    const lateCheckout = { params: { shoppingCartId: waitingCartId } }
    expect(await fetchProblemCode(shop.app, checkOut, lateCheckout)).toEqual([403, 'PromoInactive'])
    expect(await readOrderState(shop, runnerOrder.orderId)).toBe('Completed')
    const { items } = await fetchAnswer(shop.app, listOrderItems, {
      params: { orderId: runnerOrder.orderId },
    })
    expect(items[0]?.downloads).toHaveLength(1)
  })

  it('of a part leaves the codes valid', async () => {
    const event = await createEventOnSale(shop)
    const { orderId, invoiceId } = await buyGifts(event, 2)
    const codes = await listCodes(orderId)
    await refundAndReload(invoiceId, 1000)
    expect(await listCodes(orderId)).toEqual(codes)
    expect((await tryCode(await createPackageCart(event, '81'), codes[0] ?? '')).statusCode).toBe(204)
  })

  it('of an order restores the code that it was paid with', async () => {
    const event = await createEventOnSale(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 1)).orderId)
    const cartId = await createPackageCart(event, '91')
    const { photoId } = await createStoredPhoto(shop, event)
    const { token } = await fetchSearchToken(shop.app, event.id)
    const single = { productId: await findProductId(shop, event, 'photo'), photoId }
    await fetchAnswer(shop.app, addCartItems, {
      params: { shoppingCartId: cartId },
      body: { items: [single] },
      token,
    })
    await tryCode(cartId, code)
    const { orderId, invoiceId } = await placePaidOrder(shop, cartId)
    expect((await fetchAnswer(shop.app, getOrder, { params: { orderId } })).totalAmount.amount).toBe(39000)
    const promo = (await listPromoCodes(shop.context())).find((each) => each.code === code)
    expect(promo?.used).toBe(1)
    await refundAndReload(invoiceId)
    const [promoAfterRefund] = await findPromos(shop.context(), [promo?.id ?? ''])
    expect(promoAfterRefund?.used).toBe(0)
    expect((await tryCode(await createPackageCart(event, '92'), code)).statusCode).toBe(204)
  })
})
