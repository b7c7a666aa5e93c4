import { describe, expect, test } from 'vitest'
import type { AnyEntry } from '../../lib/outbox/index.ts'
import type { DeviceSelfie } from '../../platform/outbox/index.ts'
import { choosePill, describeEntryState, isShownByPage, type QueueState } from './queue-texts.ts'

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
const formEntry: AnyEntry = {
  ...selfieEntry,
  id: 'f',
  kind: 'request',
  lane: 'forms',
  body: { kind: 'support', fields: {} },
}
const selfie: DeviceSelfie = {
  id: 's',
  eventId: 'e',
  albumId: 'a',
  takenOn: now,
  mime: 'image/jpeg',
  sha256: '00',
  sizeInBytes: 1,
  stage: 'answered',
}
const createSearchedSelfie = (state: 'Processing' | 'Ready', ...counts: number[]): DeviceSelfie => ({
  ...selfie,
  selfie: {
    selfieId: 'x',
    state,
    persons: counts.map((photosCount) => ({ personId: 'p', similarity: 1, photosCount })),
  },
})
const createQueueState = (changes: Partial<QueueState>): QueueState => ({
  entries: [],
  progress: {},
  selfies: [],
  online: true,
  now,
  ...changes,
})

describe('the pill', () => {
  test('is hidden for an empty queue, for entries sent at once, and for entries delayed on purpose', () => {
    expect(choosePill(createQueueState({}))).toBeUndefined()
    expect(choosePill(createQueueState({ entries: [{ ...formEntry, putOn: now - 100 }] }))).toBeUndefined()
    expect(
      choosePill(createQueueState({ entries: [{ ...formEntry, notBefore: now + 5_000 }], online: false })),
    ).toBeUndefined()
  })

  test('shows in turn: waiting for a network, share sent, searching, found', () => {
    const queued = createQueueState({ entries: [selfieEntry], online: false })
    expect(choosePill(queued)).toMatchObject({ textId: 'queue.pill.selfieWaits', icon: 'clock' })
    const sending = createQueueState({ entries: [selfieEntry], progress: { s: 0.649 } })
    expect(choosePill(sending)).toMatchObject({ textId: 'queue.pill.sending', values: { percent: 64 } })
    expect(choosePill(createQueueState({ selfies: [createSearchedSelfie('Processing')] }))).toMatchObject({
      textId: 'queue.pill.searching',
    })
    const found = createQueueState({ selfies: [createSearchedSelfie('Ready', 3, 14)] })
    expect(choosePill(found)).toMatchObject({ textId: 'queue.pill.found', tone: 'ok', values: { count: 14 } })
  })

  test('shows no share sent without a network', () => {
    const offlineState = createQueueState({ entries: [selfieEntry], progress: { s: 0.5 }, online: false })
    expect(choosePill(offlineState)?.textId).toBe('queue.pill.selfieWaits')
  })

  test('shows first what needs attention', () => {
    const entries = [selfieEntry, { ...formEntry, parked: { code: 'RequestInvalid', since: now } } as const]
    expect(choosePill(createQueueState({ entries, progress: { s: 0.5 } }))).toMatchObject({
      tone: 'danger',
      textId: 'queue.pill.attention',
      values: { count: 1 },
    })
  })
})

test.each([
  ['/event/e', [selfieEntry], [], true],
  ['/event/e/my', [], [createSearchedSelfie('Ready', 3)], true],
  ['/event/e/selfie/', [selfieEntry], [selfie], true],
  ['/event/other', [selfieEntry], [], false],
  ['/event/e', [], [{ ...selfie, eventId: 'other' }], false],
  ['/event/e', [selfieEntry, formEntry], [], false],
  ['/event/e/video', [selfieEntry], [], false],
  ['/cart', [selfieEntry], [], false],
])('whether %s says all of it by itself', (path, entries, selfies, isShown) => {
  expect(isShownByPage(path, createQueueState({ entries, selfies }))).toBe(isShown)
})

describe('the state of an entry', () => {
  test('is saved on this phone only when the phone has it', () => {
    expect(describeEntryState(formEntry, createQueueState({ entries: [formEntry], online: false }))).toEqual({
      textId: 'queue.state.kept',
    })
    const volatile: AnyEntry = { ...formEntry, volatile: true }
    expect(describeEntryState(volatile, createQueueState({ entries: [volatile], online: false }))).toEqual({
      textId: 'queue.state.volatile',
    })
  })

  test('says that an entry waits for an earlier one', () => {
    const second = { ...formEntry, id: 'g' }
    const both = createQueueState({ entries: [formEntry, second] })
    expect(describeEntryState(formEntry, both)).toEqual({ textId: 'queue.state.sending' })
    expect(describeEntryState(second, both)).toEqual({ textId: 'queue.state.behind' })
    const refused = createQueueState({
      entries: [{ ...formEntry, parked: { code: 'NotFound', since: now } }, second],
    })
    expect(describeEntryState(second, refused)).toEqual({ textId: 'queue.state.sending' })
  })
})
