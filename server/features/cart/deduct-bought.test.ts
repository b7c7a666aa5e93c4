import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceCart } from '../../../contract/price-rules.ts'
import { computeGroupCost } from '../../../tests/support/data/bill-oracle.ts'
import { buildPricedItem, buildPricedPhoto } from '../../../tests/support/data/price-cases.ts'
import { getTrialOptions } from '../../../tests/trials.ts'
import { DeductedPayments, deductBought } from './deduct-bought.ts'
import type { BoughtItem } from './earlier-purchases.ts'

const createBoughtItem = (orderId: string, more: Partial<BoughtItem>): BoughtItem => ({
  ...{ orderId, eventId: 'e', isPackage: false, photoIds: [], videoId: null, frameId: null },
  ...{ person: undefined, paid: 0, unrefundedOrderAmount: 10_000 },
  ...more,
})
const createUnframedPackage = (price: number) => ({ price, frameId: null })

it('deducts what was paid for photos of the package, and leaves them out of it', () => {
  const bought = [
    createBoughtItem('o', { photoIds: ['p1'], paid: 390 }),
    createBoughtItem('o', { photoIds: ['other'], paid: 390 }),
    createBoughtItem('o', { videoId: 'v', paid: 690 }),
  ]
  const deduct = (price: number) =>
    deductBought(createUnframedPackage(price), ['p1', 'p2'], bought, new DeductedPayments())
  expect(deduct(1990)).toEqual({ photoIds: ['p2'], price: 1600 })
  expect(deduct(300)).toEqual({ photoIds: ['p2'], price: 0 })
})

it('deducts no more of an order than was not refunded, over all packages of a cart', () => {
  const bought = ['p1', 'p2'].map((id) =>
    createBoughtItem('o', { photoIds: [id], paid: 390, unrefundedOrderAmount: 390 }),
  )
  const deducted = new DeductedPayments()
  const prices = ['p1', 'p2'].map(
    (id) => deductBought(createUnframedPackage(1000), [id], bought, deducted).price,
  )
  expect(prices).toEqual([610, 1000])
})

it('deducts a photo that shows two runners once, and a photo in a frame apart from the photo', () => {
  const bought = [
    createBoughtItem('o', { photoIds: ['p1'], paid: 390 }),
    createBoughtItem('o', { photoIds: ['p1'], paid: 490, frameId: 'f' }),
  ]
  const deducted = new DeductedPayments()
  const prices = [null, null, 'f'].map(
    (frameId) => deductBought({ price: 1000, frameId }, ['p1'], bought, deducted).price,
  )
  expect(prices).toEqual([610, 1000, 510])
})

const photoNames = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5']
const frameId = fc.constantFrom(null, 'f')
const orderArbitrary = fc.record({
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
const packageArbitrary = fc.record({
  photoIds: fc.subarray(photoNames),
  frameId,
  price: fc.integer({ min: 0, max: 2_500 }),
})
const singlePhotoArbitrary = fc.record({
  price: fc.integer({ min: 0, max: 500 }),
  tiers: fc.array(
    fc.record({ from: fc.integer({ min: 2, max: 8 }), price: fc.integer({ min: 0, max: 500 }) }),
    { maxLength: 2 },
  ),
})

/** Models the earlier purchases of a buyer and the money that was not refunded. */
class EarlierOrders {
  readonly #orders: readonly {
    readonly bought: readonly BoughtItem[]
    /** Not refunded, and not deducted from a package yet. */
    left: number
  }[]
  readonly #counted: BoughtItem[] = []

  constructor(orders: readonly (readonly BoughtItem[])[]) {
    this.#orders = orders.map((bought) => ({ bought, left: bought[0]?.unrefundedOrderAmount ?? 0 }))
  }

  /** Returns the photos that the buyer has bought in a frame. */
  findPhotosInFrame(frame: string | null): Set<string> {
    return new Set(this.#items(frame).flatMap(({ photoIds }) => photoIds))
  }

  /** Deducts the payments for the photos of a package from their orders. Returns the deducted amount in minor units. */
  deductFor({ photoIds, frameId: frame }: Pick<BoughtItem, 'photoIds' | 'frameId'>): number {
    const items = this.#items(frame)
    const isPackaged = (photoId: string) =>
      items.some((one) => one.isPackage && one.photoIds.includes(photoId))
    let deductedAmount = 0
    for (const photoId of photoIds) {
      const first = items.find((one) => !one.isPackage && one.photoIds.includes(photoId))
      if (!first || isPackaged(photoId) || this.#counted.includes(first)) continue
      this.#counted.push(first)
      const order = this.#orders.find(({ bought }) => bought.includes(first))
      const taken = Math.min(first.paid, order?.left ?? 0)
      if (order) order.left -= taken
      deductedAmount += taken
    }
    return deductedAmount
  }

  #items(frame: string | null): BoughtItem[] {
    return this.#orders.flatMap(({ bought }) => bought).filter((one) => one.frameId === frame)
  }
}

type ArbitraryValue<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the items of an order. */
function toBought(
  { singles, packages, refundedPercent }: ArbitraryValue<typeof orderArbitrary>,
  index: number,
): BoughtItem[] {
  const total = [...singles, ...packages].reduce((sum, { paid }) => sum + paid, 0)
  const order = { unrefundedOrderAmount: total - Math.floor((total * refundedPercent) / 100) }
  return [
    ...singles.map(({ photoId, ...one }) =>
      createBoughtItem(`o${index}`, { ...order, ...one, photoIds: [photoId] }),
    ),
    ...packages.map((one) => createBoughtItem(`o${index}`, { ...order, ...one, isPackage: true })),
  ]
}

it('deducts from the packages of any cart what is left of earlier payments for their photos', () => {
  fc.assert(
    fc.property(
      fc.array(orderArbitrary, { maxLength: 3 }),
      fc.array(packageArbitrary, { minLength: 1, maxLength: 3 }),
      (orders, packages) => {
        const bought = orders.map(toBought)
        const earlierOrders = new EarlierOrders(bought)
        const deducted = new DeductedPayments()
        for (const one of packages) {
          const priced = deductBought(one, one.photoIds, bought.flat(), deducted)
          expect(priced.price).toBe(Math.max(0, one.price - earlierOrders.deductFor(one)))
          const before = earlierOrders.findPhotosInFrame(one.frameId)
          expect(priced.photoIds).toEqual(one.photoIds.filter((photoId) => !before.has(photoId)))
        }
      },
    ),
    getTrialOptions(300, 3_000),
  )
})

it('charges photos after earlier purchases one by one, or as packages minus what was paid', () => {
  fc.assert(
    fc.property(
      fc.array(orderArbitrary, { maxLength: 3 }),
      fc.array(packageArbitrary, { maxLength: 3 }),
      fc.subarray(photoNames),
      frameId,
      singlePhotoArbitrary,
      (orders, packages, wanted, frame, single) => {
        const bought = orders.map(toBought)
        const before = new EarlierOrders(bought).findPhotosInFrame(frame)
        const chosen = wanted.filter((photoId) => !before.has(photoId))
        const { price: photoPrice, tiers } = single
        const inFrameId = { frameId: frame ?? undefined }
        const photos = chosen.map((photoId) =>
          buildPricedItem(photoId, frame === null ? 'photo' : 'frame', photoPrice, {
            ...{ ...inFrameId, photo: buildPricedPhoto(photoId), tiers },
          }),
        )
        const inFrame = packages.filter((one) => one.frameId === frame)
        const offers = inFrame.map((one, index) => {
          const productType = frame === null ? 'photos_with_me' : 'photosWithFrame'
          const { price, photoIds } = deductBought(one, one.photoIds, bought.flat(), new DeductedPayments())
          const content = { ...inFrameId, photos: photoIds.map(buildPricedPhoto) }
          return buildPricedItem(`package ${index}`, productType, price, content)
        })
        const costs = Array.from({ length: 2 ** inFrame.length }, (_, choice) => {
          const taken = inFrame.filter((_one, index) => (choice & (1 << index)) !== 0)
          const covered = new Set(taken.flatMap(({ photoIds }) => photoIds))
          const others = chosen.filter((photoId) => !covered.has(photoId))
          // A package replaces single photos; each package deducts earlier payments separately.
          const prices = taken.map((one) => Math.max(0, one.price - new EarlierOrders(bought).deductFor(one)))
          return prices.reduce((sum, price) => sum + price, computeGroupCost(others.map(() => single)))
        })
        expect(priceCart(photos, [], offers).totalAmount).toBe(Math.min(...costs))
      },
    ),
    getTrialOptions(300, 3_000),
  )
})
