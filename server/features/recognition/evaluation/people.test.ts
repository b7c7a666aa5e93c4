import { expect, test } from 'vitest'
import { type Person, sampleEvent, samplePeople, splitPictures } from './people.ts'

const createPerson = (name: string, count: number): Person => ({
  name,
  pictures: Array.from({ length: count }, (_, i) => `${name}-${i + 1}`),
})

const people = [
  createPerson('anna', 3),
  createPerson('boris', 1),
  createPerson('clara', 2),
  createPerson('dmitri', 3),
  createPerson('elena', 1),
]
const listFiles = (pictures: readonly { file: string }[]) => pictures.map(({ file }) => file)

test('the first picture of people with several is a selfie, all other pictures are photos', () => {
  const { selfies, photos } = splitPictures(samplePeople(people, 4))
  expect(listFiles(selfies)).toEqual(['anna-1', 'clara-1'])
  expect(listFiles(photos)).toEqual([
    'anna-2',
    'anna-3',
    'clara-2',
    'boris-1',
    'dmitri-1',
    'dmitri-2',
    'dmitri-3',
  ])
})

test('an event has no selfie, and one picture of each person without one', () => {
  const { runners, photos } = sampleEvent(people, { people: 4, selfies: 1 })
  expect(runners.map(({ name }) => name)).toEqual(['anna'])
  expect(listFiles(photos)).toEqual(['anna-2', 'anna-3', 'boris-1', 'clara-1', 'dmitri-1'])
})

test('further pictures fill an event up to a number of photos, as far as there are any', () => {
  const size = { people: 5, selfies: 1 }
  const listPhotos = (photos: number) => listFiles(sampleEvent(people, { ...size, photos }).photos)
  expect(listPhotos(7)).toEqual(['anna-2', 'anna-3', 'boris-1', 'clara-1', 'dmitri-1', 'elena-1', 'clara-2'])
  expect(listPhotos(100)).toHaveLength(9)
})
