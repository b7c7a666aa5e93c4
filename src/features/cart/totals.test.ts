import { describe, expect, it, test } from 'vitest'
import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Product, ProductType } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { onlyPriceMoved } from './only-price-moved.ts'
import { groupByEvent, ladderOf, packageOffer } from './totals.ts'

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

const product = (productType: ProductType, price: number, tiers: [number, number][] = []): Product => ({
  productId: productType,
  catalogId: 'c-e1',
  title: productType,
  productType,
  price: roubles(price),
  originalPrice: roubles(price),
  priceTiers: tiers.map(([from, tierPrice]) => ({ from, price: roubles(tierPrice) })),
  state: 'InCatalog',
  description: '',
})

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
  const single = product('photo', 390, [
    [1, 390],
    [3, 330],
    [5, 270],
  ])
  const photos = (count: number) => Array.from({ length: count }, () => item('photo', 390))

  it('says how many are missing to the next price', () => {
    expect(ladderOf(photos(2), single)).toMatchObject({
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
    expect(ladderOf(photos(7), single)).toMatchObject({ total: 7, next: undefined })
  })

  it('is hidden without photos or thresholds', () => {
    expect(ladderOf([item('video', 690)], single)).toBeUndefined()
    expect(ladderOf(photos(2), product('photo', 390))).toBeUndefined()
    expect(ladderOf(photos(2), undefined)).toBeUndefined()
  })
})

describe('the package instead of single photos', () => {
  const withMe = product('photos_with_me', 1990)
  const photos = (count: number, each: number) => Array.from({ length: count }, () => item('photo', each))

  it('is offered when it is cheaper', () => {
    const offer = packageOffer(photos(8, 270), withMe, 8)
    expect(offer).toMatchObject({ count: 8, instead: roubles(2160) })
    expect(offer?.more).toBeUndefined()
  })

  it('is offered when it holds more photos for little', () => {
    expect(packageOffer(photos(5, 270), withMe, 14)?.more).toEqual({ count: 9, price: roubles(640) })
  })

  it('is offered for free when the photos are already charged as the package', () => {
    expect(packageOffer(photos(5, 398), withMe, 8)?.more).toEqual({ count: 3, price: roubles(0) })
    expect(packageOffer(photos(5, 398), withMe, 5)).toBeUndefined()
  })

  it('is never offered when the same photos cost less one by one', () => {
    expect(packageOffer(photos(6, 270), withMe, 6)).toBeUndefined()
  })

  it('is not offered next to itself or for a single photo', () => {
    expect(packageOffer([...photos(8, 270), item('photos_with_me', 1990)], withMe, 14)).toBeUndefined()
    expect(packageOffer(photos(1, 390), withMe, 14)).toBeUndefined()
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
