import { expect, test } from 'vitest'
import { addSeenPhotos, getNewPhotoIds, type SeenPhotos } from './seen-photos.ts'

const createPhotos = (...ids: string[]) => ids.map((photoId) => ({ photoId }))
const seen: SeenPhotos = { search: 'hers', photoIds: ['a', 'b'] }

test('photos are new since the last visit with the same search', () => {
  expect(getNewPhotoIds(seen, 'hers', createPhotos('c', 'a', 'b', 'd'))).toEqual(new Set(['c', 'd']))
  expect(getNewPhotoIds(seen, 'another’s', createPhotos('c'))).toEqual(new Set())
  expect(getNewPhotoIds(null, 'hers', createPhotos('c'))).toEqual(new Set())
})

test('seen photos stay seen while only some of the photos are loaded', () => {
  expect(addSeenPhotos(seen, 'hers', createPhotos('b'))).toBe(seen)
  expect(addSeenPhotos(seen, 'hers', createPhotos('b', 'c')).photoIds).toEqual(['a', 'b', 'c'])
})

test('another search starts over', () => {
  expect(addSeenPhotos(seen, 'another’s', createPhotos('c'))).toEqual({
    search: 'another’s',
    photoIds: ['c'],
  })
})

test('the list is limited, and no photo counts as new when it is full', () => {
  const manyPhotos = createPhotos(...Array.from({ length: 700 }, (_, index) => `p${index}`))
  const fullList = addSeenPhotos(seen, 'hers', manyPhotos)
  expect(fullList.photoIds).toHaveLength(500)
  expect(getNewPhotoIds(fullList, 'hers', manyPhotos).size).toBe(0)
})
