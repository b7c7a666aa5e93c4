import { expect, test } from 'vitest'
import { newSince, type Seen, seenWith } from './seen-photos.ts'

const photos = (...ids: string[]) => ids.map((photoId) => ({ photoId }))
const seen: Seen = { search: 'hers', photoIds: ['a', 'b'] }

test('photos are new since the last visit with the same search', () => {
  expect(newSince(seen, 'hers', photos('c', 'a', 'b', 'd'))).toEqual(new Set(['c', 'd']))
  expect(newSince(seen, 'another’s', photos('c'))).toEqual(new Set())
  expect(newSince(null, 'hers', photos('c'))).toEqual(new Set())
})

test('seen photos stay seen while only some of the photos are loaded', () => {
  expect(seenWith(seen, 'hers', photos('b'))).toBe(seen)
  expect(seenWith(seen, 'hers', photos('b', 'c')).photoIds).toEqual(['a', 'b', 'c'])
})

test('another search starts over', () => {
  expect(seenWith(seen, 'another’s', photos('c'))).toEqual({ search: 'another’s', photoIds: ['c'] })
})

test('the list is limited, and no photo counts as new when it is full', () => {
  const many = photos(...Array.from({ length: 700 }, (_, at) => `p${at}`))
  const full = seenWith(seen, 'hers', many)
  expect(full.photoIds).toHaveLength(500)
  expect(newSince(full, 'hers', many).size).toBe(0)
})
