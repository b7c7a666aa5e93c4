import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeExpectedTotal,
  computeLeastTotal,
  PhotoPart,
  sumAmounts,
} from '../tests/support/data/bill-oracle.ts'
import {
  arbitraryCode,
  arbitraryEvent,
  arbitraryItems,
  buildPricedItem,
  buildPricedPhoto,
} from '../tests/support/data/price-cases.ts'
import { getTrialOptions } from '../tests/trials.ts'
import { priceCart } from './price-rules.ts'
import { toPercentage } from './prices/amounts.ts'
import type { PricingCode } from './prices/codes.ts'
import { findNextTier, getUnitPrice } from './prices/tiers.ts'

const tiers = [
  { from: 3, price: 33000 },
  { from: 5, price: 27000 },
]
const createPhoto = (id: string, catalogId = 'a') => buildPricedItem(id, 'photo', 39000, { catalogId, tiers })
const createPhotos = (count: number, catalogId = 'a') =>
  Array.from({ length: count }, (_, index) => createPhoto(`${catalogId}${index}`, catalogId))
const myPackage = buildPricedItem('mine', 'photos_with_me', 199000, {
  catalogId: 'a',
  photos: Array.from({ length: 14 }, (_, index) => buildPricedPhoto(`m${index}`)),
  single: { price: 39000, tiers },
  mayGrow: true,
})
const createCode = (overrides: Partial<PricingCode>): PricingCode => ({
  codeId: 'c',
  kind: 'percent',
  value: 10,
  productTypes: [],
  catalogIds: [],
  ...overrides,
})

describe('thresholds', () => {
  it('lower the price of every photo from three and from five on', () => {
    expect([1, 2, 3, 4, 5, 50].map((count) => getUnitPrice(39000, tiers, count))).toEqual([
      39000, 39000, 33000, 33000, 27000, 27000,
    ])
  })
  it('say how many photos are missing to the next lower price', () => {
    expect(findNextTier(39000, tiers, 1)).toEqual({ missing: 2, price: 33000 })
    expect(findNextTier(39000, tiers, 4)).toEqual({ missing: 1, price: 27000 })
    expect(findNextTier(39000, tiers, 5)).toBeUndefined()
  })
  it('charge no more for fewer photos than for more of them', () => {
    const computeTotal = (count: number) => priceCart(createPhotos(count), []).totalAmount
    expect([0, 1, 2, 3, 4, 5].map(computeTotal)).toEqual([0, 39000, 78000, 99000, 132000, 135000])
  })
  it('count the photos of one event only', () => {
    const { totalAmount } = priceCart([...createPhotos(2, 'a'), ...createPhotos(3, 'b')], [])
    expect(totalAmount).toBe(2 * 39000 + 3 * 33000)
  })
})

describe('a package', () => {
  it('says how much less it costs than its photos one by one', () => {
    const { lines, amount, savedByPackages, totalAmount } = priceCart([myPackage], [])
    expect(lines).toEqual([
      { id: 'mine', originalPrice: 199000, price: 199000, discount: 0, chargedAs: 'photos_with_me' },
    ])
    expect([amount, savedByPackages, totalAmount]).toEqual([199000, 14 * 27000 - 199000, 199000])
  })

  it('saves nothing where its photos are charged one by one, or are not known yet', () => {
    const pricePackage = (count: number) =>
      priceCart([{ ...myPackage, mayGrow: false, photos: myPackage.photos?.slice(0, count) }], [])
    expect(pricePackage(4).lines[0]?.chargedAs).toBe('photo')
    expect([pricePackage(4).savedByPackages, pricePackage(0).savedByPackages]).toEqual([0, 0])
  })

  it('has a later price only where the shop charges it', () => {
    const [line] = priceCart([{ ...myPackage, price: 149000, laterPrice: 199000 }], []).lines
    expect([line?.price, line?.originalPrice]).toEqual([149000, 199000])
  })
})

describe('promo codes', () => {
  it('round a percentage once, half up', () => {
    expect([toPercentage(5, 10), toPercentage(4, 10), toPercentage(199000, 5)]).toEqual([1, 0, 9950])
  })
  it('never take off more than the total', () => {
    expect(priceCart([createPhoto('p')], [createCode({ kind: 'fixed', value: 10 ** 9 })]).totalAmount).toBe(0)
  })
  it('of gifts pay for one package each, and nothing else', () => {
    const cartItems = [
      myPackage,
      { ...myPackage, id: 'hers', photos: [buildPricedPhoto('h')] },
      createPhoto('p'),
    ]
    const createGiftCode = (codeId: string) => createCode({ codeId, kind: 'gift' })
    expect(priceCart(cartItems, [createGiftCode('1')]).totalAmount).toBe(199000 + 39000)
    expect(
      priceCart(cartItems, [createGiftCode('1'), createGiftCode('2'), createGiftCode('3')]).totalAmount,
    ).toBe(39000)
  })
  it('apply only to the kinds and events they are meant for', () => {
    const restrictedCode = createCode({ value: 50, productTypes: ['photo'], catalogIds: ['a'] })
    expect(
      priceCart([createPhoto('p'), createPhoto('q', 'b'), myPackage], [restrictedCode]).totalAmount,
    ).toBe(19500 + 39000 + 199000)
  })
})

it('prices any cart like an independent second implementation', () => {
  fc.assert(
    fc.property(arbitraryItems, fc.option(arbitraryCode, { nil: undefined }), (itemInputs, codeInput) => {
      const cart = itemInputs.map(({ productType, price, ...item }, index) =>
        buildPricedItem(String(index), productType, price, item),
      )
      const codes: PricingCode[] =
        codeInput && codeInput.kind !== 'gift' ? [{ codeId: 'c', ...codeInput }] : []
      const pricing = priceCart(cart, codes)
      expect(pricing.totalAmount, 'the total, against that of `oracle`').toBe(
        computeExpectedTotal(cart, codes),
      )
      const amountDue = pricing.lines.reduce((sum, line) => sum + line.price - line.discount, 0)
      expect(amountDue).toBe(pricing.totalAmount)
      const givenDiscount = pricing.discounts.reduce((sum, { discount }) => sum + discount, 0)
      expect(pricing.lines.reduce((sum, line) => sum + line.discount, 0)).toBe(givenDiscount)
      for (const line of pricing.lines) {
        expect(line.discount).toBeGreaterThanOrEqual(0)
        expect(line.discount).toBeLessThanOrEqual(line.price)
        expect(line.price).toBeLessThanOrEqual(line.originalPrice)
        expect(Number.isInteger(line.discount)).toBe(true)
      }
    }),
    getTrialOptions(150, 2_000),
  )
})

it('charges the cheapest combination of products that contains the chosen items', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryEvent, { minLength: 1, maxLength: 2 }),
      fc.option(arbitraryCode, { nil: undefined }),
      fc.integer({ min: 1, max: 3 }),
      (events, codeInput, gifts) => {
        const parts = events.flatMap(({ plain, framed }, index) => {
          const catalogId = index === 0 ? 'a' : 'b'
          return [new PhotoPart(catalogId, false, plain), new PhotoPart(catalogId, true, framed)]
        })
        const others = events.flatMap((event, index) =>
          (['videos', 'gifts'] as const).map((name) =>
            event[name].map(({ price, ...more }, position) =>
              buildPricedItem(
                `${index} ${name} ${position}`,
                name === 'videos' ? 'video' : 'promocode',
                price,
                { catalogId: index === 0 ? 'a' : 'b', ...more },
              ),
            ),
          ),
        )
        const cart = [...parts.flatMap((part) => part.listItems()), ...others.flat()]
        const offers = parts.flatMap((part) => part.listOffers())
        // only gifts can be combined
        const codes = Array.from(
          { length: codeInput?.kind === 'gift' ? gifts : codeInput ? 1 : 0 },
          (_, index) => ({
            ...{ ...createCode({}), ...codeInput, codeId: `c${index}` },
          }),
        )
        const pricedCart = priceCart(cart, codes, offers)
        const lowestTotal = computeLeastTotal(parts, others, codes)
        expect(pricedCart.totalAmount, 'the total, against the least of all bills').toBe(lowestTotal)
        expect(sumAmounts(pricedCart.lines.map((line) => line.price - line.discount))).toBe(lowestTotal)
        const savings = parts.map((part) => {
          const lines = pricedCart.lines.filter(({ id }) => id.startsWith(`${part.id} `))
          const isPackaged = lines.some(({ chargedAs }) => chargedAs.startsWith('photos'))
          return isPackaged
            ? Math.max(0, part.computeCostWithoutPackages() - sumAmounts(lines.map(({ price }) => price)))
            : 0
        })
        expect(pricedCart.savedByPackages, 'the saving, against all photos one by one').toBe(
          sumAmounts(savings),
        )
        expect(pricedCart.amount).toBe(sumAmounts(pricedCart.lines.map(({ price }) => price)))
        for (const [index, { price, originalPrice }] of pricedCart.lines.entries())
          expect(originalPrice).toBe(Math.max(price, cart[index]?.laterPrice ?? 0))
      },
    ),
    getTrialOptions(150, 2_000),
  )
})
