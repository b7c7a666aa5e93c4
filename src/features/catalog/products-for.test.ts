import { expect, it } from 'vitest'
import { aProduct } from '../../../tests/support/data/catalog.ts'
import { findProduct, productsFor } from './use-products.ts'

const catalog = [
  aProduct('photos_with_me', 100, { productId: 'all-photos' }),
  aProduct('photos_with_me', 100, { productId: 'all-photos-10', distance: '10 km' }),
  aProduct('photos_with_me', 100, { productId: 'all-photos-21', distance: '21.1 km' }),
  aProduct('photo', 100),
  aProduct('video', 100, { productId: 'video-10', distance: '10 km' }),
]

const idsFor = (distance?: string) => productsFor(catalog, distance).map(({ productId }) => productId)

it('offers only what is sold to all where no distance is known', () => {
  expect(idsFor()).toEqual(['all-photos', 'photo'])
  expect(idsFor('5 km')).toEqual(['all-photos', 'photo'])
})

it('offers a runner what is for the distance first, and nothing for another one', () => {
  expect(idsFor('10 km')).toEqual(['all-photos-10', 'video-10', 'all-photos', 'photo'])
  expect(idsFor('21.1 km')).toEqual(['all-photos-21', 'all-photos', 'photo'])
  expect(findProduct(productsFor(catalog, '21.1 km'), 'photos_with_me')?.productId).toBe('all-photos-21')
})

it('leaves a catalog without distances as it is, for components that compare it', () => {
  const plain = catalog.filter(({ distance }) => distance === undefined)
  expect(productsFor(plain)).toBe(plain)
  expect(productsFor(plain, '10 km')).toBe(plain)
})
