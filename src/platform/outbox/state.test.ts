import { expect, test } from 'vitest'
import { type DeviceSelfie, mayMatchLater } from './state.ts'

const takenOn = 1_000_000
const hour = 3_600_000

const noPerson: DeviceSelfie = {
  id: 's',
  eventId: 'e',
  albumId: 'a',
  takenOn,
  mime: 'image/jpeg',
  sha256: '00',
  sizeInBytes: 1,
  stage: 'answered',
  selfie: { selfieId: 'x', state: 'Ready', persons: [] },
  seen: true,
}

test('follows a selfie without a match for a day, even after the runner saw the result', () => {
  expect(mayMatchLater(noPerson, takenOn + hour)).toBe(true)
  expect(mayMatchLater(noPerson, takenOn + 25 * hour)).toBe(false)
})

test('does not follow a selfie with a match, or one being searched or refused', () => {
  const persons = [{ personId: 'p', similarity: 1, photosCount: 2 }]
  const others: DeviceSelfie[] = [
    { ...noPerson, selfie: { selfieId: 'x', state: 'Ready', persons } },
    { ...noPerson, selfie: { selfieId: 'x', state: 'Processing', persons: [] } },
    { ...noPerson, stage: 'refused', code: 'FaceNotFound' },
    { ...noPerson, stage: 'saved', selfie: undefined },
  ]
  for (const other of others) expect(mayMatchLater(other, takenOn + hour)).toBe(false)
})
