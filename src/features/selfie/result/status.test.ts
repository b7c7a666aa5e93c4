import { describe, expect, it } from 'vitest'
import {
  findClosestPerson,
  findNewestSelfie,
  getSelfieStatus,
  type SelfieStatus,
  type StoredSelfie,
} from './status.ts'

const now = 1_000_000

const savedSelfie: StoredSelfie = {
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
const createAnswered = (state: 'Processing' | 'Ready', persons = [person]): StoredSelfie => ({
  ...savedSelfie,
  stage: 'answered',
  selfie: { selfieId: 's', state, persons },
})
const entry = { tries: 0, notBefore: 0 }
const onlineContext = { connection: 'online', now } as const

type Case = [
  what: string,
  record: StoredSelfie | undefined,
  entry: Parameters<typeof getSelfieStatus>[1],
  around: Parameters<typeof getSelfieStatus>[2],
  place: SelfieStatus,
]

const cases: Case[] = [
  ['no selfie', undefined, undefined, onlineContext, { type: 'nowhere' }],
  [
    'saved without a network',
    savedSelfie,
    entry,
    { connection: 'offline', now },
    { type: 'saved', waitsFor: 'network' },
  ],
  [
    'saved without a network, though part of it went before',
    { ...savedSelfie, offset: 100 },
    { ...entry, tries: 2 },
    { connection: 'offline', now, sentShare: 0.5 },
    { type: 'saved', waitsFor: 'network' },
  ],
  [
    'behind a sign-in page',
    savedSelfie,
    entry,
    { connection: 'portal', now },
    { type: 'saved', waitsFor: 'signIn' },
  ],
  ['saved, and nothing moves yet', savedSelfie, entry, onlineContext, { type: 'saved', waitsFor: 'turn' }],
  [
    'saved, its entry not seen yet',
    savedSelfie,
    undefined,
    onlineContext,
    { type: 'saved', waitsFor: 'turn' },
  ],
  [
    'between two tries',
    savedSelfie,
    { tries: 1, notBefore: now + 1 },
    { ...onlineContext, sentShare: 0.4 },
    { type: 'saved', waitsFor: 'nextTry' },
  ],
  [
    'sending',
    savedSelfie,
    entry,
    { ...onlineContext, sentShare: 0.64 },
    { type: 'sending', sentShare: 0.64 },
  ],
  [
    'sending on a slow network',
    savedSelfie,
    entry,
    { connection: 'slow', now, sentShare: 0 },
    { type: 'sending', sentShare: 0 },
  ],
  [
    'going on where the upload broke off',
    { ...savedSelfie, offset: 150 },
    { tries: 1, notBefore: now },
    { ...onlineContext, sentShare: 0.1 },
    { type: 'sending', sentShare: 0.75 },
  ],
  ['all sent, not answered', savedSelfie, entry, { ...onlineContext, sentShare: 1 }, { type: 'judged' }],
  [
    'parked',
    savedSelfie,
    { ...entry, tries: 8, parked: { code: 'EventNotFound', since: now } },
    onlineContext,
    { type: 'stuck', code: 'EventNotFound' },
  ],
  [
    'parked, and no network now',
    savedSelfie,
    { ...entry, tries: 8, parked: { code: 'NoResponse', since: now } },
    { connection: 'offline', now },
    { type: 'stuck', code: 'NoResponse' },
  ],
  [
    'being searched for',
    createAnswered('Processing', []),
    undefined,
    onlineContext,
    { type: 'searching', foundCount: 0 },
  ],
  [
    'some found so far',
    createAnswered('Processing'),
    entry,
    onlineContext,
    { type: 'searching', foundCount: 14 },
  ],
  ['found', createAnswered('Ready'), undefined, onlineContext, { type: 'found', count: 14, seen: false }],
  [
    'found and seen, without a network',
    { ...createAnswered('Ready'), seen: true },
    undefined,
    { connection: 'offline', now },
    { type: 'found', count: 14, seen: true },
  ],
  ['no match', createAnswered('Ready', []), undefined, onlineContext, { type: 'nobody', seen: false }],
  [
    'refused by the service',
    { ...savedSelfie, stage: 'refused', code: 'FaceNotFound' },
    undefined,
    onlineContext,
    { type: 'refused', code: 'FaceNotFound' },
  ],
  [
    'refused, its entry not gone yet',
    { ...savedSelfie, stage: 'refused', code: 'SeveralFaces' },
    entry,
    { ...onlineContext, sentShare: 1 },
    { type: 'refused', code: 'SeveralFaces' },
  ],
]

describe('getSelfieStatus', () => {
  it.each(cases)('%s', (_, record, outboxEntry, context, status) => {
    expect(getSelfieStatus(record, outboxEntry, context)).toEqual(status)
  })
})

it('uses the newest of several selfies of an event, and ignores other events', () => {
  const older = { ...savedSelfie, id: 'b', takenOn: savedSelfie.takenOn - 1 }
  const otherEventSelfie = { ...savedSelfie, id: 'c', eventId: 'f', takenOn: now }
  expect(findNewestSelfie([older, savedSelfie, otherEventSelfie], 'e')).toBe(savedSelfie)
  expect(findNewestSelfie([otherEventSelfie], 'e')).toBeUndefined()
})

it('findClosestPerson returns the most similar person, or undefined', () => {
  const other = { ...person, personId: 'q', similarity: 0.9, photosCount: 1 }
  expect(findClosestPerson([person, other])).toBe(other)
  expect(findClosestPerson([])).toBeUndefined()
})
