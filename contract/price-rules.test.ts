import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUp, leastTotal, oracle, PhotoPart } from '../tests/support/data/bill-oracle.ts'
import { oneCode, someEvent, someItems } from '../tests/support/data/price-cases.ts'
import { trials } from '../tests/trials.ts'
import {
  findNextTier,
  type PricedItem,
  type PricingCode,
  priceCart,
  toPercentage,
  unitPrice,
} from './price-rules.ts'

const tiers = [
  { from: 3, price: 33000 },
  { from: 5, price: 27000 },
]
const photo = (id: string, catalogId = 'a'): PricedItem => ({
  id,
  catalogId,
  productType: 'photo',
  price: 39000,
  tiers,
})
const photosNamed = (count: number, catalogId = 'a') =>
  Array.from({ length: count }, (_, index) => photo(`${catalogId}${index}`, catalogId))
const mine: PricedItem = {
  id: 'mine',
  catalogId: 'a',
  productType: 'photos_with_me',
  price: 199000,
  tiers: [],
  photoIds: Array.from({ length: 14 }, (_, index) => `m${index}`),
  single: { price: 39000, tiers },
  mayGrow: true,
}
const code = (overrides: Partial<PricingCode>): PricingCode => ({
  codeId: 'c',
  kind: 'percent',
  value: 10,
  productTypes: [],
  catalogIds: [],
  ...overrides,
})

describe('thresholds', () => {
  it('lower the price of every photo from three and from five on', () => {
    expect([1, 2, 3, 4, 5, 50].map((count) => unitPrice(39000, tiers, count))).toEqual([
      39000, 39000, 33000, 33000, 27000, 27000,
    ])
  })
  it('say how many photos are missing to the next lower price', () => {
    expect(findNextTier(39000, tiers, 1)).toEqual({ missing: 2, price: 33000 })
    expect(findNextTier(39000, tiers, 4)).toEqual({ missing: 1, price: 27000 })
    expect(findNextTier(39000, tiers, 5)).toBeUndefined()
  })
  it('charge no more for fewer photos than for more of them', () => {
    const whole = (count: number) => priceCart(photosNamed(count), []).totalAmount
    expect([0, 1, 2, 3, 4, 5].map(whole)).toEqual([0, 39000, 78000, 99000, 132000, 135000])
  })
  it('count the photos of one event only', () => {
    const { totalAmount } = priceCart([...photosNamed(2, 'a'), ...photosNamed(3, 'b')], [])
    expect(totalAmount).toBe(2 * 39000 + 3 * 33000)
  })
})

describe('a package', () => {
  it('says how much less it costs than its photos one by one', () => {
    const { lines, amount, savedByPackages, totalAmount } = priceCart([mine], [])
    expect(lines).toEqual([
      { id: 'mine', originalPrice: 199000, price: 199000, discount: 0, chargedAs: 'photos_with_me' },
    ])
    expect([amount, savedByPackages, totalAmount]).toEqual([199000, 14 * 27000 - 199000, 199000])
  })

  it('saves nothing where its photos are charged one by one, or are not known yet', () => {
    const apart = (count: number) =>
      priceCart([{ ...mine, mayGrow: false, photoIds: mine.photoIds?.slice(0, count) }], [])
    expect(apart(4).lines[0]?.chargedAs).toBe('photo')
    expect([apart(4).savedByPackages, apart(0).savedByPackages]).toEqual([0, 0])
  })

  it('has a later price only where the shop charges it', () => {
    const [line] = priceCart([{ ...mine, price: 149000, laterPrice: 199000 }], []).lines
    expect([line?.price, line?.originalPrice]).toEqual([149000, 199000])
  })
})

describe('promo codes', () => {
  it('round a percentage once, half up', () => {
    expect([toPercentage(5, 10), toPercentage(4, 10), toPercentage(199000, 5)]).toEqual([1, 0, 9950])
  })
  it('never take off more than the total', () => {
    expect(priceCart([photo('p')], [code({ kind: 'fixed', value: 10 ** 9 })]).totalAmount).toBe(0)
  })
  it('of gifts pay for one package each, and nothing else', () => {
    const two = [mine, { ...mine, id: 'hers', photoIds: ['h'] }, photo('p')]
    const gift = (codeId: string) => code({ codeId, kind: 'gift' })
    expect(priceCart(two, [gift('1')]).totalAmount).toBe(199000 + 39000)
    expect(priceCart(two, [gift('1'), gift('2'), gift('3')]).totalAmount).toBe(39000)
  })
  it('apply only to the kinds and events they are meant for', () => {
    const only = code({ value: 50, productTypes: ['photo'], catalogIds: ['a'] })
    expect(priceCart([photo('p'), photo('q', 'b'), mine], [only]).totalAmount).toBe(19500 + 39000 + 199000)
  })
})

it('prices any cart like an independent second implementation', () => {
  fc.assert(
    fc.property(someItems, fc.option(oneCode, { nil: undefined }), (some, one) => {
      const cart = some.map((item, index) => ({ id: String(index), ...item }))
      const codes: PricingCode[] = one && one.kind !== 'gift' ? [{ codeId: 'c', ...one }] : []
      const pricing = priceCart(cart, codes)
      expect(pricing.totalAmount, 'the total, against that of `oracle`').toBe(oracle(cart, codes))
      const owed = pricing.lines.reduce((sum, line) => sum + line.price - line.discount, 0)
      expect(owed).toBe(pricing.totalAmount)
      const given = pricing.discounts.reduce((sum, { discount }) => sum + discount, 0)
      expect(pricing.lines.reduce((sum, line) => sum + line.discount, 0)).toBe(given)
      for (const line of pricing.lines) {
        expect(line.discount).toBeGreaterThanOrEqual(0)
        expect(line.discount).toBeLessThanOrEqual(line.price)
        expect(line.price).toBeLessThanOrEqual(line.originalPrice)
        expect(Number.isInteger(line.discount)).toBe(true)
      }
    }),
    trials(150, 2_000),
  )
})

it('charges the cheapest combination of products that contains the chosen items', () => {
  fc.assert(
    fc.property(
      fc.array(someEvent, { minLength: 1, maxLength: 2 }),
      fc.option(oneCode, { nil: undefined }),
      fc.integer({ min: 1, max: 3 }),
      (events, one, gifts) => {
        const parts = events.flatMap(({ plain, framed }, at) => {
          const catalogId = at === 0 ? 'a' : 'b'
          return [new PhotoPart(catalogId, false, plain), new PhotoPart(catalogId, true, framed)]
        })
        const others = events.flatMap((event, at) =>
          (['videos', 'gifts'] as const).map((name) =>
            event[name].map(
              (price, place): PricedItem => ({
                ...{ id: `${at} ${name} ${place}`, catalogId: at === 0 ? 'a' : 'b', ...price },
                productType: name === 'videos' ? 'video' : 'promocode',
              }),
            ),
          ),
        )
        const cart = [...parts.flatMap((part) => part.items()), ...others.flat()]
        const offers = parts.flatMap((part) => part.offers())
        // only gifts can be combined
        const codes = Array.from({ length: one?.kind === 'gift' ? gifts : one ? 1 : 0 }, (_, at) => ({
          ...{ ...code({}), ...one, codeId: `c${at}` },
        }))
        const priced = priceCart(cart, codes, offers)
        const least = leastTotal(parts, others, codes)
        expect(priced.totalAmount, 'the total, against the least of all bills').toBe(least)
        expect(addUp(priced.lines.map((line) => line.price - line.discount))).toBe(least)
        const saved = parts.map((part) => {
          const lines = priced.lines.filter(({ id }) => id.startsWith(`${part.id} `))
          const isPackaged = lines.some(({ chargedAs }) => chargedAs.startsWith('photos'))
          return isPackaged ? Math.max(0, part.costApart() - addUp(lines.map(({ price }) => price))) : 0
        })
        expect(priced.savedByPackages, 'the saving, against all photos one by one').toBe(addUp(saved))
        expect(priced.amount).toBe(addUp(priced.lines.map(({ price }) => price)))
        for (const [at, { price, originalPrice }] of priced.lines.entries())
          expect(originalPrice).toBe(Math.max(price, cart[at]?.laterPrice ?? 0))
      },
    ),
    trials(150, 2_000),
  )
})
