import { expect, it } from 'vitest'
import { buildProduct } from '../../../tests/support/data/catalog.ts'
import { findProduct, selectProductsForRunner } from './use-products.ts'

const catalog = [
  buildProduct('photos_with_me', 100, { productId: 'all-photos' }),
  buildProduct('photos_with_me', 100, { productId: 'all-photos-10', distance: '10 km' }),
  buildProduct('photos_with_me', 100, { productId: 'all-photos-21', distance: '21.1 km' }),
  buildProduct('photo', 100),
  buildProduct('video', 100, { productId: 'video-10', distance: '10 km' }),
]

const listProductIds = (distance?: string) =>
  selectProductsForRunner(catalog, distance).map(({ productId }) => productId)

it('offers only what is sold to all where no distance is known', () => {
  expect(listProductIds()).toEqual(['all-photos', 'photo'])
  expect(listProductIds('5 km')).toEqual(['all-photos', 'photo'])
})

it('offers a runner what is for the distance first, and nothing for another one', () => {
  expect(listProductIds('10 km')).toEqual(['all-photos-10', 'video-10', 'all-photos', 'photo'])
  expect(listProductIds('21.1 km')).toEqual(['all-photos-21', 'all-photos', 'photo'])
  expect(findProduct(selectProductsForRunner(catalog, '21.1 km'), 'photos_with_me')?.productId).toBe(
    'all-photos-21',
  )
})

it('leaves a catalog without distances as it is, for components that compare it', () => {
  const withoutDistances = catalog.filter(({ distance }) => distance === undefined)
  expect(selectProductsForRunner(withoutDistances)).toBe(withoutDistances)
  expect(selectProductsForRunner(withoutDistances, '10 km')).toBe(withoutDistances)
})
