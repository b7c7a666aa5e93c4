import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

afterAll(() => void vi.resetModules())

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['that is not set', undefined, 1],
  ['that is an element with this id', {}, 1],
  ['of 5', 5, 5],
])('a factor %s', async (_, value, factor) => {
  vi.stubGlobal('timeLimitFactor', value)
  const { timeouts } = await import('./timeouts.ts')
  const { withinLimit } = await import('./memory/limit.ts')
  expect(timeouts).toEqual({
    readInMs: 8_000 * factor,
    writeInMs: 15_000 * factor,
    stallInMs: 10_000 * factor,
    afterUploadInMs: 60_000 * factor,
    pieceInMs: 26_000 * factor,
  })
  const onTimeout = vi.fn()
  withinLimit(new Promise(() => {}), 1_000).catch(onTimeout)
  // and half a second of grace
  await vi.advanceTimersByTimeAsync(1_000 * factor + 499)
  expect(onTimeout).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onTimeout).toHaveBeenCalledOnce()
})
