import { describe, expect, it } from 'vitest'
import type { Money } from '../../../../contract/common.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { buildPhoto } from '../../../../tests/support/data/album.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import type { RunnerPackage } from '../../catalog/index.ts'
import { computePriceSteps, type PriceStepsInput } from './price-steps.ts'

const inRoubles = (roubles: number): Money => ({ amount: roubles * 100, currencyId: 643 })
const single = buildProduct('photo', 39_000, { priceTiers: [buildTier(5, 27_000), buildTier(3, 33_000)] })
const buildPhotos = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => buildPhoto(from + at))
const buildInCart = (photos: readonly Photo[]) => photos.map((photo) => ({ photo, product: single }))

/** Returns the package of photos p0, p1 and so on. */
const toPackage = (count: number, more: Partial<RunnerPackage> = {}): RunnerPackage => ({
  ...{ product: buildProduct('photos_with_me', 199_000), single, photos: buildPhotos(count) },
  ...{ paid: 0, mayGrow: false },
  ...more,
})
const buildSteps = (photos: readonly Photo[], more: Partial<PriceStepsInput> = {}) =>
  computePriceSteps({ single, photos, inCart: [], endsWithAll: more.runner !== undefined, ...more })

describe('the discount ladder', () => {
  it('names the threshold ahead and how many photos are missing', () => {
    const { sum, next, total, flags } = buildSteps(buildPhotos(3), { runner: toPackage(14) })
    expect(sum).toEqual(inRoubles(990))
    expect(next).toMatchObject({ at: 5, missing: 2, price: inRoubles(270), isPackage: false })
    expect(total).toBe(14)
    expect(flags.map((flag) => [flag.at, flag.next])).toEqual([
      [3, false],
      [5, true],
      [14, false],
    ])
  })

  it('never lets photos of a package cost more than the package, and says what else it contains', () => {
    const { sum, next, packageCostsTheSame } = buildSteps(buildPhotos(8), { runner: toPackage(14) })
    expect(sum).toEqual(inRoubles(1990))
    expect(packageCostsTheSame).toBe(true)
    expect(next).toMatchObject({ isPackage: true, at: 14, price: inRoubles(1990) })
  })

  it('counts the photos that are in the cart already', () => {
    const { sum, next } = buildSteps(buildPhotos(1), { inCart: buildInCart(buildPhotos(2, 1)) })
    expect(sum, 'two cost 780, three 990').toEqual(inRoubles(210))
    expect(next).toMatchObject({ missing: 2 })
  })

  it('has no threshold ahead at the end of the ladder without a package', () => {
    expect(buildSteps(buildPhotos(6)).next).toBeUndefined()
  })

  it('shows no threshold that cannot be reached', () => {
    const runner = toPackage(4, { product: buildProduct('photos_with_me', 130_000) })
    expect(buildSteps(buildPhotos(1), { runner }).flags.map((flag) => flag.at)).toEqual([3, 4])
  })

  it('counts earlier payments: with 3 photos bought for 990, 8 of the 9 others cost 1,000', () => {
    const runner = toPackage(9, { paid: 99_000 })
    const { sum, next, packageCostsTheSame } = buildSteps(buildPhotos(8), { runner })
    expect(sum).toEqual(inRoubles(1000))
    expect(packageCostsTheSame).toBe(true)
    expect(next).toMatchObject({ at: 9, missing: 1, price: inRoubles(1000) })
  })

  it('names no threshold whose price the package undercuts', () => {
    const { sum, next } = buildSteps(buildPhotos(3), { runner: toPackage(9, { paid: 99_000 }) })
    expect(sum).toEqual(inRoubles(990))
    // five would cost 1,000, not 5 × 270
    expect(next).toMatchObject({ isPackage: true, at: 9, price: inRoubles(1000) })
  })

  it('says what all photos cost when that is less than the package', () => {
    const { flags, next } = buildSteps(buildPhotos(3), { runner: toPackage(4) })
    expect(flags.at(-1)).toMatchObject({ at: 4, price: inRoubles(1320) })
    expect(next).toMatchObject({ isPackage: true, at: 4, price: inRoubles(1320) })
    expect(buildSteps(buildPhotos(4), { runner: toPackage(4) }).next).toBeUndefined()
  })

  it('adds what is missing to the package when most of its photos are in the cart', () => {
    const chosen = { runner: toPackage(14), inCart: buildInCart(buildPhotos(7)) }
    expect(buildSteps(buildPhotos(3, 7), chosen).sum, 'seven cost 1,890').toEqual(inRoubles(100))
  })

  it('prices photos of other runners beside the package in the cart one by one', () => {
    const besidePackage = buildSteps([buildPhoto(100)], { runner: toPackage(14), isPackageInCart: true })
    expect(besidePackage.sum).toEqual(inRoubles(390))
    expect(besidePackage.flags.map(({ isPackage }) => isPackage)).toEqual([false, false])
  })
})
