import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPromotionalCode } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import { buildApp } from '../../server/app.ts'
import { createCartFeature } from '../../server/features/cart/index.ts'
import { createPromoCode, redeemPromo } from '../../server/features/promo/index.ts'
import { promoTries } from '../../server/features/promo/tables.ts'
import { createAuthModule } from '../../server/modules/auth.ts'
import { sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
  openShop,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const tenMinutesInMs = 600_000

async function tryCode(cartId: string, code: string, input: { app?: Shop['app']; address?: string } = {}) {
  const { app = shop.app, address = '203.0.113.9' } = input
  const response = await sendCall(app, addPromotionalCode, {
    params: { shoppingCartId: cartId },
    body: { code },
    address,
  })
  return response.statusCode === 204 ? 'taken' : response.json<Problem>().code
}
const createRange = (count: number) => Array.from({ length: count }, (_, index) => index)

it('refuses impossible codes without a lookup: empty, 10 KB, look-alike letters', async () => {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  await createPromoCode(shop.context(), { code: 'CAMP', kind: 'percent', value: 10 })
  expect(await tryCode(cartId, ' ')).toBe('ValidationFailed')
  expect(await tryCode(cartId, 'A'.repeat(10_000))).toBe('ValidationFailed')
  expect(await tryCode(cartId, 'САМР')).toBe('PromoNotFound')
  expect(await tryCode(cartId, ' camp ')).toBe('taken')
})

it('reports a code used up by others as used up', async () => {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  const singleUseCode = { code: 'ONCE', kind: 'percent', value: 10, usageLimit: 1 } as const
  const { id: codeId } = await createPromoCode(shop.context(), singleUseCode)
  await redeemPromo(shop.context(), { codeId, orderId: 'another', discount: 1 })
  expect(await tryCode(cartId, 'ONCE')).toBe('PromoExhausted')
})

it('counts the attempts of a cart across processes', async () => {
  const { services, searchModule: finding } = shop
  const { callers } = createAuthModule(services)
  const ports = { finder: finding.finder, painter: framePainter, callers }
  const other = await buildApp(services, [createCartFeature(services, ports)])
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  for (const index of createRange(10)) {
    const app = index % 2 ? other : shop.app
    expect(await tryCode(cartId, `guess-${index}`, { app, address: `198.51.100.${index}` })).toBe(
      'PromoNotFound',
    )
  }
  for (const app of [other, shop.app])
    expect(await tryCode(cartId, 'guess', { app, address: '198.51.100.99' })).toBe('TooManyRequests')
  await other.close()
  shop.moveClock(tenMinutesInMs)
  expect(await tryCode(cartId, 'guess')).toBe('PromoNotFound')
})

it('counts the attempts of an address together, for any carts, and stores no address', async () => {
  shop.moveClock(tenMinutesInMs)
  const address = '198.51.100.200'
  for (const round of createRange(6)) {
    const cartId = await createCartWithItems(shop)
    for (const index of createRange(10))
      expect(await tryCode(cartId, `guess-${round}-${index}`, { address })).toBe('PromoNotFound')
  }
  expect(await tryCode(await createCartWithItems(shop), 'guess', { address })).toBe('TooManyRequests')
  expect(await tryCode(await createCartWithItems(shop), 'guess', { address: '198.51.100.201' })).toBe(
    'PromoNotFound',
  )
  const storedRows = JSON.stringify(await shop.services.db.select().from(promoTries))
  expect(storedRows).not.toContain(address)
})

it('counts failed attempts alone', async () => {
  shop.moveClock(tenMinutesInMs)
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  const address = '198.51.100.202'
  await createPromoCode(shop.context(), { code: 'VALID10', kind: 'percent', value: 10 })
  for (const _ of createRange(70)) expect(await tryCode(cartId, 'VALID10', { address })).toBe('taken')
  for (const index of createRange(10))
    expect(await tryCode(cartId, `guess-${index}`, { address })).toBe('PromoNotFound')
  expect(await tryCode(cartId, 'VALID10', { address })).toBe('TooManyRequests')
  const otherCartId = await createReadyCart(shop, await createEventOnSale(shop))
  expect(await tryCode(otherCartId, 'VALID10', { address })).toBe('taken')
})

it('counts the attempts of an IPv6 network together, as one customer has all its addresses', async () => {
  shop.moveClock(tenMinutesInMs)
  for (const round of createRange(6)) {
    const cartId = await createCartWithItems(shop)
    for (const index of createRange(10)) {
      const address = `2001:db8:0:11::${round + 1}${index}`
      expect(await tryCode(cartId, `guess-${round}-${index}`, { address })).toBe('PromoNotFound')
    }
  }
  const cartId = await createCartWithItems(shop)
  expect(await tryCode(cartId, 'guess', { address: '2001:db8:0:11::99' })).toBe('TooManyRequests')
  expect(await tryCode(cartId, 'guess', { address: '2001:db8:0:12::1' })).toBe('PromoNotFound')
})

it('deletes expired attempts', async () => {
  shop.moveClock(tenMinutesInMs)
  await tryCode(await createCartWithItems(shop), 'guess')
  expect(await shop.services.db.select().from(promoTries)).toHaveLength(2)
})
