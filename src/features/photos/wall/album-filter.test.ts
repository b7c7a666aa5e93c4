// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { buildPhoto } from '../../../../tests/support/data/album.ts'
import { isUnfiltered, matchesFilter, parseAlbumFilter } from './album-filter.ts'

it('reads a filter from an address, and ignores invalid values', () => {
  const parseQuery = (text: string) => parseAlbumFilter(new URLSearchParams(text))
  expect(parseQuery('point=finish&from=2026-09-12T14:30Z&to=2026-09-12T15:00Z')).toEqual({
    point: 'finish',
    takenFrom: '2026-09-12T14:30:00.000Z',
    takenTo: '2026-09-12T15:00:00.000Z',
  })
  expect(isUnfiltered(parseQuery('from=noon&view=packages'))).toBe(true)
  expect(isUnfiltered(parseQuery('point=finish'))).toBe(false)
})

it('matches photos from the start to before the end', () => {
  const photo = buildPhoto(1, { takenOn: '2026-09-12T14:30:00.000Z', point: 'Финиш' })
  const getPoint = () => 'finish'
  const matches = (part: object) => matchesFilter(photo, part, getPoint)
  expect(matches({})).toBe(true)
  expect(matches({ point: 'finish' })).toBe(true)
  expect(matches({ point: 'start' })).toBe(false)
  expect(matches({ takenFrom: '2026-09-12T14:30:00.000Z' })).toBe(true)
  expect(matches({ takenTo: '2026-09-12T14:30:00.000Z' })).toBe(false)
  expect(matchesFilter(buildPhoto(2), { takenFrom: '2026-09-12T14:30:00.000Z' }, getPoint)).toBe(false)
})
