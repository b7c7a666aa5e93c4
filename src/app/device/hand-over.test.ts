// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { noteUncontrolledAnswer } from '../../lib/uncontrolled-answers.ts'
import type { AnswerToCache } from '../../lib/worker-messages.ts'
import { handOver } from './hand-over.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Notes an uncontrolled response whose body is read by `text`. */
function stubResponse(url: string, text: () => Promise<string>) {
  const received = { response: new Response(null), body: Object.assign(new Blob(), { text }) }
  noteUncontrolledAnswer({ sending: { url, headers: new Headers() }, received, receivedOn: 1 })
}

test('an answer whose body can no longer be read is skipped without an unhandled rejection', async () => {
  const rejected: unknown[] = []
  const note = (reason: unknown) => void rejected.push(reason)
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  const sent: AnswerToCache[] = []
  const active = { postMessage: (message: AnswerToCache) => void sent.push(message) }
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, ready: Promise.resolve({ active }) } })
  // WebKit throws this error during a navigation
  const unreadable = new DOMException('The I/O read operation failed.', 'NotReadableError')
  stubResponse('/lost', () => Promise.reject(unreadable))
  stubResponse('/kept', () => Promise.resolve('{}'))
  await handOver()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  for (const listener of before) process.on('unhandledRejection', listener)
  expect(sent.filter(({ type }) => type === 'CACHE_ANSWER').map(({ url }) => url)).toEqual(['/kept'])
  expect(rejected).toEqual([])
})
