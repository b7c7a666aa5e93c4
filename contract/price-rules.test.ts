import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trials } from '../tests/trials.ts'
import { productTypes } from './catalog.ts'
import {
  nextTierOf,
  type PricedItem,
  type PricingCode,
  percentOf,
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

const someTiers = fc.array(
  fc.record({ from: fc.integer({ min: 1, max: 8 }), price: fc.integer({ min: 0, max: 500_000 }) }),
  { maxLength: 3 },
)
const someItems = fc.array(
  fc.record({
    catalogId: fc.constantFrom('a', 'b'),
    productType: fc.constantFrom(...productTypes),
    price: fc.integer({ min: 0, max: 500_000 }),
    tiers: someTiers,
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
  const bill = cart.map((item) => {
    const together = cart.filter(
      (other) => other.catalogId === item.catalogId && other.productType === item.productType,
    )
    return { item, owed: costTogether(together) / together.length }
  })
  return Math.round(afterCodes(bill, codes))
}

/** Returns the cost of some items at the best count of up to 20 more than there are. */
function costTogether(items: readonly SinglePrice[]): number {
  const sums = Array.from({ length: 21 }, (_, more) => {
    const each = items.map(({ price, tiers: steps }) =>
      Math.min(price, ...steps.filter(({ from }) => from <= items.length + more).map((step) => step.price)),
    )
    return each.reduce((sum, one) => sum + one, 0) + more * Math.min(...each)
  })
  return items.length === 0 ? 0 : Math.min(...sums)
}

interface Owed {
  item: Pick<PricedItem, 'catalogId' | 'productType'>
  owed: number
  /** Charged as a package that was not chosen. */
  isOffer?: boolean
}

function afterCodes(bill: readonly Owed[], codes: readonly PricingCode[]): number {
  for (const { kind, value, productTypes: types, catalogIds } of codes) {
    const fitting = bill.filter(
      ({ item }) =>
        (types.length === 0 || types.includes(item.productType)) &&
        (catalogIds.length === 0 || catalogIds.includes(item.catalogId)),
    )
    if (kind === 'gift') {
      const packages = fitting.filter(
        ({ item, isOffer }) => item.productType === 'photos_with_me' && !isOffer,
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
    fc.property(someItems, fc.option(oneCode, { nil: undefined }), (some, one) => {
      const cart = some.map((item, index) => ({ id: String(index), ...item }))
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
const somePrice = fc.record({
  price: fc.integer({ min: 0, max: 500 }),
  tiers: fc.array(
    fc.record({ from: fc.integer({ min: 2, max: 9 }), price: fc.integer({ min: 0, max: 500 }) }),
    { maxLength: 3 },
  ),
  laterPrice: fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
})

/** Photos of one kind in an event: plain ones, whose only frame is the empty text, or framed ones. */
const someKind = (frames: readonly string[], packagesAtMost: number) =>
  fc.record({
    // of several products, e.g. one for all runners and one for those of a distance
    products: fc.array(somePrice, { minLength: 1, maxLength: 2 }),
    chosen: fc.uniqueArray(
      fc.record({
        photoId: fc.constantFrom(...photoNames),
        frameId: fc.constantFrom(...frames),
        product: fc.nat({ max: 1 }),
      }),
      { selector: nameOfPhoto, maxLength: 7 },
    ),
    packages: fc.array(
      fc.record({
        frameId: fc.constantFrom(...frames),
        photoIds: fc.subarray(photoNames),
        price: fc.integer({ min: 0, max: 2_500 }),
        laterPrice: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
        mayGrow: fc.boolean(),
        isChosen: fc.boolean(),
        // the catalog sells its photos one by one, too
        hasSingle: fc.constantFrom(true, true, true, false),
      }),
      { maxLength: packagesAtMost },
    ),
  })
type Kind = ReturnType<typeof someKind> extends fc.Arbitrary<infer Value> ? Value : never

function nameOfPhoto({ photoId, frameId }: { photoId: string; frameId: string }): string {
  return `${photoId} in ${frameId}`
}

const someEvent = fc.record({
  plain: someKind([''], 3),
  framed: someKind(['f', 'g'], 2),
  videos: fc.array(somePrice, { maxLength: 2 }),
  gifts: fc.array(somePrice, { maxLength: 2 }),
})

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Returns all subsets of a short list. */
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]]
  for (const item of items) for (const some of [...all]) all.push([...some, item])
  return all
}

/** Photos of one kind in one event: their part of a cart, and every bill that pays for it. */
class Part {
  readonly id: string
  readonly #catalogId: string
  readonly #isFramed: boolean
  readonly #kind: Kind

  constructor(catalogId: string, isFramed: boolean, kind: Kind) {
    this.id = `${catalogId} ${isFramed ? 'framed' : 'plain'}`
    this.#catalogId = catalogId
    this.#isFramed = isFramed
    this.#kind = kind
  }

  /** Returns the items of the cart. */
  items(): PricedItem[] {
    const photos = this.#kind.chosen.map(
      ({ photoId, frameId, product }): PricedItem => ({
        ...{ id: `${this.id} ${photoId} ${frameId}`, catalogId: this.#catalogId, photoId },
        ...{ productType: this.#isFramed ? 'frame' : 'photo', frameId: frameId === '' ? undefined : frameId },
        ...this.#priceAt(product),
      }),
    )
    return [...this.#packages(true), ...photos]
  }

  /** Returns the packages that are not in the cart. */
  offers(): PricedItem[] {
    return this.#packages(false)
  }

  /** Returns all bills that pay for the items: any packages, and the missing photos one by one. */
  bills(): Owed[][] {
    const { chosen, packages } = this.#kind
    const catalogId = this.#catalogId
    const mayBeApart = ({ mayGrow, hasSingle, photoIds }: (typeof packages)[number]) =>
      !mayGrow && hasSingle && photoIds.length > 0
    return subsetsOf(packages)
      .filter((taken) => packages.every((one) => taken.includes(one) || !one.isChosen || mayBeApart(one)))
      .map((taken): Owed[] => {
        const apart = packages.filter((one) => one.isChosen && !taken.includes(one))
        const covered = new Set(taken.flatMap(namesIn))
        const needed = new Set([...chosen.map(nameOfPhoto), ...apart.flatMap(namesIn)])
        const missing = [...needed].filter((name) => !covered.has(name))
        const photos: Owed = {
          item: { catalogId, productType: this.#isFramed ? 'frame' : 'photo' },
          owed: costTogether(missing.map((name) => this.#priceNamed(name))),
        }
        const together = taken.map(({ price, isChosen }): Owed => {
          const productType = this.#isFramed ? 'photosWithFrame' : 'photos_with_me'
          return { item: { catalogId, productType }, owed: price, isOffer: !isChosen }
        })
        return [photos].concat(together)
      })
  }

  /** Returns the cost without packages; those whose photos are not known or not sold one by one stay. */
  costApart(): number {
    const { chosen, packages } = this.#kind
    const inCart = packages.filter(({ isChosen }) => isChosen)
    const unknown = inCart.filter(({ hasSingle, photoIds }) => !hasSingle || photoIds.length === 0)
    const names = new Set([...chosen.map(nameOfPhoto), ...inCart.flatMap(namesIn)])
    for (const name of unknown.flatMap(namesIn)) names.delete(name)
    const prices = [...names].map((name) => this.#priceNamed(name))
    return costTogether(prices) + sumOf(unknown.map(({ price }) => price))
  }

  #packages(isInCart: boolean): PricedItem[] {
    return this.#kind.packages.flatMap(
      ({ frameId, photoIds, price, laterPrice, mayGrow, isChosen, hasSingle }, at): PricedItem[] => {
        if (isChosen !== isInCart) return []
        const productType = this.#isFramed ? 'photosWithFrame' : 'photos_with_me'
        return [
          {
            ...{ id: `${this.id} package ${at}`, catalogId: this.#catalogId, productType, price, laterPrice },
            ...{ tiers: [], frameId: frameId === '' ? undefined : frameId, photoIds, mayGrow },
            single: hasSingle ? this.#priceAt(0) : undefined,
          },
        ]
      },
    )
  }

  #priceAt(product: number) {
    const { products } = this.#kind
    return products[product % products.length] ?? { price: 0, tiers: [], laterPrice: undefined }
  }

  /** Returns the price of a chosen photo, or of one that only a package contains. */
  #priceNamed(name: string) {
    return this.#priceAt(this.#kind.chosen.find((one) => nameOfPhoto(one) === name)?.product ?? 0)
  }
}

function namesIn({ photoIds, frameId }: { photoIds: readonly string[]; frameId: string }): string[] {
  return photoIds.map((photoId) => nameOfPhoto({ photoId, frameId }))
}

/** Returns every combination of one list of each group. */
function combine<Item>(groups: readonly (readonly (readonly Item[])[])[]): Item[][] {
  return groups.reduce<Item[][]>(
    (all, group) => all.flatMap((before) => group.map((some) => [...before, ...some])),
    [[]],
  )
}

it('charges the cheapest combination of products that contains the chosen items', () => {
  fc.assert(
    fc.property(
      fc.array(someEvent, { minLength: 1, maxLength: 2 }),
      fc.option(oneCode, { nil: undefined }),
      fc.integer({ min: 1, max: 3 }),
      (events, one, gifts) => {
        const parts = events.flatMap(({ plain, framed }, at) => {
          const catalogId = at === 0 ? 'a' : 'b'
          return [new Part(catalogId, false, plain), new Part(catalogId, true, framed)]
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
        const ofOthers = others.flatMap((items): Owed[] => {
          const [item] = items
          return item ? [{ item, owed: costTogether(items) }] : []
        })
        const bills = combine([...parts.map((part) => part.bills()), [ofOthers]])
        const totals = bills.map((bill) =>
          afterCodes(
            bill.map((owed) => Object.assign({}, owed)),
            codes,
          ),
        )
        const priced = priceCart(cart, codes, offers)
        const least = Math.min(...totals)
        expect(priced.totalAmount, 'the total, against the least of all bills').toBe(least)
        expect(sumOf(priced.lines.map((line) => line.price - line.discount))).toBe(least)
        const saved = parts.map((part) => {
          const lines = priced.lines.filter(({ id }) => id.startsWith(`${part.id} `))
          const isPackaged = lines.some(({ chargedAs }) => chargedAs.startsWith('photos'))
          return isPackaged ? Math.max(0, part.costApart() - sumOf(lines.map(({ price }) => price))) : 0
        })
        expect(priced.savedByPackages, 'the saving, against all photos one by one').toBe(sumOf(saved))
        expect(priced.amount).toBe(sumOf(priced.lines.map(({ price }) => price)))
        for (const [at, { price, originalPrice }] of priced.lines.entries())
          expect(originalPrice).toBe(Math.max(price, cart[at]?.laterPrice ?? 0))
      },
    ),
    trials(300, 2_000),
  )
})
