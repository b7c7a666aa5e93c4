// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { tellHeard } from '../../lib/link.ts'
import { connectionNow, watchReturns } from './watch.ts'

let answers = true
let looks = 0
let returns = 0
watchReturns(() => {
  returns += 1
})

let now = Date.now()

beforeAll(() => {
  // an earlier test file may have scheduled a check
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
})

beforeEach(() => {
  // after a long time without failures the pauses are short again
  now += 60 * 60_000
  vi.useFakeTimers({ now })
  vi.stubGlobal('fetch', async () => {
    looks += 1
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response('{"live":true}', { headers: { [tenantHeader]: 'photofinish' } })
  })
  answers = true
  looks = 0
  returns = 0
})

afterEach(() => {
  tellHeard('answer')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('looks for a network that is gone, with growing pauses, and tells of its return once', async () => {
  answers = false
  tellHeard('silence')
  tellHeard('silence')
  expect(connectionNow()).toBe('offline')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toBeGreaterThan(3)
  expect(looks).toBeLessThan(9)
  expect(returns).toBe(0)
  answers = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connectionNow()).toBe('online')
  expect(returns).toBe(1)
  const sofar = looks
  await vi.advanceTimersByTimeAsync(600_000)
  expect(looks).toBe(sofar)
})

it('looks once after a single call without an answer, so that it can be made again', async () => {
  tellHeard('silence')
  expect(connectionNow()).toBe('online')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([looks, returns]).toEqual([1, 1])
})

it('asks for nothing while the browser knows of no network, and tells when it has one', async () => {
  window.dispatchEvent(new Event('offline'))
  expect(connectionNow()).toBe('offline')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(looks).toBe(0)
  window.dispatchEvent(new Event('online'))
  expect([connectionNow(), returns]).toEqual(['online', 1])
})
