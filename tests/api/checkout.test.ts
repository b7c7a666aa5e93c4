import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPromotionalCode, checkOut, removePromotionalCode } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { createPromoCode, listPromoCodes, type NewPromoCode } from '../../server/features/promo/index.ts'
import { newId } from '../../server/platform/ids.ts'
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
  readOrderState,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'
import { selectByEffort } from '../trials.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function createCode(input: Partial<NewPromoCode> = {}): Promise<string> {
  const { code } = await createPromoCode(shop.context(), {
    code: `code-${newId()}`,
    kind: 'percent',
    value: 10,
    ...input,
  })
  return code
}

const addCode = (shoppingCartId: string, code: string) =>
  sendCall(shop.app, addPromotionalCode, { params: { shoppingCartId }, body: { code } })

async function addRefusedCode(shoppingCartId: string, code: string): Promise<[number, string]> {
  const response = await addCode(shoppingCartId, code)
  return [response.statusCode, response.json<Problem>().code]
}

describe('checkout', () => {
  it('makes one order of a cart, with a snapshot of its prices', async () => {
    const event = await createEventOnSale(shop)
    const cartId = await createReadyCart(shop, event, { photos: 3 })
    const { orderId, invoiceId, preorder } = await placeOrder(shop, cartId)
    const order = await fetchAnswer(shop.app, getOrder, { params: { orderId } })
    expect(order).toMatchObject({
      orderId,
      invoiceId,
      state: 'AwaitingPayment',
      totalAmount: { amount: 99000, currencyId: 643 },
      currencyId: 643,
      catalogId: event.catalogId,
      timeZone: event.timeZone,
      customer: { email: 'anna.s@mail.example' },
      preorder,
    })
    expect(Math.abs(Date.parse(order.createdOn) - shop.context().now.getTime())).toBeLessThan(600_000)
    expect(order.number).toMatch(/^\d{5}$/)
    expect(orderId.length).toBeGreaterThanOrEqual(22)
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    expect(items.map(({ totalPrice, downloads }) => [totalPrice.amount, downloads])).toEqual(
      Array.from({ length: 3 }, () => [33000, undefined]),
    )
    expect(new Set(items.map(({ orderItemId }) => orderItemId)).size).toBe(3)
    expect(items[0]?.product).toMatchObject({ title: 'Фото', productType: 'photo' })
  })

  it('returns the same order to twenty concurrent callers with any keys', async () => {
    const shoppingCartId = await createReadyCart(shop, await createEventOnSale(shop))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fetchAnswer(shop.app, checkOut, {
          params: { shoppingCartId },
          headers: index % 2 ? { 'idempotency-key': randomUUID() } : {},
        }),
      ),
    )
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await placeOrder(shop, shoppingCartId)).toEqual(answers[0])
  })

  it('requires items in a known cart', async () => {
    const params = { shoppingCartId: await createCartWithItems(shop) }
    await setEmail(shop, params.shoppingCartId)
    expect(await fetchProblemCode(shop.app, checkOut, { params })).toEqual([409, 'CartEmpty'])
    const unknown = { params: { shoppingCartId: randomUUID() } }
    expect(await fetchProblemCode(shop.app, checkOut, unknown)).toEqual([404, 'CartNotFound'])
  })

  it('requires an e-mail', async () => {
    const event = await createEventOnSale(shop)
    const { photoId } = await createStoredPhoto(shop, event)
    const { token } = await fetchSearchToken(shop.app, event.id)
    const cartItems = [{ productId: await findProductId(shop, event, 'photo'), photoId }]
    const params = { shoppingCartId: await createCartWithItems(shop, cartItems, token) }
    expect(await fetchProblemCode(shop.app, checkOut, { params })).toEqual([422, 'CustomerMissing'])
    await setEmail(shop, params.shoppingCartId)
    await fetchAnswer(shop.app, checkOut, { params })
  })

  it('returns the new total when the buyer has seen another', async () => {
    const shoppingCartId = await createReadyCart(shop, await createEventOnSale(shop))
    const body = { expectedTotal: { amount: 1, currencyId: 643 } }
    const response = await sendCall(shop.app, checkOut, { params: { shoppingCartId }, body })
    expect(response.json<Problem>()).toMatchObject({
      code: 'PriceChanged',
      extra: { totalAmount: { amount: 39000, currencyId: 643 } },
    })
    const correctTotal = { expectedTotal: { amount: 39000, currencyId: 643 } }
    await fetchAnswer(shop.app, checkOut, { params: { shoppingCartId }, body: correctTotal })
  })

  it('hides orders from other tenants', async () => {
    const { orderId } = await placeOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))
    const otherTenantCall = { params: { orderId }, host: 'two.test' }
    expect(await fetchProblemCode(shop.app, getOrder, otherTenantCall)).toEqual([404, 'OrderNotFound'])
  })

  it('accepts a package before the race where that is offered', async () => {
    const event = await createEventOnSale(shop, { switches: { preorder: true } })
    const cartId = await createReadyCart(shop, event, { package: '5' })
    expect((await placeOrder(shop, cartId)).preorder).toBe(true)
  })
})

describe('promo codes', () => {
  it('lower the total, by percent or by a fixed sum, and can be removed', async () => {
    const cartId = await createReadyCart(shop, await createEventOnSale(shop))
    const code = await createCode()
    expect((await addCode(cartId, ` ${code.toLowerCase()} `)).statusCode).toBe(204)
    const cart = await fetchCart(shop, cartId)
    expect(cart.totalAmount.amount).toBe(35100)
    expect(cart.promotionalCodes).toEqual([
      { codeId: expect.any(String), code, discount: { amount: 3900, currencyId: 643 } },
    ])
    const codeId = cart.promotionalCodes[0]?.codeId ?? ''
    const params = { shoppingCartId: cartId, codeId }
    await fetchAnswer(shop.app, removePromotionalCode, { params })
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(39000)
    const fixed = await createCode({ kind: 'fixed', value: 10000 })
    await addCode(cartId, fixed)
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(29000)
  })

  it('each return their own reason for a refusal', async () => {
    const event = await createEventOnSale(shop)
    const cartId = await createReadyCart(shop, event)
    const yesterday = new Date(shop.services.clock().getTime() - 86_400_000)
    const tomorrow = new Date(shop.services.clock().getTime() + 86_400_000)
    const cases: [string, [number, string]][] = [
      ['NO-SUCH-CODE', [404, 'PromoNotFound']],
      [await createCode({ endsOn: yesterday }), [410, 'PromoExpired']],
      [await createCode({ startsOn: tomorrow }), [403, 'PromoInactive']],
      [await createCode({ active: false }), [403, 'PromoInactive']],
      [await createCode({ kind: 'gift' }), [422, 'PromoNotApplicable']],
      [await createCode({ catalogIds: ['another'] }), [422, 'PromoNotApplicable']],
    ]
    for (const [code, expected] of cases) expect(await addRefusedCode(cartId, code), code).toEqual(expected)
    await addCode(cartId, await createCode())
    expect(await addRefusedCode(cartId, await createCode())).toEqual([409, 'PromoConflict'])
  })

  it('cannot be guessed: the eleventh attempt of a cart has to wait', async () => {
    const cartId = await createReadyCart(shop, await createEventOnSale(shop))
    for (let time = 0; time < 10; time++)
      expect(await addRefusedCode(cartId, `guess-${time}`)).toEqual([404, 'PromoNotFound'])
    const response = await addCode(cartId, 'guess-11')
    expect([response.statusCode, response.json<Problem>().code]).toEqual([429, 'TooManyRequests'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    shop.moveClock(600_001)
    expect(await addRefusedCode(cartId, 'guess-12')).toEqual([404, 'PromoNotFound'])
  })

  it('with a single use are used once, also by many concurrent carts', async () => {
    const event = await createEventOnSale(shop)
    const code = await createCode({ usageLimit: 1 })
    const carts: string[] = []
    const cartCount = selectByEffort({ quick: 20, full: 50, long: 50 })
    for (let index = 0; index < cartCount; index++) {
      const cartId = await createReadyCart(shop, event)
      const params = { shoppingCartId: cartId }
      const address = `198.51.100.${index}`
      await fetchAnswer(shop.app, addPromotionalCode, { params, body: { code }, address })
      carts.push(cartId)
    }
    const answers = await Promise.all(
      carts.map((shoppingCartId) => sendCall(shop.app, checkOut, { params: { shoppingCartId } })),
    )
    const codes = answers.map((one) => (one.statusCode === 200 ? 'ok' : one.json<Problem>().code))
    expect(codes.filter((one) => one === 'ok')).toHaveLength(1)
    expect(codes.filter((one) => one === 'PromoExhausted')).toHaveLength(cartCount - 1)
    const promo = (await listPromoCodes(shop.context())).find((one) => one.code === code)
    expect(promo?.used).toBe(1)
  })

  it('as a gift pay for the whole package, and the order completes without a bank', async () => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['9'] })
    const cartId = await createReadyCart(shop, event, { package: '9' })
    await addCode(cartId, await createCode({ kind: 'gift' }))
    const { orderId } = await placeOrder(shop, cartId)
    expect(await readOrderState(shop, orderId)).toBe('Completed')
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(0)
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    expect(items[0]?.totalPrice.amount).toBe(0)
    expect(items[0]?.downloads).toHaveLength(1)
  })

  it('do not count for another code’s order that failed', async () => {
    const event = await createEventOnSale(shop)
    const [first, second] = [await createReadyCart(shop, event), await createReadyCart(shop, event)]
    const code = await createCode({ usageLimit: 1 })
    for (const cartId of [first, second]) await addCode(cartId, code)
    const outdatedCheckout = {
      params: { shoppingCartId: first },
      body: { expectedTotal: { amount: 5, currencyId: 643 } },
    }
    expect(await fetchProblemCode(shop.app, checkOut, outdatedCheckout)).toEqual([409, 'PriceChanged'])
    await placeOrder(shop, second)
    expect(await fetchProblemCode(shop.app, checkOut, { params: { shoppingCartId: first } })).toEqual([
      409,
      'PromoExhausted',
    ])
  })
})
