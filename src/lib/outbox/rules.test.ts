import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts'
import {
  chooseNext,
  computeWaitInMs,
  decideAfterFailure,
  getRemainingWaitInMs,
  getWaitUntilNextInMs,
  limits,
  type QueuedEntry,
} from './rules.ts'

const createFailure = (code: ErrorCode, retryAfterInMs?: number) => ({
  code,
  status: errorStatus[code],
  retryAfterInMs,
})
const firstTry = { tries: 1, counted: 1, ageInMs: 0 }
const returnHalf = () => 0.5

describe('after a failed attempt', () => {
  test.each<ErrorCode>([
    'NoResponse',
    'Overloaded',
    'ServiceUnavailable',
    'StorageFull',
    'TooManyRequests',
    'Unexpected',
    'TokenExpired',
    'RequestTimeout',
  ])('%s is tried again', (code) =>
    expect(decideAfterFailure(createFailure(code), firstTry, returnHalf)).toEqual({
      type: 'again',
      waitInMs: 500,
    }),
  )

  test.each<ErrorCode>(['ValidationFailed', 'PhotoNotFound', 'PriceChanged', 'FaceNotFound', 'PromoExpired'])(
    '%s will not change by itself: the entry is parked at once',
    (code) =>
      expect(decideAfterFailure(createFailure(code), firstTry, returnHalf)).toEqual({ type: 'parked', code }),
  )

  test('a conflict that this build has no word for is tried again', () => {
    expect(decideAfterFailure({ code: 'Unexpected', status: 409 }, firstTry, returnHalf).type).toBe('again')
  })

  test('the eighth answer that may be the entry’s fault parks it', () => {
    const seven = { tries: 7, counted: 7, ageInMs: 0 }
    for (const each of [
      createFailure('TokenExpired'),
      createFailure('NotImplemented'),
      { code: 'Unexpected', status: 0 } as const,
    ]) {
      expect(decideAfterFailure(each, seven, returnHalf).type).toBe('again')
      expect(decideAfterFailure(each, { ...seven, tries: 8, counted: 8 }, returnHalf).type).toBe('parked')
    }
  })

  test('a dead zone parks nothing, however often it is tried in it', () => {
    const manyTries = { tries: 500, counted: 0, ageInMs: limits.ageInMs - 1 }
    expect(decideAfterFailure(createFailure('NoResponse'), manyTries, returnHalf).type).toBe('again')
  })

  test.each([429, 500, 502, 503, 504, 507, 520])(
    '%i parks nothing before 72 hours, however often it is answered',
    (status) => {
      const manyTries = { tries: 500, counted: 8, ageInMs: limits.ageInMs - 1 }
      expect(decideAfterFailure({ code: 'Unexpected', status }, manyTries, returnHalf).type).toBe('again')
    },
  )

  test('a service that cannot work is asked less and less often, up to once in two minutes', () => {
    const waits = [1, 2, 3, 4, 5, 500].map((tries) => {
      const verdict = decideAfterFailure(
        createFailure('Unexpected'),
        { tries, counted: 0, ageInMs: 0 },
        () => 1,
      )
      return verdict.type === 'again' ? verdict.waitInMs : undefined
    })
    expect(waits).toEqual([1_000, 16_000, 32_000, 64_000, 120_000, 120_000])
  })

  test('a service that gives no answer at all is asked as rarely, after three attempts for a lost network', () => {
    const waits = [1, 2, 3, 4, 5, 500].map((tries) => {
      const verdict = decideAfterFailure(
        createFailure('NoResponse'),
        { tries, counted: 0, ageInMs: 0 },
        () => 1,
      )
      return verdict.type === 'again' ? verdict.waitInMs : undefined
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 64_000, 120_000, 120_000])
  })

  test('after 72 hours anything is parked', () => {
    const expired = { ...firstTry, counted: 0, ageInMs: limits.ageInMs }
    expect(decideAfterFailure(createFailure('NoResponse'), expired, returnHalf)).toEqual({
      type: 'parked',
      code: 'NoResponse',
    })
  })
})

describe('the wait before the next attempt', () => {
  test('is anything between nothing and a ceiling that doubles from 1 s to 60 s', () => {
    expect([0, 1, 2, 5, 6, 30].map((tries) => computeWaitInMs(tries, undefined, () => 1))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ])
    expect(computeWaitInMs(9, undefined, () => 0)).toBe(0)
  })

  test('is never shorter than the server asked, unless it asks for more than a quarter of an hour', () => {
    expect(computeWaitInMs(0, 20_000, () => 0)).toBe(20_000)
    expect(computeWaitInMs(0, 86_400_000, () => 0)).toBe(15 * 60_000)
  })

  test('contains what the server asked for, and keeps half of its range for the jitter', () => {
    const waits = [1, 5, 9].map((tries) =>
      [0, 1].map((share) => computeWaitInMs(tries, 10_000, () => share, true)),
    )
    expect(waits).toEqual([
      [10_000, 26_000],
      [10_000, 120_000],
      [10_000, 120_000],
    ])
    expect(computeWaitInMs(9, 300_000, () => 1, true)).toBe(360_000)
  })

  test('ends at once when the clock was set back or far ahead', () => {
    const timeIn2026 = Date.UTC(2026, 8, 12)
    expect(getRemainingWaitInMs({ notBefore: timeIn2026 + 30_000 }, timeIn2026)).toBe(30_000)
    expect(getRemainingWaitInMs({ notBefore: timeIn2026 + 30_000 }, 0)).toBe(0)
    expect(getRemainingWaitInMs({ notBefore: timeIn2026 + 30_000 }, Date.UTC(2038, 0, 19))).toBe(0)
  })
})

const situation = {
  now: 1_000_000,
  busy: new Set<string>(),
  immediateIds: new Set<string>(),
  maySend: () => true,
  dependsOnLane: (kind: string) => kind === 'order',
}
const createWaiting = (id: string, lane: string, overrides: Partial<QueuedEntry> = {}): QueuedEntry => ({
  id,
  kind: 'note',
  lane,
  notBefore: 0,
  ...overrides,
})
const selectIds = (entries: readonly QueuedEntry[], changes = {}) =>
  chooseNext(entries, { ...situation, ...changes }).send.map(({ id }) => id)

describe('what goes next', () => {
  test('is the first of each lane', () => {
    expect(selectIds([createWaiting('a1', 'a'), createWaiting('b1', 'b'), createWaiting('a2', 'a')])).toEqual(
      ['a1', 'b1'],
    )
  })

  test('is nothing of a lane whose first entry waits or is under way', () => {
    expect(
      selectIds([createWaiting('a1', 'a', { notBefore: situation.now + 1 }), createWaiting('a2', 'a')]),
    ).toEqual([])
    expect(selectIds([createWaiting('a1', 'a'), createWaiting('b1', 'b')], { busy: new Set(['a']) })).toEqual(
      ['b1'],
    )
  })

  test('is what the user asked for, wait or not', () => {
    const entries = [createWaiting('a1', 'a', { notBefore: situation.now + 1 })]
    expect(selectIds(entries, { immediateIds: new Set(['a1']) })).toEqual(['a1'])
  })

  test('is the entry behind one that was parked', () => {
    const parked = { parked: { code: 'PhotoNotFound' } } as const
    expect(selectIds([createWaiting('a1', 'a', parked), createWaiting('a2', 'a')])).toEqual(['a2'])
  })

  test('is no order while something of its cart needs attention', () => {
    const entries = [
      createWaiting('a1', 'a', { parked: { code: 'ProductNotFound' } }),
      createWaiting('a2', 'a', { kind: 'order' }),
    ]
    const next = chooseNext(entries, situation)
    expect(next.send).toEqual([])
    expect(next.stuck).toEqual([{ entry: entries[1], code: 'ProductNotFound' }])
  })

  test('is nothing behind an entry that this thread may not send', () => {
    const maySend = (kind: string) => kind !== 'order'
    expect(
      selectIds(
        [createWaiting('a1', 'a', { kind: 'order' }), createWaiting('a2', 'a'), createWaiting('b1', 'b')],
        {
          maySend,
        },
      ),
    ).toEqual(['b1'])
  })

  test('never overtakes within a lane and never takes two of one', () => {
    const anyEntry = fc.record({
      lane: fc.constantFrom('a', 'b', 'c', 'd'),
      notBefore: fc.constantFrom(0, situation.now + 5),
      parked: fc.option(fc.constant({ code: 'NotFound' } as const), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 30 }), (input) => {
        const entries = input.map((each, index) => createWaiting(String(index), each.lane, each))
        for (const entry of chooseNext(entries, situation).send) {
          const before = entries.filter(
            ({ lane, parked, id }) => lane === entry.lane && !parked && Number(id) < Number(entry.id),
          )
          expect(before).toEqual([])
        }
      }),
    )
  })
})

test('the timer is set for the first of some lane, not for what waits behind it', () => {
  const entries = [
    createWaiting('a1', 'a', { notBefore: situation.now + 700 }),
    createWaiting('a2', 'a'),
    createWaiting('b1', 'b', { notBefore: situation.now + 900 }),
  ]
  expect(getWaitUntilNextInMs(entries, situation.now)).toBe(700)
  expect(
    getWaitUntilNextInMs([createWaiting('a1', 'a', { parked: { code: 'NotFound' } })], situation.now),
  ).toBeUndefined()
})
