// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let registeredUrl: string | undefined

class Workbox extends EventTarget {
  constructor(url: string) {
    super()
    registeredUrl = url
  }
  register = async () => {}
}

beforeEach(() => {
  vi.resetModules()
  vi.doMock('workbox-window', () => ({ Workbox, messageSW: async () => {} }))
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => {}) } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('workbox-window')
})

it.each([
  [undefined, '/sw.js'],
  [5, '/sw.js?5'],
])('with the factor %s of time limits, the service worker has the URL %s', async (factor, url) => {
  vi.stubGlobal('timeLimitFactor', factor)
  const { watchVersions } = await import('./versions.ts')
  await watchVersions()
  expect(registeredUrl).toBe(url)
})
