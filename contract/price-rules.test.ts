import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productTypes } from './catalog.ts'
import {
  coveredBy,
  type HeldThing,
  nextTierOf,
  type PricedThing,
  type PricingCode,
  percentOf,
  priceAlike,
  priceCart,
  refusalOf,
  unitPrice,
} from './price-rules.ts'

const tiers = [
  { from: 3, price: 33000 },
  { from: 5, price: 27000 },
]
const photo = (id: string, catalogId = 'a'): PricedThing => ({
  id,
  catalogId,
  productType: 'photo',
  price: 39000,
  tiers,
})
const photosNamed = (count: number, catalogId = 'a') =>
  Array.from({ length: count }, (_, index) => photo(`${catalogId}${index}`, catalogId))
const mine: PricedThing = {
  id: 'mine',
  catalogId: 'a',
  productType: 'photos_with_me',
  price: 199000,
  tiers: [],
  worth: 14 * 39000,
}
const code = (wish: Partial<PricingCode>): PricingCode => ({
  codeId: 'c',
  kind: 'percent',
  value: 10,
  productTypes: [],
  catalogIds: [],
  ...wish,
})

describe('thresholds', () => {
  it('make every photo cheaper from three and from five on', () => {
    expect([1, 2, 3, 4, 5, 50].map((count) => unitPrice(39000, tiers, count))).toEqual([
      39000, 39000, 33000, 33000, 27000, 27000,
    ])
  })
  it('say how many photos are missing to the next lower price', () => {
    expect(nextTierOf(39000, tiers, 1)).toEqual({ missing: 2, price: 33000 })
    expect(nextTierOf(39000, tiers, 4)).toEqual({ missing: 1, price: 27000 })
    expect(nextTierOf(39000, tiers, 5)).toBeUndefined()
  })
  it('are those of whole carts wherever a page says what things alike cost', () => {
    const whole = (count: number) => priceCart(photosNamed(count), []).totalAmount
    for (const count of [0, 1, 3, 4, 12]) expect(priceAlike(photo('p'), count)).toBe(whole(count))
    expect(priceAlike(photo('p'), 1, 2)).toBe(33000)
  })
  it('count the photos of one event only', () => {
    const { totalAmount } = priceCart([...photosNamed(2, 'a'), ...photosNamed(3, 'b')], [])
    expect(totalAmount).toBe(2 * 39000 + 3 * 33000)
  })
})

describe('a package', () => {
  it('shows what its photos would cost one by one', () => {
    const { lines, amount, totalAmount } = priceCart([mine], [])
    expect(lines[0]).toEqual({ id: 'mine', originalPrice: 546000, price: 199000, discount: 0 })
    expect([amount, totalAmount]).toEqual([546000, 199000])
  })
  it('refuses what it contains, in words of its own kind', () => {
    const held: HeldThing[] = [
      { productId: 'p1', productType: 'photos_with_me', catalogId: 'a', person: 'n:7', photoIds: ['x'] },
      { productId: 'p2', productType: 'photosWithFrame', catalogId: 'a', person: 'n:7', photoIds: ['y'] },
    ]
    const single = (productType: 'photo' | 'frame', photoId: string) =>
      refusalOf(held, { productId: 's', productType, catalogId: 'a', photoId })
    expect(single('photo', 'x')).toBe('PhotoInsidePackage')
    expect(single('frame', 'y')).toBe('PhotoInsideFramedPackage')
    expect(single('photo', 'y')).toBeUndefined()
    expect(refusalOf(held, { ...held[0]!, photoIds: [] })).toBe('ProductAlreadyInCart')
    expect(refusalOf(held, { ...held[0]!, person: 'n:8' })).toBeUndefined()
  })
  it('takes the place of the single photos it contains', () => {
    const held: HeldThing[] = ['x', 'y'].map((photoId) => ({
      productId: 's',
      productType: 'photo',
      catalogId: 'a',
      photoId,
    }))
    const covered = coveredBy(held, { ...held[0]!, productType: 'photos_with_me', photoIds: ['y', 'z'] })
    expect(covered.map((thing) => thing.photoId)).toEqual(['y'])
  })
})

describe('promo codes', () => {
  it('round a percentage once, half up', () => {
    expect([percentOf(5, 10), percentOf(4, 10), percentOf(199000, 5)]).toEqual([1, 0, 9950])
  })
  it('never take more than there is', () => {
    expect(priceCart([photo('p')], [code({ kind: 'fixed', value: 10 ** 9 })]).totalAmount).toBe(0)
  })
  it('as gifts pay one package each, and nothing else', () => {
    const two = [mine, { ...mine, id: 'hers' }, photo('p')]
    const gift = (codeId: string) => code({ codeId, kind: 'gift' })
    expect(priceCart(two, [gift('1')]).totalAmount).toBe(199000 + 39000)
    expect(priceCart(two, [gift('1'), gift('2'), gift('3')]).totalAmount).toBe(39000)
  })
  it('apply only to the kinds and events they are meant for', () => {
    const only = code({ value: 50, productTypes: ['photo'], catalogIds: ['a'] })
    expect(priceCart([photo('p'), photo('q', 'b'), mine], [only]).totalAmount).toBe(19500 + 39000 + 199000)
  })
})

const things = fc.array(
  fc.record({
    catalogId: fc.constantFrom('a', 'b'),
    productType: fc.constantFrom(...productTypes),
    price: fc.integer({ min: 0, max: 500_000 }),
    tiers: fc.array(
      fc.record({ from: fc.integer({ min: 1, max: 8 }), price: fc.integer({ min: 0, max: 500_000 }) }),
      {
        maxLength: 3,
      },
    ),
  }),
  { maxLength: 12 },
)
const oneCode = fc.record({
  kind: fc.constantFrom('percent' as const, 'fixed' as const, 'gift' as const),
  value: fc.integer({ min: 0, max: 100 }),
  productTypes: fc.subarray([...productTypes], { maxLength: 3 }),
  catalogIds: fc.subarray(['a', 'b']),
})

/** The same rules a second time, in another way: a running bill in exact fractions of whole lists. */
function oracle(cart: readonly PricedThing[], codes: readonly PricingCode[]): number {
  const bill = cart.map((thing) => {
    let each = thing.price
    const together = cart.filter(
      (other) => other.catalogId === thing.catalogId && other.productType === thing.productType,
    ).length
    for (const tier of thing.tiers) if (together >= tier.from && tier.price < each) each = tier.price
    return { thing, owed: each }
  })
  for (const { kind, value, productTypes: types, catalogIds } of codes) {
    const fitting = bill.filter(
      ({ thing }) =>
        (types.length === 0 || types.includes(thing.productType)) &&
        (catalogIds.length === 0 || catalogIds.includes(thing.catalogId)),
    )
    if (kind === 'gift') {
      const packages = fitting.filter(({ thing }) => thing.productType === 'photos_with_me')
      const most = Math.max(0, ...packages.map(({ owed }) => owed))
      const paid = packages.find(({ owed }) => owed === most)
      if (paid) paid.owed = 0
      continue
    }
    const before = fitting.reduce((sum, { owed }) => sum + owed, 0)
    const off = kind === 'fixed' ? value : Number((BigInt(before) * BigInt(value) + 50n) / 100n)
    return bill.reduce((sum, { owed }) => sum + owed, 0) - Math.min(off, before)
  }
  return bill.reduce((sum, { owed }) => sum + owed, 0)
}

it('prices any cart as an independent second reckoning does', () => {
  fc.assert(
    fc.property(
      things,
      fc.option(oneCode, { nil: undefined }),
      fc.integer({ min: 0, max: 3 }),
      (some, one, gifts) => {
        const cart = some.map((thing, index) => ({ id: String(index), ...thing }))
        const codes: PricingCode[] =
          one && one.kind !== 'gift'
            ? [{ codeId: 'c', ...one }]
            : Array.from({ length: gifts }, (_, index) => code({ codeId: String(index), kind: 'gift' }))
        const pricing = priceCart(cart, codes)
        expect(pricing.totalAmount, 'the total, against that of `oracle` above').toBe(oracle(cart, codes))
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
      },
    ),
    { numRuns: 2000 },
  )
})
