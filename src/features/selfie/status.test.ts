import { describe, expect, it } from 'vitest'
import { findClosest, findNewest, type SelfieStatus, type StoredSelfie, selfieStatus } from './status.ts'

const now = 1_000_000

const saved: StoredSelfie = {
  id: 'a',
  eventId: 'e',
  albumId: 'e-album',
  takenOn: now - 5_000,
  mime: 'image/jpeg',
  sha256: '00',
  sizeInBytes: 200,
  stage: 'saved',
}
const person = { personId: 'p', similarity: 0.8, photosCount: 14 }
const answered = (state: 'Processing' | 'Ready', persons = [person]): StoredSelfie => ({
  ...saved,
  stage: 'answered',
  selfie: { selfieId: 's', state, persons },
})
const entry = { tries: 0, notBefore: 0 }
const online = { connection: 'online', now } as const

type Row = [
  what: string,
  record: StoredSelfie | undefined,
  entry: Parameters<typeof selfieStatus>[1],
  around: Parameters<typeof selfieStatus>[2],
  place: SelfieStatus,
]

const table: Row[] = [
  ['no selfie', undefined, undefined, online, { type: 'nowhere' }],
  [
    'saved without a network',
    saved,
    entry,
    { connection: 'offline', now },
    { type: 'saved', waitsFor: 'network' },
  ],
  [
    'saved without a network, though part of it went before',
    { ...saved, offset: 100 },
    { ...entry, tries: 2 },
    { connection: 'offline', now, share: 0.5 },
    { type: 'saved', waitsFor: 'network' },
  ],
  [
    'behind a sign-in page',
    saved,
    entry,
    { connection: 'portal', now },
    { type: 'saved', waitsFor: 'signIn' },
  ],
  ['saved, and nothing moves yet', saved, entry, online, { type: 'saved', waitsFor: 'turn' }],
  ['saved, its entry not seen yet', saved, undefined, online, { type: 'saved', waitsFor: 'turn' }],
  [
    'between two tries',
    saved,
    { tries: 1, notBefore: now + 1 },
    { ...online, share: 0.4 },
    { type: 'saved', waitsFor: 'nextTry' },
  ],
  ['sending', saved, entry, { ...online, share: 0.64 }, { type: 'sending', share: 0.64 }],
  [
    'sending on a slow network',
    saved,
    entry,
    { connection: 'slow', now, share: 0 },
    { type: 'sending', share: 0 },
  ],
  [
    'going on where the upload broke off',
    { ...saved, offset: 150 },
    { tries: 1, notBefore: now },
    { ...online, share: 0.1 },
    { type: 'sending', share: 0.75 },
  ],
  ['all sent, not answered', saved, entry, { ...online, share: 1 }, { type: 'judged' }],
  [
    'parked',
    saved,
    { ...entry, tries: 8, parked: { code: 'EventNotFound', since: now } },
    online,
    { type: 'stuck', code: 'EventNotFound' },
  ],
  [
    'parked, and no network now',
    saved,
    { ...entry, tries: 8, parked: { code: 'NoResponse', since: now } },
    { connection: 'offline', now },
    { type: 'stuck', code: 'NoResponse' },
  ],
  ['being searched for', answered('Processing', []), undefined, online, { type: 'searching', soFar: 0 }],
  ['some found so far', answered('Processing'), entry, online, { type: 'searching', soFar: 14 }],
  ['found', answered('Ready'), undefined, online, { type: 'found', count: 14, seen: false }],
  [
    'found and seen, without a network',
    { ...answered('Ready'), seen: true },
    undefined,
    { connection: 'offline', now },
    { type: 'found', count: 14, seen: true },
  ],
  ['no match', answered('Ready', []), undefined, online, { type: 'nobody', seen: false }],
  [
    'refused by the service',
    { ...saved, stage: 'refused', code: 'FaceNotFound' },
    undefined,
    online,
    { type: 'refused', code: 'FaceNotFound' },
  ],
  [
    'refused, its entry not gone yet',
    { ...saved, stage: 'refused', code: 'SeveralFaces' },
    entry,
    { ...online, share: 1 },
    { type: 'refused', code: 'SeveralFaces' },
  ],
]

describe('placeOf', () => {
  it.each(table)('%s', (_, record, ofOutbox, around, status) => {
    expect(selfieStatus(record, ofOutbox, around)).toEqual(status)
  })
})

it('uses the newest of several selfies of an event, and ignores other events', () => {
  const older = { ...saved, id: 'b', takenOn: saved.takenOn - 1 }
  const elsewhere = { ...saved, id: 'c', eventId: 'f', takenOn: now }
  expect(findNewest([older, saved, elsewhere], 'e')).toBe(saved)
  expect(findNewest([elsewhere], 'e')).toBeUndefined()
})

it('findClosest returns the most similar person, or undefined', () => {
  const other = { ...person, personId: 'q', similarity: 0.9, photosCount: 1 }
  expect(findClosest([person, other])).toBe(other)
  expect(findClosest([])).toBeUndefined()
})
