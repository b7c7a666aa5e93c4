import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product, ProductType } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { priceCart } from '../../../contract/price-rules.ts'
import type { PricedItem } from '../../../contract/prices/items.ts'
import type { SinglePrice } from '../../../contract/prices/tiers.ts'
import { buildPhoto } from '../../../tests/support/data/album.ts'
import { buildProduct, buildTier } from '../../../tests/support/data/catalog.ts'
import { buildPricedItem, buildPricedPhoto } from '../../../tests/support/data/price-cases.ts'
import { getTrialOptions } from '../../../tests/trials.ts'
import { estimateTotal } from '../cart/estimate.ts'
import type { ShownItem } from '../cart/overlay.ts'
import { findNextDiscount, findPackageOffer } from '../cart/totals.ts'
import { priceFramedPackage } from '../frames/price-framed.ts'
import { priceGifts } from '../gifts/price-gifts.ts'
import { computePriceSteps } from '../photos/buying/price-steps.ts'
import { chooseOffer } from '../search/results/offer.ts'
import { listPriceTiers, priceSelection } from './price-selection.ts'

const createMoney = (amount: number): Money => ({ amount, currencyId: 643 })

interface Prices {
  readonly single: SinglePrice
  readonly whole: number
  /** Paid for photos of the runner one by one. */
  readonly paid: number
}

/** Builds the products of one event in the forms of the page and of the service. */
class Shop {
  readonly #prices: Prices

  constructor(prices: Prices) {
    this.#prices = prices
  }

  single(productType: ProductType): Product {
    const { price, tiers } = this.#prices.single
    const priceTiers = tiers.map((tier) => buildTier(tier.from, tier.price))
    return { ...this.#product(productType, price), priceTiers }
  }

  buildPackageProduct(productType: ProductType): Product {
    return this.#product(productType, this.#prices.whole)
  }

  /** Returns photos as the service prices them. */
  buildPricedPhotos(photoIds: readonly string[], productType: ProductType = 'photo'): PricedItem[] {
    const { price, tiers } = this.#prices.single
    const frameId = productType === 'frame' ? 'f' : undefined
    return photoIds.map((photoId) =>
      buildPricedItem(photoId, productType, price, { photo: buildPricedPhoto(photoId), frameId, tiers }),
    )
  }

  /** Returns the runner's package as the service prices it. */
  buildPricedPackage(photoIds: readonly string[], mayGrow: boolean): PricedItem {
    const { single, whole, paid } = this.#prices
    const photos = photoIds.map(buildPricedPhoto)
    return buildPricedItem('all', 'photos_with_me', Math.max(0, whole - paid), { photos, mayGrow, single })
  }

  /** Returns the same package with every photo in a frame. */
  buildFramedPackage(photoIds: readonly string[], mayGrow: boolean): PricedItem {
    return { ...this.buildPricedPackage(photoIds, mayGrow), productType: 'photosWithFrame', frameId: 'f' }
  }

  #product(productType: ProductType, amount: number): Product {
    const isFramed = productType === 'frame' || productType === 'photosWithFrame'
    return buildProduct(
      productType,
      amount,
      isFramed ? { frame: { frameId: 'f', image: '', title: '' } } : {},
    )
  }
}

const computeCharge = (items: readonly PricedItem[], offers: readonly PricedItem[] = []) =>
  priceCart(items, [], offers).totalAmount

/** Returns ids of photos that are not among those of the runner. */
const buildIds = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`)

/** Returns photos as the page has loaded them. */
const buildPhotos = (photoIds: readonly string[]) => photoIds.map((photoId) => buildPhoto(0, { photoId }))

const caseArbitrary = fc.record({
  prices: fc.record({
    single: fc.record({
      price: fc.integer({ min: 0, max: 500 }),
      tiers: fc.array(
        fc.record({ from: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 0, max: 500 }) }),
        { maxLength: 3 },
      ),
    }),
    whole: fc.integer({ min: 0, max: 2_500 }),
    paid: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 })),
  }),
  // the place of each photo of the runner that is not bought
  photos: fc.array(fc.constantFrom('left', 'cart', 'chosen'), { minLength: 1, maxLength: 10 }),
  othersInCart: fc.nat({ max: 2 }),
  othersChosen: fc.nat({ max: 2 }),
  mayGrow: fc.boolean(),
})
type Case = typeof caseArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the shop, and ids by place. */
function setUp({ prices, photos, othersInCart, othersChosen, mayGrow }: Case) {
  const shop = new Shop(prices)
  const ids = photos.map((_, at) => `p${at}`)
  const at = (place: string) => ids.filter((_, index) => photos[index] === place)
  const cart = [...at('cart'), ...buildIds('other in cart', othersInCart)]
  const chosen = [...at('chosen'), ...buildIds('other chosen', othersChosen)]
  const left = at('left')
  const { paid } = prices
  const single = shop.single('photo')
  const product = shop.buildPackageProduct('photos_with_me')
  const runner = { product, single, photos: buildPhotos(ids), paid, mayGrow }
  /** Returns what the service charges for photos that were chosen after a search for the runner. */
  const computeTotal = (photoIds: readonly string[]) =>
    computeCharge(shop.buildPricedPhotos(photoIds), [shop.buildPricedPackage(ids, mayGrow)])
  return { shop, ids, cart, chosen, left, single, runner, total: computeTotal }
}

/** Checks a statement for any prices, earlier payments, carts and choices. */
const checkAnyCase = (assertion: (one: ReturnType<typeof setUp>, anyCase: Case) => void) =>
  fc.assert(
    fc.property(caseArbitrary, (anyCase) => assertion(setUp(anyCase), anyCase)),
    getTrialOptions(60, 1_500),
  )

describe('each amount on the page is a sum that the service charges, or the difference of two', () => {
  it('in the offer for all photos', () => {
    checkAnyCase(({ shop, ids, single, runner, total: computeTotal }, { prices, mayGrow }) => {
      const count = ids.length
      const { paid } = prices
      const offer = chooseOffer(
        { single, personalPackage: runner.product },
        { photos: buildPhotos(ids), hasPossiblePhotos: true, paid, mayGrow },
      )
      if (!offer) throw new Error('photos are on sale')
      const sum = computeTotal(ids)
      const chargeOneByOne = (photos: number) =>
        computeCharge(shop.buildPricedPhotos(buildIds('any', photos)))
      const isPackage = offer.tariff === 'package'
      expect(offer.sum).toEqual(createMoney(sum))
      expect(offer.saved?.amount ?? 0).toBe(isPackage ? chargeOneByOne(count) - sum : 0)
      if (isPackage) expect(computeCharge([shop.buildPricedPackage(ids, mayGrow)])).toBe(sum)
      else {
        const more = [...ids, 'more']
        const withMore = computeCharge(shop.buildPricedPhotos(more), [shop.buildPricedPackage(more, mayGrow)])
        expect(offer.next).toEqual({ place: count + 1, price: createMoney(withMore - sum) })
      }
      if (offer.each) expect(offer.each.amount * count).toBe(sum)
      if (offer.growing)
        expect(offer.growing.price.amount).toBe(computeCharge([shop.buildPricedPackage(ids, true)]))
      if (offer.breakEven) {
        const breakEvenCount = offer.breakEven.count
        const whole = computeCharge([shop.buildPricedPackage(buildIds('any', breakEvenCount), false)])
        expect(offer.breakEven.price.amount).toBe(whole)
        expect(chargeOneByOne(breakEvenCount)).toBeGreaterThanOrEqual(whole)
        expect(chargeOneByOne(breakEvenCount - 1)).toBeLessThan(whole)
      }
    })
  })

  it('in the dock and on the ruler', () => {
    checkAnyCase(({ shop, ids, cart, chosen, left, single, runner, total: computeTotal }) => {
      const inCart = buildPhotos(cart).map((photo) => ({ photo, product: single }))
      const photos = buildPhotos(chosen)
      const steps = computePriceSteps({ single, photos, inCart, runner, endsWithAll: true })
      const totalIds = [...cart, ...chosen]
      expect(steps.sum).toEqual(createMoney(computeTotal(totalIds) - computeTotal(cart)))
      for (const { at, price, isPackage } of steps.flags) {
        const amount = isPackage
          ? computeTotal(ids)
          : computeCharge(shop.buildPricedPhotos(buildIds('any', at)))
        expect(isPackage ? price.amount : at * price.amount).toBe(amount)
      }
      if (steps.packageCostsTheSame) expect(computeTotal(totalIds)).toBe(computeTotal(ids))
      if (!steps.next) return
      const { at, missing, price, isPackage } = steps.next
      const furtherIds = [...left, ...buildIds('further', missing)].slice(0, missing)
      if (isPackage) expect(price.amount).toBe(computeTotal(ids))
      else expect(at * price.amount).toBe(computeTotal([...totalIds, ...furtherIds]))
    })
  })

  it('in the lists of price tiers, which leave out no price that is charged', () => {
    checkAnyCase(({ shop }, { prices }) => {
      for (const type of ['photo', 'frame', 'promocode'] as const) {
        const tiers = listPriceTiers(shop.single(type), buildPhotos(['other']))
        const chargedTiers = prices.single.tiers.filter(({ from, price }) => {
          const items = shop.buildPricedPhotos(buildIds('any', from), type)
          return from > 1 && computeCharge(items) === from * price
        })
        const inOrder = chargedTiers.toSorted((one, other) => one.from - other.from)
        const one = { from: 1, price: computeCharge(shop.buildPricedPhotos(['any'], type)) }
        expect(tiers).toEqual([one, ...inOrder].map(({ from, price }) => buildTier(from, price)))
      }
    })
  })

  it('in the viewer of one photo', () => {
    checkAnyCase(({ cart, single, runner, total: computeTotal }) => {
      const inCart = buildPhotos(cart).map((photo) => ({ photo, product: single }))
      for (const photoId of ['p0', 'other']) {
        const others = inCart.filter(({ photo }) => photo.photoId !== photoId)
        const before = cart.filter((id) => id !== photoId)
        const price = priceSelection({ single, photos: buildPhotos([photoId]), inCart: others, runner })
        expect(price).toBe(computeTotal([...before, photoId]) - computeTotal(before))
      }
    })
  })

  it('for framed photos', () => {
    checkAnyCase(({ shop, ids, runner }, { mayGrow }) => {
      const photoIds = [...ids, 'unloaded']
      const photosOfRunner = { ...runner, unloaded: 1 }
      const framed = priceFramedPackage(
        shop.buildPackageProduct('photosWithFrame'),
        shop.single('frame'),
        photosOfRunner,
      )
      const sum = computeCharge([shop.buildFramedPackage(photoIds, mayGrow)])
      expect(framed?.sum).toEqual(createMoney(sum))
      const chargeOneByOne = computeCharge(shop.buildPricedPhotos(photoIds, 'frame'))
      expect(framed?.saved?.amount ?? 0).toBe(Math.max(0, chargeOneByOne - sum))
    })
  })

  it('for gift codes', () => {
    checkAnyCase(({ shop, ids }) => {
      const { total: computeTotal, each } = priceGifts(shop.single('promocode'), ids.length)
      const codes = shop
        .buildPricedPhotos(ids, 'promocode')
        .map((item) => Object.assign(item, { photo: undefined }))
      expect(computeTotal).toEqual(createMoney(computeCharge(codes)))
      if (each) expect(each.amount * ids.length).toBe(computeTotal.amount)
    })
  })

  it('in the offers of the cart', () => {
    checkAnyCase(({ shop, ids, cart, chosen, left, single, runner, total: computeTotal }) => {
      const inCart = [...cart, ...chosen]
      const growing = { ...runner, mayGrow: true }
      const items = buildShownItems(shop, inCart, ids)
      const others = shop.buildPricedPhotos(inCart.filter((photoId) => !ids.includes(photoId)))
      const offer = findPackageOffer(items, growing, [single, runner.product], ids.length)
      if (offer) {
        const all = shop.buildPricedPackage(ids, true)
        const after = computeCharge([all, ...others])
        expect(offer.price).toEqual(createMoney(computeCharge([all])))
        expect(offer.replacedSum.amount - offer.price.amount).toBe(computeTotal(inCart) - after)
        if (offer.additional)
          expect(offer.additional.price).toEqual(createMoney(after - computeTotal(inCart)))
      }
      const next = findNextDiscount(items, single, growing)?.next
      if (!next) return
      const furtherIds = [...left, ...buildIds('further', next.missing)].slice(0, next.missing)
      const photos = [...inCart, ...furtherIds]
      expect(photos.length * next.price.amount).toBe(computeTotal(photos))
    })
  })

  it('in the estimate of a cart that waits for the network', () => {
    checkAnyCase(({ shop, ids, cart, chosen, single, runner, total: computeTotal }, { prices }) => {
      const inCart = [...cart, ...chosen]
      const items = buildShownItems(shop, inCart, ids).map((item, at) =>
        Object.assign(item, { waiting: { entryId: 'x', at, isSent: false } }),
      )
      const purchases = { photos: new Map(), framed: new Map(), paidFor: () => prices.paid }
      const runners = new Map([['c', { photos: runner.photos, distance: undefined, input: {}, purchases }]])
      const { total: estimated } = estimateTotal(null, items, [single, runner.product], runners)
      expect(estimated).toEqual(createMoney(computeTotal(inCart)))
    })
  })
})

/** Returns photos in the cart with the prices that the service has confirmed. */
function buildShownItems(
  shop: Shop,
  photoIds: readonly string[],
  photoIdsOfRunner: readonly string[],
): ShownItem[] {
  const { lines } = priceCart(
    shop.buildPricedPhotos(photoIds),
    [],
    [shop.buildPricedPackage(photoIdsOfRunner, true)],
  )
  return photoIds.map((photoId, at) => ({
    ...{ shoppingCartItemId: photoId, photoId, eventId: 'e', catalog: { catalogId: 'c', title: '' } },
    product: { productId: 'photo', title: 'Photo', productType: 'photo' },
    price: createMoney(lines[at]?.price ?? 0),
  }))
}

describe('amounts of the runner with 12 photos, of which 3 were bought for 990', () => {
  const shop = new Shop({
    single: {
      price: 39_000,
      tiers: [
        { from: 3, price: 33_000 },
        { from: 5, price: 27_000 },
      ],
    },
    whole: 199_000,
    paid: 99_000,
  })
  const photos = Array.from({ length: 9 }, (_, at) => buildPhoto(at))
  const single = shop.single('photo')
  const runner = {
    product: shop.buildPackageProduct('photos_with_me'),
    single,
    photos,
    paid: 99_000,
    mayGrow: false,
  }

  it('8 chosen photos cost 1,000, as the package does, and not 1,990', () => {
    const { sum } = computePriceSteps({
      single,
      photos: photos.slice(0, 8),
      inCart: [],
      runner,
      endsWithAll: true,
    })
    expect(sum).toEqual(createMoney(100_000))
  })

  it('the same photos in a frame cost what is left of the package', () => {
    const framed = priceFramedPackage(shop.buildPackageProduct('photosWithFrame'), shop.single('frame'), {
      ...runner,
      unloaded: 0,
    })
    expect(framed).toEqual({ sum: createMoney(100_000), saved: createMoney(9 * 27_000 - 100_000) })
  })

  it('the fifth photo costs 30 more than four', () => {
    const inCart = photos.slice(0, 4).map((photo) => ({ photo, product: single }))
    expect(priceSelection({ single, photos: photos.slice(4, 5), inCart })).toBe(3_000)
  })
})
