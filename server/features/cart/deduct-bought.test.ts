import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PricedItem, priceCart } from '../../../contract/price-rules.ts'
import { trials } from '../../../tests/trials.ts'
import type { Bought } from './bought.ts'
import { Deducted, deductBought } from './deduct-bought.ts'

const item = (orderId: string, more: Partial<Bought>): Bought => ({
  ...{ orderId, eventId: 'e', isPackage: false, photoIds: [], videoId: null, frameId: null },
  ...{ person: undefined, paid: 0, keptOfOrder: 10_000 },
  ...more,
})
const plain = (price: number) => ({ price, frameId: null })

it('deducts what was paid for photos of the package, and leaves them out of it', () => {
  const bought = [
    item('o', { photoIds: ['p1'], paid: 390 }),
    item('o', { photoIds: ['other'], paid: 390 }),
    item('o', { videoId: 'v', paid: 690 }),
  ]
  const deduct = (price: number) => deductBought(plain(price), ['p1', 'p2'], bought, new Deducted())
  expect(deduct(1990)).toEqual({ photoIds: ['p2'], price: 1600 })
  expect(deduct(300)).toEqual({ photoIds: ['p2'], price: 0 })
})

it('deducts no more of an order than was not refunded, over all packages of a cart', () => {
  const bought = ['p1', 'p2'].map((id) => item('o', { photoIds: [id], paid: 390, keptOfOrder: 390 }))
  const deducted = new Deducted()
  const prices = ['p1', 'p2'].map((id) => deductBought(plain(1000), [id], bought, deducted).price)
  expect(prices).toEqual([610, 1000])
})

it('deducts a photo that shows two runners once, and a photo in a frame apart from the photo', () => {
  const bought = [
    item('o', { photoIds: ['p1'], paid: 390 }),
    item('o', { photoIds: ['p1'], paid: 490, frameId: 'f' }),
  ]
  const deducted = new Deducted()
  const prices = [null, null, 'f'].map(
    (frameId) => deductBought({ price: 1000, frameId }, ['p1'], bought, deducted).price,
  )
  expect(prices).toEqual([610, 1000, 510])
})

const photoNames = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5']
const frameId = fc.constantFrom(null, 'f')
const someOrder = fc.record({
  singles: fc.uniqueArray(
    fc.record({
      photoId: fc.constantFrom(...photoNames),
      frameId,
      paid: fc.integer({ min: 0, max: 500 }),
    }),
    { selector: (one) => `${one.photoId} ${one.frameId}`, maxLength: 5 },
  ),
  packages: fc.array(
    fc.record({ photoIds: fc.subarray(photoNames), frameId, paid: fc.integer({ min: 0, max: 900 }) }),
    { maxLength: 1 },
  ),
  refundedPercent: fc.constantFrom(0, 0, 30, 70, 100),
})
const somePackage = fc.record({
  photoIds: fc.subarray(photoNames),
  frameId,
  price: fc.integer({ min: 0, max: 2_500 }),
})
const someSingle = fc.record({
  price: fc.integer({ min: 0, max: 500 }),
  tiers: fc.array(
    fc.record({ from: fc.integer({ min: 2, max: 8 }), price: fc.integer({ min: 0, max: 500 }) }),
    { maxLength: 2 },
  ),
})

/** Models the earlier purchases of a buyer and the money that was not refunded. */
class EarlierOrders {
  readonly #orders: readonly {
    readonly bought: readonly Bought[]
    /** Not refunded, and not deducted from a package yet. */
    left: number
  }[]
  readonly #counted: Bought[] = []

  constructor(orders: readonly (readonly Bought[])[]) {
    this.#orders = orders.map((bought) => ({ bought, left: bought[0]?.keptOfOrder ?? 0 }))
  }

  /** Returns the photos that the buyer has bought in a frame. */
  photosIn(frame: string | null): Set<string> {
    return new Set(this.#items(frame).flatMap(({ photoIds }) => photoIds))
  }

  /** Deducts the payments for the photos of a package from their orders. Returns the deducted amount in minor units. */
  takeFor({ photoIds, frameId: frame }: Pick<Bought, 'photoIds' | 'frameId'>): number {
    const items = this.#items(frame)
    const isPackaged = (photoId: string) =>
      items.some((one) => one.isPackage && one.photoIds.includes(photoId))
    let coins = 0
    for (const photoId of photoIds) {
      const first = items.find((one) => !one.isPackage && one.photoIds.includes(photoId))
      if (!first || isPackaged(photoId) || this.#counted.includes(first)) continue
      this.#counted.push(first)
      const order = this.#orders.find(({ bought }) => bought.includes(first))
      const taken = Math.min(first.paid, order?.left ?? 0)
      if (order) order.left -= taken
      coins += taken
    }
    return coins
  }

  #items(frame: string | null): Bought[] {
    return this.#orders.flatMap(({ bought }) => bought).filter((one) => one.frameId === frame)
  }
}

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the items of an order. */
function toBought({ singles, packages, refundedPercent }: Generated<typeof someOrder>, at: number): Bought[] {
  const total = [...singles, ...packages].reduce((sum, { paid }) => sum + paid, 0)
  const order = { keptOfOrder: total - Math.floor((total * refundedPercent) / 100) }
  return [
    ...singles.map(({ photoId, ...one }) => item(`o${at}`, { ...order, ...one, photoIds: [photoId] })),
    ...packages.map((one) => item(`o${at}`, { ...order, ...one, isPackage: true })),
  ]
}

/** Returns the lowest cost of `count` or up to 20 more equal photos: a price threshold may make more photos cheaper. */
function costTogether({ price, tiers }: Generated<typeof someSingle>, count: number): number {
  const costs = Array.from({ length: 21 }, (_, more) => {
    const steps = tiers.filter(({ from }) => from <= count + more).map((step) => step.price)
    return (count + more) * Math.min(price, ...steps)
  })
  return count === 0 ? 0 : Math.min(...costs)
}

it('deducts from the packages of any cart what is left of earlier payments for their photos', () => {
  fc.assert(
    fc.property(
      fc.array(someOrder, { maxLength: 3 }),
      fc.array(somePackage, { minLength: 1, maxLength: 3 }),
      (orders, packages) => {
        const bought = orders.map(toBought)
        const history = new EarlierOrders(bought)
        const deducted = new Deducted()
        for (const one of packages) {
          const priced = deductBought(one, one.photoIds, bought.flat(), deducted)
          expect(priced.price).toBe(Math.max(0, one.price - history.takeFor(one)))
          const before = history.photosIn(one.frameId)
          expect(priced.photoIds).toEqual(one.photoIds.filter((photoId) => !before.has(photoId)))
        }
      },
    ),
    trials(300, 3_000),
  )
})

it('charges photos after earlier purchases one by one, or as packages minus what was paid', () => {
  fc.assert(
    fc.property(
      fc.array(someOrder, { maxLength: 3 }),
      fc.array(somePackage, { maxLength: 3 }),
      fc.subarray(photoNames),
      frameId,
      someSingle,
      (orders, packages, wanted, frame, single) => {
        const bought = orders.map(toBought)
        const before = new EarlierOrders(bought).photosIn(frame)
        const chosen = wanted.filter((photoId) => !before.has(photoId))
        const kind = { catalogId: 'c', frameId: frame ?? undefined }
        const photos = chosen.map(
          (photoId): PricedItem => ({
            ...{ id: photoId, photoId, ...kind, ...single, productType: frame === null ? 'photo' : 'frame' },
          }),
        )
        const inFrame = packages.filter((one) => one.frameId === frame)
        const offers = inFrame.map((one, at): PricedItem => {
          const productType = frame === null ? 'photos_with_me' : 'photosWithFrame'
          const priced = deductBought(one, one.photoIds, bought.flat(), new Deducted())
          return { ...{ id: `package ${at}`, ...kind, productType, tiers: [] }, ...priced }
        })
        const costs = Array.from({ length: 2 ** inFrame.length }, (_, choice) => {
          const taken = inFrame.filter((_one, at) => (choice & (1 << at)) !== 0)
          const covered = new Set(taken.flatMap(({ photoIds }) => photoIds))
          const others = chosen.filter((photoId) => !covered.has(photoId))
          // A package replaces single photos; each package deducts earlier payments separately.
          const prices = taken.map((one) => Math.max(0, one.price - new EarlierOrders(bought).takeFor(one)))
          return prices.reduce((sum, price) => sum + price, costTogether(single, others.length))
        })
        expect(priceCart(photos, [], offers).totalAmount).toBe(Math.min(...costs))
      },
    ),
    trials(300, 3_000),
  )
})
