import { describe, expect, it, test } from 'vitest'
import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { buildPhoto } from '../../../tests/support/data/album.ts'
import { buildProduct, buildTier } from '../../../tests/support/data/catalog.ts'
import type { RunnerPackage } from '../catalog/index.ts'
import { haveOnlyPricesChanged } from './state.ts'
import { findNextDiscount, findPackageOffer, groupByEvent } from './totals.ts'

const roubles = (whole: number): Money => ({ amount: whole * 100, currencyId: 643 })

let itemCount = 0
function buildItem(productType: ProductType, price: number, original = price, eventId = 'e1'): CartItem {
  itemCount += 1
  return {
    shoppingCartItemId: `i${itemCount}`,
    product: { productId: productType, title: productType, productType },
    price: roubles(price),
    originalPrice: roubles(original),
    catalog: { catalogId: `c-${eventId}`, title: `Race ${eventId}` },
    eventId,
  }
}

function buildCart(items: CartItem[], total: number): Cart {
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
  const groups = groupByEvent([buildItem('photo', 1), buildItem('photo', 1, 1, 'e2'), buildItem('video', 1)])
  expect(groups.map((group) => [group.title, group.items.length])).toEqual([
    ['Race e1', 2],
    ['Race e2', 1],
  ])
})

describe('the discount ladder', () => {
  const priceTiers = [buildTier(1, 39_000), buildTier(3, 33_000), buildTier(5, 27_000)]
  const single = buildProduct('photo', 39_000, { priceTiers })
  const buildPhotos = (count: number) => Array.from({ length: count }, () => buildItem('photo', 390))

  it('says how many are missing to the next price', () => {
    expect(findNextDiscount(buildPhotos(2), single)).toMatchObject({
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
    expect(findNextDiscount(buildPhotos(7), single)).toMatchObject({ total: 7, next: undefined })
  })

  it('is hidden without photos or thresholds', () => {
    expect(findNextDiscount([buildItem('video', 690)], single)).toBeUndefined()
    expect(findNextDiscount(buildPhotos(2), buildProduct('photo', 39_000))).toBeUndefined()
    expect(findNextDiscount(buildPhotos(2), undefined)).toBeUndefined()
  })

  it('is hidden when a package costs less at the next threshold', () => {
    const items = ['p0', 'p1'].map((photoId) => Object.assign(buildItem('photo', 390), { photoId }))
    const runner = { product: buildProduct('photos_with_me', 90_000), single, mayGrow: true, paid: 0 }
    const photos = [0, 1, 2].map((index) => buildPhoto(index))
    expect(findNextDiscount(items, single, { ...runner, photos })).toBeUndefined()
    expect(findNextDiscount(items, single, { ...runner, photos: [buildPhoto(7)] })).toBeDefined()
  })
})

describe('the package instead of single photos', () => {
  const single = buildProduct('photo', 39_000, { priceTiers: [buildTier(3, 33_000), buildTier(5, 27_000)] })
  const all = buildProduct('photos_with_me', 199_000)
  const buildAlbum = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => buildPhoto(from + at))
  const buildPhotos = (count: number, each: number, from = 0) =>
    buildAlbum(count, from).map(({ photoId }) => Object.assign(buildItem('photo', each), { photoId }))
  const toPackage = (count: number, more: Partial<RunnerPackage> = {}): RunnerPackage => ({
    ...{ product: all, single, photos: buildAlbum(count), paid: 0, mayGrow: true },
    ...more,
  })
  const findOffer = (items: readonly CartItem[], runner: RunnerPackage) =>
    findPackageOffer(items, runner, [single, all], runner.photos.length)

  it('is offered when it is cheaper', () => {
    const cheaper = findOffer(buildPhotos(8, 270), toPackage(8))
    expect(cheaper).toMatchObject({ count: 8, price: roubles(1990), replacedSum: roubles(2160) })
    expect(cheaper?.additional).toBeUndefined()
  })

  it('is offered when it adds more photos for little', () => {
    expect(findOffer(buildPhotos(5, 270), toPackage(14))?.additional).toEqual({
      count: 9,
      price: roubles(640),
    })
  })

  it('is offered for free when the photos are already charged as the package', () => {
    expect(findOffer(buildPhotos(5, 398), toPackage(8))?.additional).toEqual({ count: 3, price: roubles(0) })
    expect(findOffer(buildPhotos(5, 398), toPackage(5))).toBeUndefined()
  })

  it('is never offered when the same photos cost less one by one', () => {
    expect(findOffer(buildPhotos(6, 270), toPackage(6))).toBeUndefined()
    expect(findOffer(buildPhotos(5, 270), toPackage(7))).toBeUndefined()
  })

  it('costs less by earlier payments', () => {
    const offerAfterPayment = findOffer(buildPhotos(3, 330), toPackage(9, { paid: 99_000 }))
    expect(offerAfterPayment).toMatchObject({
      price: roubles(1000),
      additional: { count: 6, price: roubles(10) },
    })
  })

  it('is compared with the photos that it replaces, without those of other runners', () => {
    const mixed = [...buildPhotos(5, 270), ...buildPhotos(2, 270, 100)]
    // the two others cost 780 without the five
    expect(findOffer(mixed, toPackage(14))).toMatchObject({
      replacedSum: roubles(1110),
      additional: { count: 9, price: roubles(880) },
    })
  })

  it('is not offered next to itself or for a single photo', () => {
    expect(
      findOffer([...buildPhotos(8, 270), buildItem('photos_with_me', 1990)], toPackage(14)),
    ).toBeUndefined()
    expect(findOffer(buildPhotos(1, 390), toPackage(14))).toBeUndefined()
  })
})

describe('a moved price', () => {
  const items = [buildItem('photo', 390)]

  it('is reported when the same items cost something else', () => {
    expect(haveOnlyPricesChanged(buildCart(items, 390), buildCart(items, 450))).toBe(true)
  })

  it('is not reported when the items changed or nothing did', () => {
    expect(
      haveOnlyPricesChanged(buildCart(items, 390), buildCart([...items, buildItem('photo', 390)], 780)),
    ).toBe(false)
    expect(haveOnlyPricesChanged(buildCart(items, 390), buildCart(items, 390))).toBe(false)
    expect(haveOnlyPricesChanged(null, buildCart(items, 390))).toBe(false)
  })
})
