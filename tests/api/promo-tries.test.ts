import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import { buildApp } from '../../server/app.ts'
import { createSigningIn } from '../../server/auth-module.ts'
import { createCartFeature } from '../../server/features/cart/index.ts'
import { createPromoCode, redeemPromo } from '../../server/features/promo/index.ts'
import { promoTries } from '../../server/features/promo/tables.ts'
import { send } from '../support/server/api-calls.ts'
import { aCart, aFullCart, aSellingEvent, openShop, type Shop } from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const tenMinutesInMs = 600_000

async function tried(cartId: string, code: string, input: { app?: Shop['app']; address?: string } = {}) {
  const { app = shop.app, address = '203.0.113.9' } = input
  const response = await send(app, addPromotionalCode, {
    params: { shoppingCartId: cartId },
    body: { code },
    address,
  })
  return response.statusCode === 204 ? 'taken' : response.json<Problem>().code
}
const times = (count: number) => Array.from({ length: count }, (_, at) => at)

it('refuses impossible codes without a lookup: empty, 10 KB, look-alike letters', async () => {
  const cartId = await aFullCart(shop, await aSellingEvent(shop))
  await createPromoCode(shop.context(), { code: 'CAMP', kind: 'percent', value: 10 })
  expect(await tried(cartId, ' ')).toBe('ValidationFailed')
  expect(await tried(cartId, 'A'.repeat(10_000))).toBe('ValidationFailed')
  expect(await tried(cartId, 'САМР')).toBe('PromoNotFound')
  expect(await tried(cartId, ' camp ')).toBe('taken')
})

it('reports a code used up by others as used up', async () => {
  const cartId = await aFullCart(shop, await aSellingEvent(shop))
  const once = { code: 'ONCE', kind: 'percent', value: 10, usageLimit: 1 } as const
  const { id: codeId } = await createPromoCode(shop.context(), once)
  await redeemPromo(shop.context(), { codeId, orderId: 'another', discount: 1 })
  expect(await tried(cartId, 'ONCE')).toBe('PromoExhausted')
})

it('counts the attempts of a cart across processes', async () => {
  const { services, finding } = shop
  const { callers } = createSigningIn(services)
  const ports = { finder: finding.finder, painter: framePainter, callers }
  const other = await buildApp(services, [createCartFeature(services, ports)])
  const cartId = await aFullCart(shop, await aSellingEvent(shop))
  for (const at of times(10)) {
    const app = at % 2 ? other : shop.app
    expect(await tried(cartId, `guess-${at}`, { app, address: `198.51.100.${at}` })).toBe('PromoNotFound')
  }
  for (const app of [other, shop.app])
    expect(await tried(cartId, 'guess', { app, address: '198.51.100.99' })).toBe('TooManyRequests')
  await other.close()
  shop.moveClock(tenMinutesInMs)
  expect(await tried(cartId, 'guess')).toBe('PromoNotFound')
})

it('counts the attempts of an address together, for any carts, and stores no address', async () => {
  shop.moveClock(tenMinutesInMs)
  const address = '198.51.100.200'
  for (const round of times(6)) {
    const cartId = await aCart(shop)
    for (const at of times(10))
      expect(await tried(cartId, `guess-${round}-${at}`, { address })).toBe('PromoNotFound')
  }
  expect(await tried(await aCart(shop), 'guess', { address })).toBe('TooManyRequests')
  expect(await tried(await aCart(shop), 'guess', { address: '198.51.100.201' })).toBe('PromoNotFound')
  const kept = JSON.stringify(await shop.services.db.select().from(promoTries))
  expect(kept).not.toContain(address)
})

it('deletes expired attempts', async () => {
  shop.moveClock(tenMinutesInMs)
  await tried(await aCart(shop), 'guess')
  expect(await shop.services.db.select().from(promoTries)).toHaveLength(2)
})
