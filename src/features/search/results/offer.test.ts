import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Money } from '../../../../contract/common.ts'
import { priceCart } from '../../../../contract/price-rules.ts'
import { buildPhoto } from '../../../../tests/support/data/album.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import { buildPricedItem, buildPricedPhoto } from '../../../../tests/support/data/price-cases.ts'
import { getTrialOptions } from '../../../../tests/trials.ts'
import { chooseOffer, type OfferedPhotos } from './offer.ts'

const createRoubles = (roubles: number): Money => ({ amount: roubles * 100, currencyId: 643 })
const single = buildProduct('photo', 39_000, { priceTiers: [buildTier(3, 33_000), buildTier(5, 27_000)] })
const withMe = buildProduct('photos_with_me', 199_000)
const buildPhotos = (count: number) => Array.from({ length: count }, (_, index) => buildPhoto(index))
const defaultInput: Omit<OfferedPhotos, 'photos'> = { hasPossiblePhotos: false, paid: 0, mayGrow: false }
const offerFor = (count: number, overrides: Partial<OfferedPhotos> = {}) =>
  chooseOffer(
    { single, personalPackage: withMe },
    { ...defaultInput, ...overrides, photos: buildPhotos(count) },
  )

describe('the offer for all photos of a runner', () => {
  it('is one by one as long as that is cheaper, and says from how many photos the package is', () => {
    expect(offerFor(4, { hasPossiblePhotos: true })).toEqual({
      tariff: 'singles',
      sum: createRoubles(1320),
      each: createRoubles(330),
      next: { place: 5, price: createRoubles(30) },
      breakEven: { count: 8, price: createRoubles(1990) },
    })
    expect([1, 2, 3, 4, 5, 6, 7].map((count) => offerFor(count)?.sum.amount)).toEqual(
      [390, 780, 990, 1320, 1350, 1620, 1890].map((roubles) => roubles * 100),
    )
  })

  it('is the package when that is cheaper, compared with the photos one by one today', () => {
    expect(offerFor(8)).toEqual({ tariff: 'package', sum: createRoubles(1990), saved: createRoubles(170) })
  })

  it('promises later photos only while some may appear', () => {
    expect(offerFor(3, { mayGrow: true })).toMatchObject({
      tariff: 'singles',
      sum: createRoubles(990),
      growing: { price: createRoubles(1990) },
    })
    expect(offerFor(3, { mayGrow: true })?.breakEven).toBeUndefined()
    expect(offerFor(9, { mayGrow: true })?.growing).toBeDefined()
    expect(offerFor(9)?.growing).toBeUndefined()
  })

  it('counts payments for single photos towards the package', () => {
    expect(offerFor(5, { paid: 99000 })).toMatchObject({
      tariff: 'package',
      sum: createRoubles(1000),
      saved: createRoubles(350),
    })
  })

  it('equals the price that the service charges, for any prices', () => {
    const price = fc.integer({ min: 0, max: 500 })
    const tiersArbitrary = fc.array(fc.tuple(fc.integer({ min: 2, max: 9 }), price), { maxLength: 3 })
    fc.assert(
      fc.property(
        price,
        tiersArbitrary,
        fc.integer({ min: 0, max: 2_500 }),
        fc.integer({ min: 1, max: 12 }),
        (singlePrice, tiers, packagePrice, count) => {
          const priceTiers = tiers.map(([from, tierPrice]) => buildTier(from, tierPrice))
          const singleProduct = buildProduct('photo', singlePrice, { priceTiers })
          const packageProduct = buildProduct('photos_with_me', packagePrice)
          const offered = chooseOffer(
            { single: singleProduct, personalPackage: packageProduct },
            { ...defaultInput, photos: buildPhotos(count), hasPossiblePhotos: true },
          )
          const pricedPhotos = buildPhotos(count + 1).map(({ photoId }) => buildPricedPhoto(photoId))
          const steps = tiers.map(([from, tierPrice]) => ({ from, price: tierPrice }))
          const photos = pricedPhotos.map((photo) =>
            buildPricedItem(photo.photoId, 'photo', singlePrice, { photo, tiers: steps }),
          )
          const offers = [buildPricedItem('all', 'photos_with_me', packagePrice, { photos: pricedPhotos })]
          const charged = priceCart(photos.slice(0, count), [], offers)
          expect(offered?.sum.amount).toBe(charged.totalAmount)
          const separateTotal = priceCart(photos.slice(0, count), []).totalAmount
          expect(offered?.saved?.amount ?? 0).toBe(Math.max(0, separateTotal - charged.totalAmount))
          if (offered?.next)
            expect(offered.next.price.amount).toBe(priceCart(photos, [], offers).totalAmount - separateTotal)
        },
      ),
      getTrialOptions(30, 100),
    )
  })
})
