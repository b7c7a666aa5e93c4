import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Money } from '../../../contract/common.ts'
import { type PricedItem, priceCart } from '../../../contract/price-rules.ts'
import { aProduct, aTier } from '../../../tests/support/data/catalog.ts'
import { trials } from '../../../tests/trials.ts'
import { chooseOffer, type OfferedPhotos } from './offer.ts'

const rub = (roubles: number): Money => ({ amount: roubles * 100, currencyId: 643 })
const single = aProduct('photo', 39_000, { priceTiers: [aTier(3, 33_000), aTier(5, 27_000)] })
const withMe = aProduct('photos_with_me', 199_000)
const closed: Omit<OfferedPhotos, 'count'> = { isMoreThere: false, paid: 0, mayGrow: false }
const offer = (count: number, more: Partial<OfferedPhotos> = {}) =>
  chooseOffer({ single, withMe }, { ...closed, ...more, count })

describe('the offer for all photos of a runner', () => {
  it('is one by one as long as that is cheaper, and says from how many photos the package is', () => {
    expect(offer(4, { isMoreThere: true })).toEqual({
      tariff: 'singles',
      sum: rub(1320),
      each: rub(330),
      next: { place: 5, price: rub(30) },
      breakEven: { count: 8, price: rub(1990) },
    })
    expect([1, 2, 3, 4, 5, 6, 7].map((count) => offer(count)?.sum.amount)).toEqual(
      [390, 780, 990, 1320, 1350, 1620, 1890].map((roubles) => roubles * 100),
    )
  })

  it('is the package when that is cheaper, compared with the photos one by one today', () => {
    expect(offer(8)).toEqual({ tariff: 'package', sum: rub(1990), saved: rub(170) })
  })

  it('promises later photos only while some may appear', () => {
    expect(offer(3, { mayGrow: true })).toMatchObject({
      tariff: 'singles',
      sum: rub(990),
      growing: { price: rub(1990) },
    })
    expect(offer(3, { mayGrow: true })?.breakEven).toBeUndefined()
    expect(offer(9, { mayGrow: true })?.growing).toBeDefined()
    expect(offer(9)?.growing).toBeUndefined()
  })

  it('counts payments for single photos towards the package', () => {
    expect(offer(5, { paid: 99000 })).toMatchObject({ tariff: 'package', sum: rub(1000), saved: rub(350) })
  })

  it('equals the price that the service charges, for any prices', () => {
    const price = fc.integer({ min: 0, max: 500 })
    const ladder = fc.array(fc.tuple(fc.integer({ min: 2, max: 9 }), price), { maxLength: 3 })
    fc.assert(
      fc.property(
        price,
        ladder,
        fc.integer({ min: 0, max: 2_500 }),
        fc.integer({ min: 1, max: 12 }),
        (each, tiers, whole, count) => {
          const priceTiers = tiers.map(([from, less]) => aTier(from, less))
          const one = aProduct('photo', each, { priceTiers })
          const all = aProduct('photos_with_me', whole)
          const told = chooseOffer({ single: one, withMe: all }, { ...closed, count, isMoreThere: true })
          const photoIds = Array.from({ length: count + 1 }, (_, at) => `p${at}`)
          const steps = tiers.map(([from, less]) => ({ from, price: less }))
          const photos = photoIds.map(
            (photoId): PricedItem => ({
              ...{ id: photoId, photoId, catalogId: 'c', productType: 'photo', price: each, tiers: steps },
            }),
          )
          const offers: PricedItem[] = [
            { id: 'all', catalogId: 'c', productType: 'photos_with_me', price: whole, tiers: [], photoIds },
          ]
          const charged = priceCart(photos.slice(0, count), [], offers)
          expect(told?.sum.amount).toBe(charged.totalAmount)
          const apart = priceCart(photos.slice(0, count), []).totalAmount
          expect(told?.saved?.amount ?? 0).toBe(Math.max(0, apart - charged.totalAmount))
          if (told?.next)
            expect(told.next.price.amount).toBe(priceCart(photos, [], offers).totalAmount - apart)
        },
      ),
      trials(30, 100),
    )
  })
})
