import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode, checkOut, removePromotionalCode } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createEventOnSale,
  createReadyCart,
  fetchCart,
  openShop,
  placeOrder,
  type Shop,
} from '../support/server/shop.ts'

const dayInMs = 24 * 3_600_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const addCode = (shoppingCartId: string, code: string) =>
  fetchAnswer(shop.app, addPromotionalCode, { params: { shoppingCartId }, body: { code } })

const addRefusedCode = (shoppingCartId: string, code: string) =>
  fetchProblemCode(shop.app, addPromotionalCode, { params: { shoppingCartId }, body: { code } })

/** Creates a cart with one photo for 390 and a promo code. */
async function createCartWithCode(code: string): Promise<string> {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  await addCode(cartId, code)
  return cartId
}

/** Returns the codes of a cart and its total. */
async function readCartCodes(cartId: string) {
  const { promotionalCodes, totalAmount } = await fetchCart(shop, cartId)
  return {
    codes: promotionalCodes.map(({ code, discount, refusal: reason }) => [code, discount.amount, reason]),
    total: totalAmount.amount,
  }
}

it('a code made with --fixed takes the sum off, in minor units', async () => {
  await runTestCommand(shop, 'promo', 'create', 'minus100', '--fixed', '100.50')
  expect(await readCartCodes(await createCartWithCode('MINUS100'))).toEqual({
    codes: [['MINUS100', 10050, undefined]],
    total: 28950,
  })
})

it('a code made with --from is inactive before its first day, which begins at the place of the event', async () => {
  const event = await createEventOnSale(shop)
  await runTestCommand(
    shop,
    'promo',
    'create',
    'later',
    '--percent',
    '10',
    '--event',
    event.id,
    '--from',
    '2026-09-13',
  )
  const cartId = await createReadyCart(shop, event)
  expect(await addRefusedCode(cartId, 'LATER')).toEqual([403, 'PromoInactive'])
  const midnightInMoscow = new Date('2026-09-12T21:00:00Z')
  shop.moveClock(midnightInMoscow.getTime() - shop.services.clock().getTime())
  await addCode(cartId, 'LATER')
  expect((await readCartCodes(cartId)).total).toBe(35100)
})

it('a code that is switched off while it is in a cart says so, stops the order, and can be taken off', async () => {
  await runTestCommand(shop, 'promo', 'create', 'gone20', '--percent', '20')
  const cartId = await createCartWithCode('GONE20')
  await runTestCommand(shop, 'promo', 'off', 'gone20')
  expect(await readCartCodes(cartId)).toEqual({ codes: [['GONE20', 0, 'PromoInactive']], total: 39000 })
  const { codeId = '' } = (await fetchCart(shop, cartId)).promotionalCodes[0] ?? {}
  const response = await sendCall(shop.app, checkOut, { params: { shoppingCartId: cartId } })
  expect(response.json<Problem>()).toMatchObject({ code: 'PromoInactive', extra: { codeId } })
  await fetchAnswer(shop.app, removePromotionalCode, { params: { shoppingCartId: cartId, codeId } })
  expect(await readCartCodes(cartId)).toEqual({ codes: [], total: 39000 })
  await placeOrder(shop, cartId)
})

it('a code that is switched on again takes off what it did', async () => {
  await runTestCommand(shop, 'promo', 'create', 'pause', '--percent', '10')
  const cartId = await createCartWithCode('PAUSE')
  await runTestCommand(shop, 'promo', 'off', 'PAUSE')
  expect((await readCartCodes(cartId)).codes).toEqual([['PAUSE', 0, 'PromoInactive']])
  await runTestCommand(shop, 'promo', 'on', 'pause')
  expect(await readCartCodes(cartId)).toEqual({ codes: [['PAUSE', 3900, undefined]], total: 35100 })
})

it('a code whose last day is over says so in the cart', async () => {
  const offsetFromUtcInMs = 3 * 3_600_000 // Moscow
  const today = new Date(shop.services.clock().getTime() + offsetFromUtcInMs).toISOString().slice(0, 10)
  await runTestCommand(shop, 'promo', 'create', 'today', '--percent', '10', '--until', today)
  const cartId = await createCartWithCode('TODAY')
  shop.moveClock(2 * dayInMs)
  expect(await readCartCodes(cartId)).toEqual({ codes: [['TODAY', 0, 'PromoExpired']], total: 39000 })
})

it('a code whose last use went to another cart says so, but not in the cart that has used it', async () => {
  await runTestCommand(shop, 'promo', 'create', 'once', '--percent', '10', '--limit', '1')
  const [first, second] = [await createCartWithCode('ONCE'), await createCartWithCode('ONCE')]
  await placeOrder(shop, first)
  expect((await readCartCodes(first)).codes).toEqual([['ONCE', 3900, undefined]])
  expect((await readCartCodes(second)).codes).toEqual([['ONCE', 0, 'PromoExhausted']])
})

it('a code that ended gives way to another one', async () => {
  await runTestCommand(shop, 'promo', 'create', 'old', '--percent', '10')
  await runTestCommand(shop, 'promo', 'create', 'new', '--percent', '20')
  const cartId = await createCartWithCode('OLD')
  expect(await addRefusedCode(cartId, 'NEW')).toEqual([409, 'PromoConflict'])
  await runTestCommand(shop, 'promo', 'off', 'old')
  await addCode(cartId, 'NEW')
  expect(await readCartCodes(cartId)).toEqual({ codes: [['NEW', 7800, undefined]], total: 31200 })
})
