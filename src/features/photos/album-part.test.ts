// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { aPhoto } from '../../../tests/support/data/album.ts'
import { isInPart, isWhole, parseAlbumPart } from './album-part.ts'

it('reads a part from an address, and leaves out what makes no sense', () => {
  const query = (text: string) => parseAlbumPart(new URLSearchParams(text))
  expect(query('point=finish&from=2026-09-12T14:30Z&to=2026-09-12T15:00Z')).toEqual({
    point: 'finish',
    takenFrom: '2026-09-12T14:30:00.000Z',
    takenTo: '2026-09-12T15:00:00.000Z',
  })
  expect(isWhole(query('from=noon&view=packages'))).toBe(true)
  expect(isWhole(query('point=finish'))).toBe(false)
})

it('tells which photos are in it; the end is not', () => {
  const photo = aPhoto(1, { takenOn: '2026-09-12T14:30:00.000Z', point: 'Финиш' })
  const getPoint = () => 'finish'
  const inPart = (part: object) => isInPart(photo, part, getPoint)
  expect(inPart({})).toBe(true)
  expect(inPart({ point: 'finish' })).toBe(true)
  expect(inPart({ point: 'start' })).toBe(false)
  expect(inPart({ takenFrom: '2026-09-12T14:30:00.000Z' })).toBe(true)
  expect(inPart({ takenTo: '2026-09-12T14:30:00.000Z' })).toBe(false)
  expect(isInPart(aPhoto(2), { takenFrom: '2026-09-12T14:30:00.000Z' }, getPoint)).toBe(false)
})
