import { describe, expect, test } from 'vitest'
import type { AnyEntry } from '../lib/outbox/index.ts'
import type { SelfieOfDevice } from '../platform/outbox/index.ts'
import {
  choosePill,
  describeEntry,
  describeEntryState,
  type QueueSituation,
  saidByPage,
} from './queue-words.ts'

const now = 1_000_000

const selfieEntry: AnyEntry = {
  id: 's',
  kind: 'selfie',
  lane: 'selfie:s',
  body: { eventId: 'e', albumId: 'a' },
  putOn: now - 5_000,
  tries: 0,
  notBefore: 0,
}
const form: AnyEntry = {
  ...selfieEntry,
  id: 'f',
  kind: 'request',
  lane: 'forms',
  body: { kind: 'support', fields: {} },
}
const selfie: SelfieOfDevice = {
  id: 's',
  eventId: 'e',
  albumId: 'a',
  takenOn: now,
  mime: 'image/jpeg',
  sha256: '00',
  sizeInBytes: 1,
  stage: 'answered',
}
const searchedWith = (state: 'Processing' | 'Ready', ...counts: number[]): SelfieOfDevice => ({
  ...selfie,
  selfie: {
    selfieId: 'x',
    state,
    persons: counts.map((photosCount) => ({ personId: 'p', similarity: 1, photosCount })),
  },
})
const situation = (changes: Partial<QueueSituation>): QueueSituation => ({
  entries: [],
  progress: {},
  selfies: [],
  online: true,
  now,
  ...changes,
})

describe('the pill', () => {
  test('has nothing to say of an empty queue, of what goes out at once, and of what is delayed on purpose', () => {
    expect(choosePill(situation({}))).toBeUndefined()
    expect(choosePill(situation({ entries: [{ ...form, putOn: now - 100 }] }))).toBeUndefined()
    expect(
      choosePill(situation({ entries: [{ ...form, notBefore: now + 5_000 }], online: false })),
    ).toBeUndefined()
  })

  test('tells in turn: waits for a network, share sent, searching, found', () => {
    const queued = situation({ entries: [selfieEntry], online: false })
    expect(choosePill(queued)).toMatchObject({ textId: 'queue.pill.selfieWaits', icon: 'clock' })
    const sending = situation({ entries: [selfieEntry], progress: { s: 0.649 } })
    expect(choosePill(sending)).toMatchObject({ textId: 'queue.pill.sending', values: { percent: 64 } })
    expect(choosePill(situation({ selfies: [searchedWith('Processing')] }))).toMatchObject({
      textId: 'queue.pill.searching',
    })
    const found = situation({ selfies: [searchedWith('Ready', 3, 14)] })
    expect(choosePill(found)).toMatchObject({ textId: 'queue.pill.found', tone: 'ok', values: { count: 14 } })
  })

  test('does not speak of a share while there is no network', () => {
    const lost = situation({ entries: [selfieEntry], progress: { s: 0.5 }, online: false })
    expect(choosePill(lost)?.textId).toBe('queue.pill.selfieWaits')
  })

  test('speaks first of what needs attention', () => {
    const entries = [selfieEntry, { ...form, parked: { code: 'RequestInvalid', since: now } } as const]
    expect(choosePill(situation({ entries, progress: { s: 0.5 } }))).toMatchObject({
      tone: 'danger',
      textId: 'queue.pill.attention',
      values: { count: 1 },
    })
  })
})

test.each([
  ['/event/e', [selfieEntry], [], true],
  ['/event/e/my', [], [searchedWith('Ready', 3)], true],
  ['/event/e/selfie/', [selfieEntry], [selfie], true],
  ['/event/other', [selfieEntry], [], false],
  ['/event/e', [], [{ ...selfie, eventId: 'other' }], false],
  ['/event/e', [selfieEntry, form], [], false],
  ['/event/e/video', [selfieEntry], [], false],
  ['/cart', [selfieEntry], [], false],
])('whether %s says all of it by itself', (path, entries, selfies, said) => {
  expect(saidByPage(path, situation({ entries, selfies }))).toBe(said)
})

describe('the state of an entry', () => {
  test('is saved on this phone only when the phone has it', () => {
    expect(describeEntryState(form, situation({ entries: [form], online: false }))).toEqual({
      textId: 'queue.state.kept',
    })
    const volatile: AnyEntry = { ...form, volatile: true }
    expect(describeEntryState(volatile, situation({ entries: [volatile], online: false }))).toEqual({
      textId: 'queue.state.volatile',
    })
  })

  test('tells what goes later because another goes first', () => {
    const second = { ...form, id: 'g' }
    const both = situation({ entries: [form, second] })
    expect(describeEntryState(form, both)).toEqual({ textId: 'queue.state.sending' })
    expect(describeEntryState(second, both)).toEqual({ textId: 'queue.state.behind' })
    const refused = situation({ entries: [{ ...form, parked: { code: 'NotFound', since: now } }, second] })
    expect(describeEntryState(second, refused)).toEqual({ textId: 'queue.state.sending' })
  })
})

test('an entry that this build does not know has a name too', () => {
  const ofAnotherBuild = [
    { ...form, kind: 'postcard' },
    { ...form, body: { kind: 'postcard', fields: {} } },
  ] as unknown as AnyEntry[]
  for (const entry of ofAnotherBuild) expect(describeEntry(entry)).toEqual({ textId: 'queue.what.unknown' })
})
