import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger } from '../log.ts'
import { startDatabaseClock } from './clock.ts'

const log = createLogger('silent')
const noon = Date.UTC(2026, 8, 12, 12)
const minuteInMs = 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Returns a database that answers with these times in turn; undefined: it does not answer. */
function createAnsweringDatabase(...times: readonly (number | undefined)[]): NodePgDatabase {
  const remainingTimes = [...times]
  const execute = async () => {
    const ms = remainingTimes.shift()
    if (ms === undefined) throw new Error('no answer')
    return { rows: [{ ms: String(ms) }] }
  }
  return { execute } as unknown as NodePgDatabase
}

it('returns the time of the database, not that of the host', async () => {
  const clock = await startDatabaseClock(createAnsweringDatabase(noon), log)
  expect(clock.now()).toEqual(new Date(noon))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(clock.now()).toEqual(new Date(noon + 30_000))
  clock.stop()
})

it('is corrected by later readings, and continues where one fails', async () => {
  const clock = await startDatabaseClock(createAnsweringDatabase(noon, undefined, noon + minuteInMs), log)
  await vi.advanceTimersByTimeAsync(minuteInMs)
  expect(clock.now()).toEqual(new Date(noon + minuteInMs))
  await vi.advanceTimersByTimeAsync(minuteInMs)
  expect(clock.now()).toEqual(new Date(noon + minuteInMs))
  clock.stop()
})

it('does not start without a reading', async () => {
  await expect(startDatabaseClock(createAnsweringDatabase(undefined), log)).rejects.toThrow('no answer')
})
