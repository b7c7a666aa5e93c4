import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product, ProductType } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { type PricedItem, priceCart, type SinglePrice } from '../../../contract/price-rules.ts'
import { aProduct, aTier } from '../../../tests/support/data/catalog.ts'
import { trials } from '../../../tests/trials.ts'
import { estimateTotal } from '../cart/estimate.ts'
import type { ShownItem } from '../cart/overlay.ts'
import { findNextDiscount, packageOffer } from '../cart/totals.ts'
import { priceFramed } from '../frames/price-framed.ts'
import { priceGifts } from '../gifts/price-gifts.ts'
import { toSteps } from '../photos/steps.ts'
import { chooseOffer } from '../search/offer.ts'
import { priceSelection } from './price-selection.ts'

const money = (amount: number): Money => ({ amount, currencyId: 643 })

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
    const priceTiers = tiers.map((tier) => aTier(tier.from, tier.price))
    return { ...this.#product(productType, price), priceTiers }
  }

  all(productType: ProductType): Product {
    return this.#product(productType, this.#prices.whole)
  }

  /** Returns photos as the service prices them. */
  photos(photoIds: readonly string[], productType: ProductType = 'photo'): PricedItem[] {
    const { single } = this.#prices
    const frameId = productType === 'frame' ? 'f' : undefined
    return photoIds.map((photoId) => ({
      ...{ id: photoId, photoId, catalogId: 'c', productType, frameId, ...single },
    }))
  }

  /** Returns the runner's package as the service prices it. */
  package(photoIds: readonly string[], mayGrow: boolean): PricedItem {
    const { single, whole, paid } = this.#prices
    return {
      ...{ id: 'all', catalogId: 'c', productType: 'photos_with_me', tiers: [] },
      ...{ price: Math.max(0, whole - paid), photoIds, mayGrow, single },
    }
  }

  /** Returns the same package with every photo in a frame. */
  framed(photoIds: readonly string[], mayGrow: boolean): PricedItem {
    return { ...this.package(photoIds, mayGrow), productType: 'photosWithFrame', frameId: 'f' }
  }

  #product(productType: ProductType, amount: number): Product {
    const isFramed = productType === 'frame' || productType === 'photosWithFrame'
    return aProduct(productType, amount, isFramed ? { frame: { frameId: 'f', image: '', title: '' } } : {})
  }
}

const charge = (items: readonly PricedItem[], offers: readonly PricedItem[] = []) =>
  priceCart(items, [], offers).totalAmount

/** Returns ids of photos that are not among those of the runner. */
const makeIds = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`)

const someCase = fc.record({
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
type Case = typeof someCase extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the shop, and ids by place. */
function setUp({ prices, photos, othersInCart, othersChosen, mayGrow }: Case) {
  const shop = new Shop(prices)
  const ids = photos.map((_, at) => `p${at}`)
  const at = (place: string) => ids.filter((_, index) => photos[index] === place)
  const cart = [...at('cart'), ...makeIds('other in cart', othersInCart)]
  const chosen = [...at('chosen'), ...makeIds('other chosen', othersChosen)]
  const left = at('left')
  const { paid } = prices
  const single = shop.single('photo')
  const runner = { product: shop.all('photos_with_me'), single, photoIds: ids, paid, mayGrow }
  /** Returns what the service charges for photos that were chosen after a search for the runner. */
  const total = (photoIds: readonly string[]) => charge(shop.photos(photoIds), [shop.package(ids, mayGrow)])
  return { shop, ids, cart, chosen, left, single, runner, total }
}

/** Checks a statement for any prices, earlier payments, carts and choices. */
const check = (statement: (one: ReturnType<typeof setUp>, given: Case) => void) =>
  fc.assert(
    fc.property(someCase, (given) => statement(setUp(given), given)),
    trials(60, 1_500),
  )

describe('each amount on the page is a sum that the service charges, or the difference of two', () => {
  it('in the offer for all photos', () => {
    check(({ shop, ids, single, runner, total }, { prices, mayGrow }) => {
      const count = ids.length
      const { paid } = prices
      const offer = chooseOffer(
        { single, withMe: runner.product },
        { count, isMoreThere: true, paid, mayGrow },
      )
      if (!offer) throw new Error('photos are on sale')
      const sum = total(ids)
      const apart = (photos: number) => charge(shop.photos(makeIds('any', photos)))
      const isPackage = offer.tariff === 'package'
      expect(offer.sum).toEqual(money(sum))
      expect(offer.saved?.amount ?? 0).toBe(isPackage ? apart(count) - sum : 0)
      if (isPackage) expect(charge([shop.package(ids, mayGrow)])).toBe(sum)
      else {
        const more = [...ids, 'more']
        const withMore = charge(shop.photos(more), [shop.package(more, mayGrow)])
        expect(offer.next).toEqual({ place: count + 1, price: money(withMore - sum) })
      }
      if (offer.each) expect(offer.each.amount * count).toBe(sum)
      if (offer.growing) expect(offer.growing.price.amount).toBe(charge([shop.package(ids, true)]))
      if (offer.breakEven) {
        const enough = offer.breakEven.count
        const whole = charge([shop.package(makeIds('any', enough), false)])
        expect(offer.breakEven.price.amount).toBe(whole)
        expect(apart(enough)).toBeGreaterThanOrEqual(whole)
        expect(apart(enough - 1)).toBeLessThan(whole)
      }
    })
  })

  it('in the dock and on the ruler', () => {
    check(({ shop, ids, cart, chosen, left, single, runner, total }) => {
      const inCart = cart.map((photoId) => ({ photoId, product: single }))
      const steps = toSteps({ single, photoIds: chosen, inCart, runner, endsWithAll: true })
      const together = [...cart, ...chosen]
      expect(steps.sum).toEqual(money(total(together) - total(cart)))
      for (const { at, price, isPackage } of steps.flags) {
        const amount = isPackage ? total(ids) : charge(shop.photos(makeIds('any', at)))
        expect(isPackage ? price.amount : at * price.amount).toBe(amount)
      }
      if (steps.packageCostsTheSame) expect(total(together)).toBe(total(ids))
      if (!steps.next) return
      const { at, missing, price, isPackage } = steps.next
      const further = [...left, ...makeIds('further', missing)].slice(0, missing)
      if (isPackage) expect(price.amount).toBe(total(ids))
      else expect(at * price.amount).toBe(total([...together, ...further]))
    })
  })

  it('in the viewer of one photo', () => {
    check(({ cart, single, runner, total }) => {
      const inCart = cart.map((photoId) => ({ photoId, product: single }))
      for (const photoId of ['p0', 'other']) {
        const others = inCart.filter((one) => one.photoId !== photoId)
        const before = cart.filter((id) => id !== photoId)
        const price = priceSelection({ single, photoIds: [photoId], inCart: others, runner })
        expect(price).toBe(total([...before, photoId]) - total(before))
      }
    })
  })

  it('for framed photos', () => {
    check(({ shop, ids, runner }, { mayGrow }) => {
      const photoIds = [...ids, 'unloaded']
      const known = { ...runner, unloaded: 1 }
      const framed = priceFramed(shop.all('photosWithFrame'), shop.single('frame'), known)
      const sum = charge([shop.framed(photoIds, mayGrow)])
      expect(framed?.sum).toEqual(money(sum))
      const apart = charge(shop.photos(photoIds, 'frame'))
      expect(framed?.saved?.amount ?? 0).toBe(Math.max(0, apart - sum))
    })
  })

  it('for gift codes', () => {
    check(({ shop, ids }) => {
      const { total, each } = priceGifts(shop.single('promocode'), ids.length)
      const codes = shop.photos(ids, 'promocode').map((item) => Object.assign(item, { photoId: undefined }))
      expect(total).toEqual(money(charge(codes)))
      if (each) expect(each.amount * ids.length).toBe(total.amount)
    })
  })

  it('in the offers of the cart', () => {
    check(({ shop, ids, cart, chosen, left, single, runner, total }) => {
      const inCart = [...cart, ...chosen]
      const growing = { ...runner, mayGrow: true }
      const items = shownItems(shop, inCart, ids)
      const others = shop.photos(inCart.filter((photoId) => !ids.includes(photoId)))
      const offer = packageOffer(items, growing, [single, runner.product], ids.length)
      if (offer) {
        const all = shop.package(ids, true)
        const after = charge([all, ...others])
        expect(offer.price).toEqual(money(charge([all])))
        expect(offer.instead.amount - offer.price.amount).toBe(total(inCart) - after)
        if (offer.more) expect(offer.more.price).toEqual(money(after - total(inCart)))
      }
      const next = findNextDiscount(items, single, growing)?.next
      if (!next) return
      const further = [...left, ...makeIds('further', next.missing)].slice(0, next.missing)
      const photos = [...inCart, ...further]
      expect(photos.length * next.price.amount).toBe(total(photos))
    })
  })

  it('in the estimate of a cart that waits for the network', () => {
    check(({ shop, ids, cart, chosen, single, runner, total }, { prices }) => {
      const inCart = [...cart, ...chosen]
      const items = shownItems(shop, inCart, ids).map((item, at) =>
        Object.assign(item, { waiting: { entryId: 'x', at, isSent: false } }),
      )
      const purchases = { photos: new Map(), framed: new Map(), paidFor: () => prices.paid }
      const runners = new Map([['c', { photoIds: ids, distance: undefined, input: {}, purchases }]])
      const { total: estimated } = estimateTotal(null, items, [single, runner.product], runners)
      expect(estimated).toEqual(money(total(inCart)))
    })
  })
})

/** Returns photos in the cart with the prices that the service has confirmed. */
function shownItems(shop: Shop, photoIds: readonly string[], ofRunner: readonly string[]): ShownItem[] {
  const { lines } = priceCart(shop.photos(photoIds), [], [shop.package(ofRunner, true)])
  return photoIds.map((photoId, at) => ({
    ...{ shoppingCartItemId: photoId, photoId, eventId: 'e', catalog: { catalogId: 'c', title: '' } },
    product: { productId: 'photo', title: 'Photo', productType: 'photo' },
    price: money(lines[at]?.price ?? 0),
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
  const ids = Array.from({ length: 9 }, (_, at) => `p${at}`)
  const single = shop.single('photo')
  const runner = { product: shop.all('photos_with_me'), single, photoIds: ids, paid: 99_000, mayGrow: false }

  it('8 chosen photos cost 1,000, as the package does, and not 1,990', () => {
    const { sum } = toSteps({ single, photoIds: ids.slice(0, 8), inCart: [], runner, endsWithAll: true })
    expect(sum).toEqual(money(100_000))
  })

  it('the same photos in a frame cost what is left of the package', () => {
    const framed = priceFramed(shop.all('photosWithFrame'), shop.single('frame'), { ...runner, unloaded: 0 })
    expect(framed).toEqual({ sum: money(100_000), saved: money(9 * 27_000 - 100_000) })
  })

  it('the fifth photo costs 30 more than four', () => {
    const inCart = ids.slice(0, 4).map((photoId) => ({ photoId, product: single }))
    expect(priceSelection({ single, photoIds: ['p4'], inCart })).toBe(3_000)
  })
})
