import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode, checkOut, removePromotionalCode } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { answer, refusal, send } from '../support/server/api-calls.ts'
import { command } from '../support/server/commands.ts'
import { aFullCart, aSellingEvent, cartNow, openShop, placeOrder, type Shop } from '../support/server/shop.ts'

const dayInMs = 24 * 3_600_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const addCode = (shoppingCartId: string, code: string) =>
  answer(shop.app, addPromotionalCode, { params: { shoppingCartId }, body: { code } })

const refusedCode = (shoppingCartId: string, code: string) =>
  refusal(shop.app, addPromotionalCode, { params: { shoppingCartId }, body: { code } })

/** Creates a cart with one photo for 390 and a promo code. */
async function aCartWith(code: string): Promise<string> {
  const cartId = await aFullCart(shop, await aSellingEvent(shop))
  await addCode(cartId, code)
  return cartId
}

/** Returns the codes of a cart and its total. */
async function readCartCodes(cartId: string) {
  const { promotionalCodes, totalAmount } = await cartNow(shop, cartId)
  return {
    codes: promotionalCodes.map(({ code, discount, refusal: why }) => [code, discount.amount, why]),
    total: totalAmount.amount,
  }
}

it('a code made with --fixed takes the sum off, in minor units', async () => {
  await command(shop, 'promo', 'create', 'minus100', '--fixed', '100.50')
  expect(await readCartCodes(await aCartWith('MINUS100'))).toEqual({
    codes: [['MINUS100', 10050, undefined]],
    total: 28950,
  })
})

it('a code made with --from is inactive before its first day, which begins at the place of the event', async () => {
  const event = await aSellingEvent(shop)
  await command(
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
  const cartId = await aFullCart(shop, event)
  expect(await refusedCode(cartId, 'LATER')).toEqual([403, 'PromoInactive'])
  const midnightInMoscow = new Date('2026-09-12T21:00:00Z')
  shop.moveClock(midnightInMoscow.getTime() - shop.services.clock().getTime())
  await addCode(cartId, 'LATER')
  expect((await readCartCodes(cartId)).total).toBe(35100)
})

it('a code that is switched off while it is in a cart says so, stops the order, and can be taken off', async () => {
  await command(shop, 'promo', 'create', 'gone20', '--percent', '20')
  const cartId = await aCartWith('GONE20')
  await command(shop, 'promo', 'off', 'gone20')
  expect(await readCartCodes(cartId)).toEqual({ codes: [['GONE20', 0, 'PromoInactive']], total: 39000 })
  const { codeId = '' } = (await cartNow(shop, cartId)).promotionalCodes[0] ?? {}
  const refused = await send(shop.app, checkOut, { params: { shoppingCartId: cartId } })
  expect(refused.json<Problem>()).toMatchObject({ code: 'PromoInactive', extra: { codeId } })
  await answer(shop.app, removePromotionalCode, { params: { shoppingCartId: cartId, codeId } })
  expect(await readCartCodes(cartId)).toEqual({ codes: [], total: 39000 })
  await placeOrder(shop, cartId)
})

it('a code that is switched on again takes off what it did', async () => {
  await command(shop, 'promo', 'create', 'pause', '--percent', '10')
  const cartId = await aCartWith('PAUSE')
  await command(shop, 'promo', 'off', 'PAUSE')
  expect((await readCartCodes(cartId)).codes).toEqual([['PAUSE', 0, 'PromoInactive']])
  await command(shop, 'promo', 'on', 'pause')
  expect(await readCartCodes(cartId)).toEqual({ codes: [['PAUSE', 3900, undefined]], total: 35100 })
})

it('a code whose last day is over says so in the cart', async () => {
  const aheadOfUtcInMs = 3 * 3_600_000 // Moscow
  const today = new Date(shop.services.clock().getTime() + aheadOfUtcInMs).toISOString().slice(0, 10)
  await command(shop, 'promo', 'create', 'today', '--percent', '10', '--until', today)
  const cartId = await aCartWith('TODAY')
  shop.moveClock(2 * dayInMs)
  expect(await readCartCodes(cartId)).toEqual({ codes: [['TODAY', 0, 'PromoExpired']], total: 39000 })
})

it('a code whose last use went to another cart says so, but not in the cart that has used it', async () => {
  await command(shop, 'promo', 'create', 'once', '--percent', '10', '--limit', '1')
  const [first, second] = [await aCartWith('ONCE'), await aCartWith('ONCE')]
  await placeOrder(shop, first)
  expect((await readCartCodes(first)).codes).toEqual([['ONCE', 3900, undefined]])
  expect((await readCartCodes(second)).codes).toEqual([['ONCE', 0, 'PromoExhausted']])
})

it('a code that ended gives way to another one', async () => {
  await command(shop, 'promo', 'create', 'old', '--percent', '10')
  await command(shop, 'promo', 'create', 'new', '--percent', '20')
  const cartId = await aCartWith('OLD')
  expect(await refusedCode(cartId, 'NEW')).toEqual([409, 'PromoConflict'])
  await command(shop, 'promo', 'off', 'old')
  await addCode(cartId, 'NEW')
  expect(await readCartCodes(cartId)).toEqual({ codes: [['NEW', 7800, undefined]], total: 31200 })
})
