import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trials } from '../tests/trials.ts'
import { productTypes } from './catalog.ts'
import {
  nextTierOf,
  type PricedItem,
  type PricingCode,
  percentOf,
  priceAlike,
  priceCart,
  type SinglePrice,
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
const code = (wish: Partial<PricingCode>): PricingCode => ({
  codeId: 'c',
  kind: 'percent',
  value: 10,
  productTypes: [],
  catalogIds: [],
  ...wish,
})

describe('thresholds', () => {
  it('lower the price of every photo from three and from five on', () => {
    expect([1, 2, 3, 4, 5, 50].map((count) => unitPrice(39000, tiers, count))).toEqual([
      39000, 39000, 33000, 33000, 27000, 27000,
    ])
  })
  it('say how many photos are missing to the next lower price', () => {
    expect(nextTierOf(39000, tiers, 1)).toEqual({ missing: 2, price: 33000 })
    expect(nextTierOf(39000, tiers, 4)).toEqual({ missing: 1, price: 27000 })
    expect(nextTierOf(39000, tiers, 5)).toBeUndefined()
  })
  it('give similar items the same price on a page as in a whole cart', () => {
    const whole = (count: number) => priceCart(photosNamed(count), []).totalAmount
    for (const count of [0, 1, 3, 4, 12]) expect(priceAlike(photo('p'), count)).toBe(whole(count))
    expect(priceAlike(photo('p'), 1, 2)).toBe(whole(3) - whole(2))
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
    expect([percentOf(5, 10), percentOf(4, 10), percentOf(199000, 5)]).toEqual([1, 0, 9950])
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

/** A second implementation of the same rules: a running bill in exact fractions of whole lists. */
function oracle(cart: readonly PricedItem[], codes: readonly PricingCode[]): number {
  const bill = cart.map((thing) => {
    const together = cart.filter(
      (other) => other.catalogId === thing.catalogId && other.productType === thing.productType,
    )
    return { thing, owed: togetherOf(together) / together.length }
  })
  return Math.round(afterCodes(bill, codes))
}

/** Returns the cost of some items at the best count of up to 20 more than there are. */
function togetherOf(things: readonly SinglePrice[]): number {
  const sums = Array.from({ length: 21 }, (_, more) => {
    const each = things.map(({ price, tiers: steps }) =>
      Math.min(price, ...steps.filter(({ from }) => from <= things.length + more).map((step) => step.price)),
    )
    return each.reduce((sum, one) => sum + one, 0) + more * Math.min(...each)
  })
  return things.length === 0 ? 0 : Math.min(...sums)
}

interface Owed {
  thing: Pick<PricedItem, 'catalogId' | 'productType'>
  owed: number
  /** Charged as a package that was not chosen. */
  isOffer?: boolean
}

function afterCodes(bill: readonly Owed[], codes: readonly PricingCode[]): number {
  for (const { kind, value, productTypes: types, catalogIds } of codes) {
    const fitting = bill.filter(
      ({ thing }) =>
        (types.length === 0 || types.includes(thing.productType)) &&
        (catalogIds.length === 0 || catalogIds.includes(thing.catalogId)),
    )
    if (kind === 'gift') {
      const packages = fitting.filter(
        ({ thing, isOffer }) => thing.productType === 'photos_with_me' && !isOffer,
      )
      const most = Math.max(0, ...packages.map(({ owed }) => owed))
      const paid = packages.find(({ owed }) => owed === most)
      if (paid) paid.owed = 0
      continue
    }
    const before = fitting.reduce((sum, { owed }) => sum + owed, 0)
    const off = kind === 'fixed' ? value : Number((BigInt(Math.round(before)) * BigInt(value) + 50n) / 100n)
    return bill.reduce((sum, { owed }) => sum + owed, 0) - Math.min(off, before)
  }
  return bill.reduce((sum, { owed }) => sum + owed, 0)
}

it('prices any cart like an independent second implementation', () => {
  fc.assert(
    fc.property(things, fc.option(oneCode, { nil: undefined }), (some, one) => {
      const cart = some.map((thing, index) => ({ id: String(index), ...thing }))
      const codes: PricingCode[] = one && one.kind !== 'gift' ? [{ codeId: 'c', ...one }] : []
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
    }),
    trials(300, 2_000),
  )
})

const photoNames = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']
const somePackage = fc.record({
  photoIds: fc.subarray(photoNames),
  price: fc.integer({ min: 0, max: 2_500 }),
  mayGrow: fc.boolean(),
  isHeld: fc.boolean(),
})
const someEvent = fc.record({
  single: fc.record({
    price: fc.integer({ min: 0, max: 500 }),
    tiers: fc.array(
      fc.record({ from: fc.integer({ min: 2, max: 9 }), price: fc.integer({ min: 0, max: 500 }) }),
      { maxLength: 3 },
    ),
  }),
  chosen: fc.subarray(photoNames),
  packages: fc.array(somePackage, { maxLength: 3 }),
})

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Returns all subsets of a short list. */
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]]
  for (const item of items) for (const some of [...all]) all.push([...some, item])
  return all
}

it('charges the cheapest combination of products that contains the chosen photos', () => {
  fc.assert(
    fc.property(
      fc.array(someEvent, { minLength: 1, maxLength: 2 }),
      fc.option(oneCode, { nil: undefined }),
      fc.integer({ min: 1, max: 3 }),
      (events, one, gifts) => {
        const cart: PricedItem[] = []
        const offers: PricedItem[] = []
        // every bill of each event that pays for the chosen items: any packages, and the missing photos one by one
        const bills = events.map(({ single, chosen, packages }, at): Owed[][] => {
          const catalogId = at === 0 ? 'a' : 'b'
          const all = packages.map(({ photoIds, price, mayGrow, isHeld }, place): PricedItem => {
            const id = `${catalogId} package ${place}`
            const thing: PricedItem = {
              ...{
                id,
                catalogId,
                productType: 'photos_with_me',
                price,
                tiers: [],
                photoIds,
                mayGrow,
                single,
              },
            }
            ;(isHeld ? cart : offers).push(thing)
            return thing
          })
          for (const photoId of chosen)
            cart.push({ id: `${catalogId} ${photoId}`, catalogId, productType: 'photo', photoId, ...single })
          const isThere = (some: readonly PricedItem[], id: string) => some.some((thing) => thing.id === id)
          const replaceable = (thing: PricedItem) => !thing.mayGrow && (thing.photoIds ?? []).length > 0
          return subsetsOf(all)
            .filter((taken) =>
              all.every(
                (thing) => isThere(taken, thing.id) || isThere(offers, thing.id) || replaceable(thing),
              ),
            )
            .map((taken) => {
              const heldPhotos = all
                .filter((thing) => isThere(cart, thing.id))
                .flatMap(({ photoIds = [] }) => photoIds)
              const covered = new Set(taken.flatMap(({ photoIds = [] }) => photoIds))
              const lacking = [...new Set([...chosen, ...heldPhotos])].filter((photo) => !covered.has(photo))
              const asPackages = taken.map((thing) => {
                return { thing, owed: thing.price, isOffer: isThere(offers, thing.id) }
              })
              const asPhotos = {
                thing: { catalogId, productType: 'photo' as const },
                owed: togetherOf(lacking.map(() => single)),
              }
              const bill: Owed[] = [asPhotos]
              return bill.concat(asPackages)
            })
        })
        // only gifts can be combined
        const codes = Array.from({ length: one?.kind === 'gift' ? gifts : one ? 1 : 0 }, (_, at) => ({
          ...{ ...code({}), ...one, codeId: `c${at}` },
        }))
        const least = Math.min(
          ...(bills[0] ?? []).flatMap((first) =>
            (bills[1] ?? [[]]).map((second) =>
              afterCodes(
                [...first, ...second].map((owed) => Object.assign({}, owed)),
                codes,
              ),
            ),
          ),
        )
        const priced = priceCart(cart, codes, offers)
        expect(priced.totalAmount, 'the total, against the least of all bills').toBe(least)
        expect(priced.lines.reduce((sum, line) => sum + line.price - line.discount, 0)).toBe(least)
        const saved = events.map(({ single, chosen, packages }, at) => {
          const held = packages.filter(({ isHeld }) => isHeld)
          const photos = new Set([...chosen, ...held.flatMap(({ photoIds }) => photoIds)])
          const empty = held.filter(({ photoIds }) => photoIds.length === 0)
          const apart = togetherOf([...photos].map(() => single)) + sumOf(empty.map(({ price }) => price))
          const lines = priced.lines.filter(({ id }) => id.startsWith(at === 0 ? 'a ' : 'b '))
          const isPackaged = lines.some(({ chargedAs }) => chargedAs === 'photos_with_me')
          return isPackaged ? Math.max(0, apart - sumOf(lines.map(({ price }) => price))) : 0
        })
        expect(priced.savedByPackages, 'the saving, against all photos one by one').toBe(sumOf(saved))
        expect(priced.amount).toBe(sumOf(priced.lines.map(({ price }) => price)))
      },
    ),
    trials(400, 3_000),
  )
})
