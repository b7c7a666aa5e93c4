import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts'
import { chooseNext, limits, remainingWait, untilNext, verdictOn, type Waiting, waitAfter } from './rules.ts'

const failure = (code: ErrorCode, retryAfterInMs?: number) => ({
  code,
  status: errorStatus[code],
  retryAfterInMs,
})
const once = { tries: 1, counted: 1, ageInMs: 0 }
const half = () => 0.5

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
    expect(verdictOn(failure(code), once, half)).toEqual({ type: 'again', waitInMs: 500 }),
  )

  test.each<ErrorCode>(['ValidationFailed', 'PhotoNotFound', 'PriceChanged', 'FaceNotFound', 'PromoExpired'])(
    '%s will not change by itself: the entry is parked at once',
    (code) => expect(verdictOn(failure(code), once, half)).toEqual({ type: 'parked', code }),
  )

  test('a conflict that this build has no word for is tried again', () => {
    expect(verdictOn({ code: 'Unexpected', status: 409 }, once, half).type).toBe('again')
  })

  test('the eighth answer that may be the entry’s fault parks it', () => {
    const seven = { tries: 7, counted: 7, ageInMs: 0 }
    for (const each of [
      failure('TokenExpired'),
      failure('NotImplemented'),
      { code: 'Unexpected', status: 0 } as const,
    ]) {
      expect(verdictOn(each, seven, half).type).toBe('again')
      expect(verdictOn(each, { ...seven, tries: 8, counted: 8 }, half).type).toBe('parked')
    }
  })

  test('a dead zone parks nothing, however often it is tried in it', () => {
    const often = { tries: 500, counted: 0, ageInMs: limits.ageInMs - 1 }
    expect(verdictOn(failure('NoResponse'), often, half).type).toBe('again')
  })

  test.each([429, 500, 502, 503, 504, 507, 520])(
    '%i parks nothing before 72 hours, however often it is answered',
    (status) => {
      const often = { tries: 500, counted: 8, ageInMs: limits.ageInMs - 1 }
      expect(verdictOn({ code: 'Unexpected', status }, often, half).type).toBe('again')
    },
  )

  test('a service that cannot work is asked less and less often, up to once in two minutes', () => {
    const waits = [1, 2, 3, 4, 5, 500].map((tries) => {
      const verdict = verdictOn(failure('Unexpected'), { tries, counted: 0, ageInMs: 0 }, () => 1)
      return verdict.type === 'again' ? verdict.waitInMs : undefined
    })
    expect(waits).toEqual([1_000, 16_000, 32_000, 64_000, 120_000, 120_000])
  })

  test('a service that gives no answer at all is asked as rarely, after three attempts for a lost network', () => {
    const waits = [1, 2, 3, 4, 5, 500].map((tries) => {
      const verdict = verdictOn(failure('NoResponse'), { tries, counted: 0, ageInMs: 0 }, () => 1)
      return verdict.type === 'again' ? verdict.waitInMs : undefined
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 64_000, 120_000, 120_000])
  })

  test('after 72 hours anything is parked', () => {
    const old = { ...once, counted: 0, ageInMs: limits.ageInMs }
    expect(verdictOn(failure('NoResponse'), old, half)).toEqual({ type: 'parked', code: 'NoResponse' })
  })
})

describe('the wait before the next attempt', () => {
  test('is anything between nothing and a ceiling that doubles from 1 s to 60 s', () => {
    expect([0, 1, 2, 5, 6, 30].map((tries) => waitAfter(tries, undefined, () => 1))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ])
    expect(waitAfter(9, undefined, () => 0)).toBe(0)
  })

  test('is never shorter than the server asked, unless it asks for more than a quarter of an hour', () => {
    expect(waitAfter(0, 20_000, () => 0)).toBe(20_000)
    expect(waitAfter(0, 86_400_000, () => 0)).toBe(15 * 60_000)
  })

  test('contains what the server asked for, and keeps half of its range for the jitter', () => {
    const waits = [1, 5, 9].map((tries) => [0, 1].map((share) => waitAfter(tries, 10_000, () => share, true)))
    expect(waits).toEqual([
      [10_000, 26_000],
      [10_000, 120_000],
      [10_000, 120_000],
    ])
    expect(waitAfter(9, 300_000, () => 1, true)).toBe(360_000)
  })

  test('ends at once when the clock was set back or far ahead', () => {
    const in2026 = Date.UTC(2026, 8, 12)
    expect(remainingWait({ notBefore: in2026 + 30_000 }, in2026)).toBe(30_000)
    expect(remainingWait({ notBefore: in2026 + 30_000 }, 0)).toBe(0)
    expect(remainingWait({ notBefore: in2026 + 30_000 }, Date.UTC(2038, 0, 19))).toBe(0)
  })
})

const situation = { now: 1_000_000, busy: new Set<string>(), eager: new Set<string>(), maySend: () => true }
const waiting = (id: string, lane: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  kind: 'itsMe',
  lane,
  notBefore: 0,
  ...more,
})
const selectIds = (entries: readonly Waiting[], changes = {}) =>
  chooseNext(entries, { ...situation, ...changes }).send.map(({ id }) => id)

describe('what goes next', () => {
  test('is the first of each lane', () => {
    expect(selectIds([waiting('a1', 'a'), waiting('b1', 'b'), waiting('a2', 'a')])).toEqual(['a1', 'b1'])
  })

  test('is nothing of a lane whose first entry waits or is under way', () => {
    expect(selectIds([waiting('a1', 'a', { notBefore: situation.now + 1 }), waiting('a2', 'a')])).toEqual([])
    expect(selectIds([waiting('a1', 'a'), waiting('b1', 'b')], { busy: new Set(['a']) })).toEqual(['b1'])
  })

  test('is what the user asked for, wait or not', () => {
    const entries = [waiting('a1', 'a', { notBefore: situation.now + 1 })]
    expect(selectIds(entries, { eager: new Set(['a1']) })).toEqual(['a1'])
  })

  test('is the entry behind one that was parked', () => {
    const parked = { parked: { code: 'PhotoNotFound' } } as const
    expect(selectIds([waiting('a1', 'a', parked), waiting('a2', 'a')])).toEqual(['a2'])
  })

  test('is no order while something of its cart needs attention', () => {
    const entries = [
      waiting('a1', 'a', { parked: { code: 'ProductNotFound' } }),
      waiting('a2', 'a', { kind: 'checkout' }),
    ]
    const next = chooseNext(entries, situation)
    expect(next.send).toEqual([])
    expect(next.stuck).toEqual([{ entry: entries[1], code: 'ProductNotFound' }])
  })

  test('is nothing behind an entry that this thread may not send', () => {
    const maySend = (kind: string) => kind !== 'checkout'
    expect(
      selectIds([waiting('a1', 'a', { kind: 'checkout' }), waiting('a2', 'a'), waiting('b1', 'b')], {
        maySend,
      }),
    ).toEqual(['b1'])
  })

  test('never overtakes within a lane and never takes two of one', () => {
    const anyEntry = fc.record({
      lane: fc.constantFrom('a', 'b', 'c', 'd'),
      notBefore: fc.constantFrom(0, situation.now + 5),
      parked: fc.option(fc.constant({ code: 'NotFound' } as const), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 30 }), (given) => {
        const entries = given.map((each, index) => waiting(String(index), each.lane, each))
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
    waiting('a1', 'a', { notBefore: situation.now + 700 }),
    waiting('a2', 'a'),
    waiting('b1', 'b', { notBefore: situation.now + 900 }),
  ]
  expect(untilNext(entries, situation.now)).toBe(700)
  expect(untilNext([waiting('a1', 'a', { parked: { code: 'NotFound' } })], situation.now)).toBeUndefined()
})
