import { describe, expect, it, test } from 'vitest'
import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { aProduct, aTier } from '../../../tests/support/data/catalog.ts'
import type { RunnerPackage } from '../catalog/index.ts'
import { onlyPriceMoved } from './only-price-moved.ts'
import { findNextDiscount, groupByEvent, packageOffer } from './totals.ts'

const roubles = (whole: number): Money => ({ amount: whole * 100, currencyId: 643 })

let made = 0
function item(productType: ProductType, price: number, original = price, eventId = 'e1'): CartItem {
  made += 1
  return {
    shoppingCartItemId: `i${made}`,
    product: { productId: productType, title: productType, productType },
    price: roubles(price),
    originalPrice: roubles(original),
    catalog: { catalogId: `c-${eventId}`, title: `Race ${eventId}` },
    eventId,
  }
}

function cart(items: CartItem[], total: number): Cart {
  return {
    cartId: 'cart',
    shoppingCartId: 'cart',
    state: 'Updated',
    currencyId: 643,
    amount: roubles(total),
    totalAmount: roubles(total),
    customer: null,
    orderId: null,
    items,
    promotionalCodes: [],
    attributes: [],
  }
}

test('items are grouped by event, in the order of the first of each', () => {
  const groups = groupByEvent([item('photo', 1), item('photo', 1, 1, 'e2'), item('video', 1)])
  expect(groups.map((group) => [group.title, group.items.length])).toEqual([
    ['Race e1', 2],
    ['Race e2', 1],
  ])
})

describe('the discount ladder', () => {
  const priceTiers = [aTier(1, 39_000), aTier(3, 33_000), aTier(5, 27_000)]
  const single = aProduct('photo', 39_000, { priceTiers })
  const photos = (count: number) => Array.from({ length: count }, () => item('photo', 390))

  it('says how many are missing to the next price', () => {
    expect(findNextDiscount(photos(2), single)).toMatchObject({
      count: 2,
      total: 5,
      next: { missing: 1, price: roubles(330) },
      flags: [
        { at: 3, next: true },
        { at: 5, next: false },
      ],
    })
  })

  it('ends at the lowest price', () => {
    expect(findNextDiscount(photos(7), single)).toMatchObject({ total: 7, next: undefined })
  })

  it('is hidden without photos or thresholds', () => {
    expect(findNextDiscount([item('video', 690)], single)).toBeUndefined()
    expect(findNextDiscount(photos(2), aProduct('photo', 39_000))).toBeUndefined()
    expect(findNextDiscount(photos(2), undefined)).toBeUndefined()
  })

  it('is hidden when a package costs less at the next threshold', () => {
    const items = ['p0', 'p1'].map((photoId) => Object.assign(item('photo', 390), { photoId }))
    const runner = { product: aProduct('photos_with_me', 90_000), single, photoIds: ['p0', 'p1', 'p2'] }
    const payments = { mayGrow: true, paid: 0 }
    expect(findNextDiscount(items, single, { ...runner, ...payments })).toBeUndefined()
    expect(findNextDiscount(items, single, { ...runner, ...payments, photoIds: ['p7'] })).toBeDefined()
  })
})

describe('the package instead of single photos', () => {
  const single = aProduct('photo', 39_000, { priceTiers: [aTier(3, 33_000), aTier(5, 27_000)] })
  const all = aProduct('photos_with_me', 199_000)
  const photoIds = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `p${from + at}`)
  const photos = (count: number, each: number, from = 0) =>
    photoIds(count, from).map((photoId) => Object.assign(item('photo', each), { photoId }))
  const toPackage = (count: number, more: Partial<RunnerPackage> = {}): RunnerPackage => ({
    ...{ product: all, single, photoIds: photoIds(count), paid: 0, mayGrow: true },
    ...more,
  })
  const offer = (items: readonly CartItem[], runner: RunnerPackage) =>
    packageOffer(items, runner, [single, all], runner.photoIds.length)

  it('is offered when it is cheaper', () => {
    const cheaper = offer(photos(8, 270), toPackage(8))
    expect(cheaper).toMatchObject({ count: 8, price: roubles(1990), instead: roubles(2160) })
    expect(cheaper?.more).toBeUndefined()
  })

  it('is offered when it adds more photos for little', () => {
    expect(offer(photos(5, 270), toPackage(14))?.more).toEqual({ count: 9, price: roubles(640) })
  })

  it('is offered for free when the photos are already charged as the package', () => {
    expect(offer(photos(5, 398), toPackage(8))?.more).toEqual({ count: 3, price: roubles(0) })
    expect(offer(photos(5, 398), toPackage(5))).toBeUndefined()
  })

  it('is never offered when the same photos cost less one by one', () => {
    expect(offer(photos(6, 270), toPackage(6))).toBeUndefined()
    expect(offer(photos(5, 270), toPackage(7))).toBeUndefined()
  })

  it('costs less by earlier payments', () => {
    const paid = offer(photos(3, 330), toPackage(9, { paid: 99_000 }))
    expect(paid).toMatchObject({ price: roubles(1000), more: { count: 6, price: roubles(10) } })
  })

  it('is compared with the photos that it replaces, without those of other runners', () => {
    const mixed = [...photos(5, 270), ...photos(2, 270, 100)]
    // the two others cost 780 without the five
    expect(offer(mixed, toPackage(14))).toMatchObject({
      instead: roubles(1110),
      more: { count: 9, price: roubles(880) },
    })
  })

  it('is not offered next to itself or for a single photo', () => {
    expect(offer([...photos(8, 270), item('photos_with_me', 1990)], toPackage(14))).toBeUndefined()
    expect(offer(photos(1, 390), toPackage(14))).toBeUndefined()
  })
})

describe('a moved price', () => {
  const items = [item('photo', 390)]

  it('is reported when the same items cost something else', () => {
    expect(onlyPriceMoved(cart(items, 390), cart(items, 450))).toBe(true)
  })

  it('is not reported when the items changed or nothing did', () => {
    expect(onlyPriceMoved(cart(items, 390), cart([...items, item('photo', 390)], 780))).toBe(false)
    expect(onlyPriceMoved(cart(items, 390), cart(items, 390))).toBe(false)
    expect(onlyPriceMoved(null, cart(items, 390))).toBe(false)
  })
})
