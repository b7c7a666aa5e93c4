// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { reportLinkSignal } from '../../lib/link.ts'
import { getConnection, watchReconnects } from './watch.ts'

let isServerUp = true
let checkCount = 0
let reconnectCount = 0
watchReconnects(() => {
  reconnectCount += 1
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
    checkCount += 1
    if (!isServerUp) throw new TypeError('Failed to fetch')
    return new Response('{"live":true}', { headers: { [tenantHeader]: 'photofinish' } })
  })
  isServerUp = true
  checkCount = 0
  reconnectCount = 0
})

afterEach(() => {
  reportLinkSignal('answer')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('checks for a lost network with growing pauses, and reports its return once', async () => {
  isServerUp = false
  reportLinkSignal('silence')
  reportLinkSignal('silence')
  expect(getConnection()).toBe('offline')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checkCount).toBeGreaterThan(3)
  expect(checkCount).toBeLessThan(9)
  expect(reconnectCount).toBe(0)
  isServerUp = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(getConnection()).toBe('online')
  expect(reconnectCount).toBe(1)
  const earlierCheckCount = checkCount
  await vi.advanceTimersByTimeAsync(600_000)
  expect(checkCount).toBe(earlierCheckCount)
})

it('checks once after a call without an answer, so that it can be retried', async () => {
  reportLinkSignal('silence')
  expect(getConnection()).toBe('online')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([checkCount, reconnectCount]).toEqual([1, 1])
})

it('sends no check while the browser is offline, and reports when it is online', async () => {
  window.dispatchEvent(new Event('offline'))
  expect(getConnection()).toBe('offline')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(checkCount).toBe(0)
  window.dispatchEvent(new Event('online'))
  expect([getConnection(), reconnectCount]).toEqual(['online', 1])
})

it('notices the network when the page is shown again, without the event that a frozen page misses', async () => {
  window.dispatchEvent(new Event('offline'))
  expect(getConnection()).toBe('offline')
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('pageshow'))
  expect(getConnection()).toBe('offline')
  isOnline.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(getConnection()).toBe('online')
  isOnline.mockRestore()
})
