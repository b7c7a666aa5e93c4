import { expect, test } from 'vitest'
import { isLookedFor, type SelfieOfDevice } from './state.ts'

const takenOn = 1_000_000
const hour = 3_600_000

const nobody: SelfieOfDevice = {
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

test('a selfie that found nobody is looked for during a day, also when she knows', () => {
  expect(isLookedFor(nobody, takenOn + hour)).toBe(true)
  expect(isLookedFor(nobody, takenOn + 25 * hour)).toBe(false)
})

test('one that found somebody, is being searched with, or was refused is not', () => {
  const persons = [{ personId: 'p', similarity: 1, photosCount: 2 }]
  const others: SelfieOfDevice[] = [
    { ...nobody, selfie: { selfieId: 'x', state: 'Ready', persons } },
    { ...nobody, selfie: { selfieId: 'x', state: 'Processing', persons: [] } },
    { ...nobody, stage: 'refused', code: 'FaceNotFound' },
    { ...nobody, stage: 'saved', selfie: undefined },
  ]
  for (const other of others) expect(isLookedFor(other, takenOn + hour)).toBe(false)
})
