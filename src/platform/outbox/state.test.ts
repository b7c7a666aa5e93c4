import { expect, test } from 'vitest'
import { isLookedFor, type SelfieOfDevice } from './state.ts'

const takenOn = 1_000_000
const hour = 3_600_000

const noPerson: SelfieOfDevice = {
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
  expect(isLookedFor(noPerson, takenOn + hour)).toBe(true)
  expect(isLookedFor(noPerson, takenOn + 25 * hour)).toBe(false)
})

test('does not follow a selfie with a match, or one being searched or refused', () => {
  const persons = [{ personId: 'p', similarity: 1, photosCount: 2 }]
  const others: SelfieOfDevice[] = [
    { ...noPerson, selfie: { selfieId: 'x', state: 'Ready', persons } },
    { ...noPerson, selfie: { selfieId: 'x', state: 'Processing', persons: [] } },
    { ...noPerson, stage: 'refused', code: 'FaceNotFound' },
    { ...noPerson, stage: 'saved', selfie: undefined },
  ]
  for (const other of others) expect(isLookedFor(other, takenOn + hour)).toBe(false)
})
