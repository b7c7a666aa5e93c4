import { expect, it } from 'vitest'
import { buildPhoto, sampleEvent } from '../../../tests/support/data/album.ts'
import ru from './messages.ru.json'
import { toAltText } from './photo-text.ts'

/** Returns the message of the catalogue, with the bibs unformatted. */
const formatText = (id: string, values: Readonly<Record<string, unknown>> = {}) =>
  id === 'photos.alt.bibs' ? `номера ${String(values.bibs)}` : ru[id as keyof typeof ru]

it('tells whom a photo shows by their numbers, where on the course and when', () => {
  const bib = (value: string) => ({ photoTagId: value, name: 'number' as const, value, confidence: 1 })
  const event = { ...sampleEvent, points: [{ point: 'finish', title: 'Финиш' }] }
  const photo = buildPhoto(1, {
    takenOn: '2026-09-12T07:52:00.000Z',
    point: 'finish',
    tags: [bib('128'), bib('341')],
  })
  expect(toAltText(photo, event, 'ru', formatText)).toBe('Фото с дистанции, номера 128, 341, Финиш, 10:52')
  expect(toAltText({ ...photo, tags: [] }, event, 'ru', formatText)).toBe('Фото с дистанции, Финиш, 10:52')
  expect(toAltText({ ...photo, tags: [], point: null, takenOn: null }, event, 'ru', formatText)).toBe(
    'Фото с дистанции',
  )
})
