// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { queueUncontrolledAnswer } from '../../lib/uncontrolled-answers.ts'
import type { AnswerToCache } from '../../lib/worker-messages.ts'
import { seedWorkerCache } from './seed-worker-cache.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Notes an uncontrolled response whose body is read by `text`. */
function noteResponse(url: string, text: () => Promise<string>) {
  const received = { response: new Response(null), body: Object.assign(new Blob(), { text }) }
  queueUncontrolledAnswer({ sending: { url, headers: new Headers() }, received, receivedOn: 1 })
}

test('an answer whose body can no longer be read is skipped without an unhandled rejection', async () => {
  const rejections: unknown[] = []
  const recordRejection = (reason: unknown) => void rejections.push(reason)
  const originalListeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', recordRejection)
  const messages: AnswerToCache[] = []
  const active = { postMessage: (message: AnswerToCache) => void messages.push(message) }
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, ready: Promise.resolve({ active }) } })
  // WebKit throws this error during a navigation
  const readError = new DOMException('The I/O read operation failed.', 'NotReadableError')
  noteResponse('/lost', () => Promise.reject(readError))
  noteResponse('/kept', () => Promise.resolve('{}'))
  await seedWorkerCache()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', recordRejection)
  for (const listener of originalListeners) process.on('unhandledRejection', listener)
  expect(messages.filter(({ type }) => type === 'CACHE_ANSWER').map(({ url }) => url)).toEqual(['/kept'])
  expect(rejections).toEqual([])
})
