import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseTimeout, withinLimit } from './limit.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const neverResolves = new Promise<never>(() => {})

test('passes on the answer or the failure', async () => {
  expect(await withinLimit(Promise.resolve('kept'), 1_000)).toBe('kept')
  await expect(withinLimit(Promise.reject(new Error('full')), 1_000)).rejects.toThrow('full')
  expect(vi.getTimerCount()).toBe(0)
})

test('ends a wait without an answer', async () => {
  const failure = expect(withinLimit(neverResolves, 1_000)).rejects.toBeInstanceOf(DatabaseTimeout)
  await vi.advanceTimersByTimeAsync(2_000)
  await failure
})

test('an answer that was queued behind the timer counts', async () => {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), 1_001))
  const answer = withinLimit(late, 1_000)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(await answer).toBe('late')
})

test('the time that a device sleeps does not count', async () => {
  let answer: (value: string) => void = () => {}
  const result = withinLimit(new Promise<string>((resolve) => (answer = resolve)), 1_000)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  await vi.advanceTimersByTimeAsync(1_600)
  clock.mockRestore()
  answer('awake')
  expect(await result).toBe('awake')
})
