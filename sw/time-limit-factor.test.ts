import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

afterAll(() => void vi.resetModules())

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['', 1],
  ['?5', 5],
])('the worker’s URL with the query “%s” sets the factor %d', async (search, factor) => {
  vi.stubGlobal('timeLimitFactor', undefined)
  vi.stubGlobal('location', { search })
  await import('./time-limit-factor.ts')
  const { limitFactor } = await import('../src/lib/timeouts.ts')
  expect(limitFactor).toBe(factor)
})
