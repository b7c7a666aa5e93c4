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
import { lettersAbout } from '../support/data/delivered-files.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  cartNow,
  findProductId,
  openShop,
  placeOrder,
  readOrderState,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

type Event = Awaited<ReturnType<typeof aSellingEvent>>

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const gift = 199000

/** Creates a cart of gift codes without a search. */
async function aCartOfGifts(event: Event, count: number, recipients: string[] = []): Promise<string> {
  const productId = await findProductId(shop, event, 'promocode')
  const shoppingCartId = await aCart(shop)
  const items = Array.from({ length: count }, (_, at): NewCartItem => {
    const to = recipients[at]
    return { productId, ...(to === undefined ? {} : { recipients: [to] }) }
  })
  await answer(shop.app, addCartItems, { params: { shoppingCartId }, body: { items } })
  await setEmail(shop, shoppingCartId, 'office@company.example')
  return shoppingCartId
}
const buyGifts = async (event: Event, count: number, recipients?: string[]) =>
  aPaidOrder(shop, await aCartOfGifts(event, count, recipients))
async function listCodes(orderId: string): Promise<string[]> {
  const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
  return items.flatMap((item) => item.codes ?? [])
}
/** Creates a runner's cart with the package of a start number that is on one photo. */
async function aPackage(event: Event, number: string): Promise<string> {
  await aStoredPhoto(shop, event, { numbers: [number] })
  return aFullCart(shop, event, { package: number })
}
let callers = 0
const tryCode = (shoppingCartId: string, code: string) =>
  send(shop.app, addPromotionalCode, {
    params: { shoppingCartId },
    body: { code },
    address: `203.0.113.${++callers % 250}`,
  })
async function refusedCode(shoppingCartId: string, code: string): Promise<[number, string]> {
  const response = await tryCode(shoppingCartId, code)
  return [response.statusCode, response.json<Problem>().code]
}
describe('gift codes in a cart', () => {
  it('are one item each, in any number, and cheaper from a threshold on', async () => {
    const event = await aSellingEvent(shop)
    const cartId = await aCartOfGifts(event, 8)
    const cart = await cartNow(shop, cartId)
    expect(cart.items.map(({ price }) => price.amount)).toEqual(Array.from({ length: 8 }, () => gift))
    expect(cart.nextTier).toEqual({ missing: 2, price: { amount: 179000, currencyId: 643 } })
    const productId = await findProductId(shop, event, 'promocode')
    const two = { items: [{ productId }, { productId }] }
    await answer(shop.app, addCartItems, { params: { shoppingCartId: cartId }, body: two })
    expect((await cartNow(shop, cartId)).totalAmount.amount).toBe(1_790_000)
    const gone = cart.items.slice(0, 9).map((item) => item.shoppingCartItemId)
    await answer(shop.app, removeCartItems, { params: { shoppingCartId: cartId }, body: gone })
    expect((await cartNow(shop, cartId)).totalAmount.amount).toBe(2 * gift)
  })

  it('count towards the threshold of the same event only', async () => {
    const [one, other] = [await aSellingEvent(shop), await aSellingEvent(shop)]
    const cartId = await aCartOfGifts(one, 9)
    const productId = await findProductId(shop, other, 'promocode')
    const body = { items: [{ productId }] }
    await answer(shop.app, addCartItems, { params: { shoppingCartId: cartId }, body })
    // nine cost at most as much as ten
    expect((await cartNow(shop, cartId)).totalAmount.amount).toBe(10 * 179000 + gift)
  })

  it('have one recipient each', async () => {
    const event = await aSellingEvent(shop)
    const productId = await findProductId(shop, event, 'promocode')
    const shoppingCartId = await aCart(shop)
    for (const recipients of [[], ['no address'], ['a@mail.example', 'b@mail.example']]) {
      const body = { items: [{ productId, recipients }] }
      expect(await refusal(shop.app, addCartItems, { params: { shoppingCartId }, body })).toEqual([
        400,
        'ValidationFailed',
      ])
    }
  })
})

describe('bought gift codes', () => {
  it('are created on payment, all different, and are listed on the order and in its letter', async () => {
    const event = await aSellingEvent(shop)
    const before = (await listPromoCodes(shop.context())).length
    const cartId = await aCartOfGifts(event, 3)
    const unpaid = await placeOrder(shop, cartId)
    expect(await listCodes(unpaid.orderId)).toEqual([])
    expect(await listPromoCodes(shop.context())).toHaveLength(before)
    const { orderId } = await aPaidOrder(shop, cartId)
    expect(orderId).toBe(unpaid.orderId)
    const codes = await listCodes(orderId)
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(code).toMatch(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/)
    expect(await listCodes(orderId)).toEqual(codes)
    const [letter, ...others] = await lettersAbout(shop, orderId)
    expect(others).toEqual([])
    expect(letter?.to).toBe('office@company.example')
    for (const code of codes) expect(letter?.text).toContain(code)
  })

  it('are mailed one by one to their recipients', async () => {
    const people = ['anna@mail.example', 'boris@mail.example']
    const { orderId } = await buyGifts(await aSellingEvent(shop), 3, people)
    const codes = await listCodes(orderId)
    const gifts = await lettersAbout(shop, 'gift-')
    for (const [at, to] of people.entries()) {
      const mine = gifts.filter((letter) => letter.to === to)
      expect(mine).toHaveLength(1)
      expect(codes.filter((code) => mine[0]?.text.includes(code))).toEqual([codes[at]])
    }
  })

  it('pay for one package of their event, once, without a bank', async () => {
    const event = await aSellingEvent(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 2)).orderId)
    const cartId = await aPackage(event, '31')
    expect((await tryCode(cartId, ` ${code.toLowerCase().replaceAll('-', '–')} `)).statusCode).toBe(204)
    expect((await cartNow(shop, cartId)).totalAmount.amount).toBe(0)
    const { orderId, invoiceId } = await placeOrder(shop, cartId)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect((await answer(shop.app, listPayments, { params: { invoiceId } })).items).toEqual([])
    const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
    expect(items[0]?.downloads).toHaveLength(1)
    expect(await refusedCode(await aPackage(event, '32'), code)).toEqual([409, 'PromoExhausted'])
  })

  it('are not wasted: two apply to two packages, the second to one package is refused', async () => {
    const event = await aSellingEvent(shop)
    const [first = '', second = ''] = await listCodes((await buyGifts(event, 2)).orderId)
    const cartId = await aPackage(event, '41')
    expect((await tryCode(cartId, first)).statusCode).toBe(204)
    expect(await refusedCode(cartId, second)).toEqual([422, 'PromoNotApplicable'])
    await aStoredPhoto(shop, event, { numbers: ['42'] })
    const { token } = await tokenFor(shop.app, event.id, { number: '42' })
    const items = [{ productId: await findProductId(shop, event, 'photos_with_me') }]
    await answer(shop.app, addCartItems, { params: { shoppingCartId: cartId }, body: { items }, token })
    expect((await tryCode(cartId, second)).statusCode).toBe(204)
    expect((await cartNow(shop, cartId)).totalAmount.amount).toBe(0)
  })

  it('apply to nothing else: not another event, not single photos, not other gifts', async () => {
    const event = await aSellingEvent(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 1)).orderId)
    const carts = [
      await aPackage(await aSellingEvent(shop), '51'),
      await aFullCart(shop, event),
      await aCartOfGifts(event, 1),
    ]
    for (const cartId of carts) expect(await refusedCode(cartId, code)).toEqual([422, 'PromoNotApplicable'])
  })

  it('give one of many carts its photos when all check out at once', async () => {
    const event = await aSellingEvent(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 1)).orderId)
    const carts: string[] = []
    for (let index = 0; index < 12; index++) {
      const cartId = await aPackage(event, `6${index}`)
      expect((await tryCode(cartId, code)).statusCode).toBe(204)
      carts.push(cartId)
    }
    const answers = await Promise.all(
      carts.map((shoppingCartId) => send(shop.app, checkOut, { params: { shoppingCartId } })),
    )
    const verdicts = answers.map((one) => (one.statusCode === 200 ? 'ok' : one.json<Problem>().code))
    expect(verdicts.toSorted()).toEqual([...Array.from({ length: 11 }, () => 'PromoExhausted'), 'ok'])
  })
})

describe('a refund', () => {
  const refundAndReload = async (invoiceId: string, amount?: number) => {
    await refundInvoice(shop.context(), invoiceId, { amount, note: '' })
    await shop.jobs.drain()
  }

  it('of gift codes voids the unused ones, and keeps purchases made with the others', async () => {
    const event = await aSellingEvent(shop)
    const { orderId, invoiceId } = await buyGifts(event, 2)
    const [used = '', unused = ''] = await listCodes(orderId)
    const cartId = await aPackage(event, '71')
    await tryCode(cartId, used)
    const runners = await placeOrder(shop, cartId)
    const waiting = await aPackage(event, '72')
    await tryCode(waiting, unused)
    await refundAndReload(invoiceId)
    expect(await listCodes(orderId)).toEqual([])
    expect(await refusedCode(await aPackage(event, '73'), unused)).toEqual([403, 'PromoInactive'])
    const late = { params: { shoppingCartId: waiting } }
    expect(await refusal(shop.app, checkOut, late)).toEqual([403, 'PromoInactive'])
    expect(await readOrderState(shop, runners.orderId)).toBe('Completed')
    const { items } = await answer(shop.app, listOrderItems, { params: { orderId: runners.orderId } })
    expect(items[0]?.downloads).toHaveLength(1)
  })

  it('of a part leaves the codes valid', async () => {
    const event = await aSellingEvent(shop)
    const { orderId, invoiceId } = await buyGifts(event, 2)
    const codes = await listCodes(orderId)
    await refundAndReload(invoiceId, 1000)
    expect(await listCodes(orderId)).toEqual(codes)
    expect((await tryCode(await aPackage(event, '81'), codes[0] ?? '')).statusCode).toBe(204)
  })

  it('of an order restores the code that it was paid with', async () => {
    const event = await aSellingEvent(shop)
    const [code = ''] = await listCodes((await buyGifts(event, 1)).orderId)
    const cartId = await aPackage(event, '91')
    const { photoId } = await aStoredPhoto(shop, event)
    const { token } = await tokenFor(shop.app, event.id)
    const single = { productId: await findProductId(shop, event, 'photo'), photoId }
    await answer(shop.app, addCartItems, {
      params: { shoppingCartId: cartId },
      body: { items: [single] },
      token,
    })
    await tryCode(cartId, code)
    const { orderId, invoiceId } = await aPaidOrder(shop, cartId)
    expect((await answer(shop.app, getOrder, { params: { orderId } })).totalAmount.amount).toBe(39000)
    const promo = (await listPromoCodes(shop.context())).find((each) => each.code === code)
    expect(promo?.used).toBe(1)
    await refundAndReload(invoiceId)
    const [after] = await findPromos(shop.context(), [promo?.id ?? ''])
    expect(after?.used).toBe(0)
    expect((await tryCode(await aPackage(event, '92'), code)).statusCode).toBe(204)
  })
})
