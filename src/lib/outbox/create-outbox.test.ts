import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts'
import {
  type NoteEntry,
  registerTestActions,
  type SendNote,
} from '../../../tests/support/data/test-actions.ts'
import { getTrialOptions } from '../../../tests/trials.ts'
import { ApiError } from '../api-error.ts'
import { createOutbox } from './create-outbox.ts'

// Without a database, as here, entries exist in the page's memory only.

const createTestQueue = (send: SendNote, random: () => number = () => 0.5) =>
  createOutbox(registerTestActions(send), { random })

type TestQueue = ReturnType<typeof createTestQueue>

const createRefusal = (code: ErrorCode, retryAfterInMs?: number) =>
  new ApiError(code, errorStatus[code], { retryAfterInMs })
const readName = ({ body }: Pick<NoteEntry, 'body'>) => body.name

/** Advances time until the queue waits for nothing. */
async function drainQueue(queue: TestQueue, stepInMs = 600_000): Promise<void> {
  for (let step = 0; step < 2_000; step++) {
    await queue.flush()
    if ((await queue.entries()).every(({ parked }) => parked)) return
    vi.setSystemTime(Date.now() + stepInMs)
  }
  throw new Error('the queue does not come to an end')
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 8, 12) }))

afterEach(async () => {
  const queue = createTestQueue(async () => {})
  for (const { id } of await queue.entries()) await queue.drop(id)
  vi.useRealTimers()
})

describe('the queue', () => {
  test('sends an entry once under the given id, and returns the answer', async () => {
    const sent: string[] = []
    const queue = createTestQueue(async ({ id }) => {
      sent.push(id)
      return { requestId: 'r1' }
    })
    await queue.put('note', 'forms', { name: 'a' }, { id: 'one' })
    await queue.put('note', 'forms', { name: 'a' }, { id: 'one' })
    expect(await queue.waitForOutcome('one')).toEqual({ type: 'done', answer: { requestId: 'r1' } })
    await queue.put('note', 'forms', { name: 'a' }, { id: 'one' })
    await queue.flush()
    expect(sent).toEqual(['one'])
    expect(await queue.entries()).toEqual([])
  })

  test('keeps the same key for every repeat', async () => {
    const keys: string[] = []
    const queue = createTestQueue(async ({ id }) => {
      keys.push(id)
      if (keys.length < 4) throw createRefusal('NoResponse')
    })
    const { id } = await queue.put('note', 'forms', { name: 'a' })
    await drainQueue(queue)
    expect(keys).toEqual([id, id, id, id])
  })

  test('waits as long as the server asks', async () => {
    let tries = 0
    const queue = createTestQueue(
      async () => {
        tries += 1
        if (tries === 1) throw createRefusal('TooManyRequests', 30_000)
      },
      () => 0,
    )
    await queue.put('note', 'forms', { name: 'a' })
    await queue.flush()
    vi.setSystemTime(Date.now() + 29_999)
    await queue.flush()
    expect(tries).toBe(1)
    vi.setSystemTime(Date.now() + 1)
    await queue.flush()
    expect(tries).toBe(2)
  })

  test.each<[ErrorCode, number]>([
    ['Unexpected', 70],
    ['ServiceUnavailable', 70],
    ['TooManyRequests', 70],
    ['Unexpected', 71 * 60],
  ])('an outage that answers %s for %i minutes costs nothing but time', async (code, minutes) => {
    const endsOn = Date.now() + minutes * 60_000
    // the longest outage too takes some hundred steps
    const stepInMs = minutes > 100 ? 15 * 60_000 : 60_000
    const sent: string[] = []
    const queue = createTestQueue(async (entry) => {
      if (Date.now() < endsOn) throw createRefusal(code)
      sent.push(readName(entry))
    })
    for (const name of ['a', 'b', 'c']) await queue.put('note', 'forms', { name })
    while (Date.now() < endsOn + 30 * 60_000) {
      await queue.flush()
      expect((await queue.entries()).filter(({ parked }) => parked)).toEqual([])
      vi.setSystemTime(Date.now() + stepInMs)
    }
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('parks what fails by a mistake of the page itself', async () => {
    const queue = createTestQueue(async () => {
      throw new TypeError('undefined is not a function')
    })
    const { id } = await queue.put('note', 'forms', { name: 'a' })
    await drainQueue(queue)
    expect(await queue.entries()).toMatchObject([{ id, tries: 8, parked: { code: 'Unexpected' } }])
  })

  test('parks what was refused with its reason, and sends it when the user tries again', async () => {
    let refuse = true
    const queue = createTestQueue(async () => {
      if (refuse) throw createRefusal('PhotoNotFound')
    })
    const { id } = await queue.put('note', 'forms', { name: 'a' })
    expect(await queue.waitForOutcome(id)).toEqual({ type: 'parked', code: 'PhotoNotFound' })
    expect(await queue.entries()).toMatchObject([{ id, parked: { code: 'PhotoNotFound' } }])
    refuse = false
    await queue.retry(id)
    expect(await queue.waitForOutcome(id)).toEqual({ type: 'done' })
  })

  test('aborts an entry that is deleted while being sent', async () => {
    let isStopped = false
    let start = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    const queue = createTestQueue((_, { signal }) => {
      start()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true
          reject(signal.reason)
        })
      })
    })
    const { id } = await queue.put('note', 'forms', { name: 'a' })
    await started
    await queue.drop(id)
    await queue.flush()
    expect(isStopped).toBe(true)
    expect(await queue.waitForOutcome(id)).toEqual({ type: 'dropped' })
  })

  test('asks a lacking network again at once when there is a reason to, and a refusing service not', async () => {
    const tries = { none: 0, busy: 0 }
    const queue = createTestQueue(
      async (entry) => {
        const name = readName(entry) === 'none' ? 'none' : 'busy'
        tries[name] += 1
        throw name === 'none' ? createRefusal('NoResponse') : createRefusal('Unexpected')
      },
      () => 1,
    )
    await queue.put('note', 'one', { name: 'none' })
    await queue.put('note', 'two', { name: 'busy' })
    await queue.flush({ now: true })
    await queue.flush({ now: true })
    expect(tries.busy).toBe(1)
    expect(tries.none).toBeGreaterThan(1)
  })

  test('asks a busy service again only when it said to, whatever reason there is to ask', async () => {
    let tries = 0
    const queue = createTestQueue(async () => {
      tries += 1
      throw createRefusal('Overloaded', 300_000)
    })
    await queue.put('note', 'forms', { name: 'a' })
    await queue.flush({ now: true })
    await queue.flush({ now: true })
    expect(tries).toBe(1)
    vi.setSystemTime(Date.now() + 301_000)
    await queue.flush()
    expect(tries).toBe(2)
  })

  test('does not claim that a selfie is kept when the device has not taken it', async () => {
    const queue = createTestQueue(async () => {})
    const put = queue.put('picture', 'selfie:1', { name: 'a' })
    await expect(put).rejects.toMatchObject({ code: 'MemoryLost' })
    expect(await queue.entries()).toEqual([])
  })

  test('goes on when the clock of the device is set to 1970 or 2038', async () => {
    for (const moment of [0, Date.UTC(2038, 0, 19)]) {
      vi.setSystemTime(Date.UTC(2026, 8, 12))
      let tries = 0
      const queue = createTestQueue(
        async () => {
          tries += 1
          if (tries < 3) throw createRefusal('NoResponse')
        },
        () => 1,
      )
      const { id } = await queue.put('note', 'forms', { name: 'a' })
      await queue.flush()
      vi.setSystemTime(moment)
      await drainQueue(queue)
      expect(await queue.waitForOutcome(id)).toEqual({ type: 'done' })
    }
  })
})

test('queues with one poisoned entry in ten: all good ones are sent once and in order, all bad ones are seen', async () => {
  const anyEntry = fc.record({
    lane: fc.constantFrom('a', 'b', 'c'),
    poison: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<ErrorCode>('ValidationFailed', 'NotFound', 'Unexpected', 'TokenInvalid'),
      },
    ),
    lost: fc.integer({ min: 0, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 20 }), async (input) => {
      const remainingFailures = input.map(({ lost }) => lost)
      const sent: number[] = []
      const queue = createTestQueue(async (entry) => {
        const index = Number(readName(entry))
        if ((remainingFailures[index] ?? 0) > 0) {
          remainingFailures[index] = (remainingFailures[index] ?? 0) - 1
          throw createRefusal('NoResponse')
        }
        const poison = input[index]?.poison
        if (poison) throw createRefusal(poison)
        sent.push(index)
      })
      for (const [index, { lane }] of input.entries()) await queue.put('note', lane, { name: String(index) })
      await drainQueue(queue)

      const goodIndexes = input.flatMap(({ poison }, index) => (poison ? [] : [index]))
      expect(sent.toSorted((one, other) => one - other)).toEqual(goodIndexes)
      for (const name of ['a', 'b', 'c']) {
        const laneIndexes = sent.filter((index) => input[index]?.lane === name)
        expect(laneIndexes).toEqual(laneIndexes.toSorted((one, other) => one - other))
      }
      const entries = await queue.entries()
      expect(entries.map((entry) => [Number(readName(entry)), entry.parked?.code])).toEqual(
        input.flatMap(({ poison }, index) => (poison ? [[index, poison]] : [])),
      )
      for (const { id } of entries) await queue.drop(id)
    }),
    getTrialOptions(8, 200),
  )
})
