// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { respondWithJson, tenantHeaders } from '../../../../tests/support/browser/render-order.tsx'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { ArchivePlate } from './Archive.tsx'
import type { OrderFile } from './files.ts'
import { useArchive } from './use-archive.ts'

const files: OrderFile[] = [
  {
    key: 'i/1.jpg',
    kind: 'photo',
    repeat: 1,
    number: 1,
    download: { fileName: '1.jpg', url: '/files/1', bytes: 3, expiresOn: '2026-11-20T10:00:00.000Z' },
  },
]

const ready = { archiveId: 'z1', state: 'Published', progress: 1, url: '/files/archives/z1.zip' }
const refuse = (retryAfterInSeconds: number, status = 429, code = 'TooManyRequests') =>
  new Response(JSON.stringify({ type: '', title: '', status, code }), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'retry-after': String(retryAfterInSeconds),
      ...tenantHeaders,
    },
  })
const lose = (): Response => {
  throw new TypeError('network lost')
}

/** Answers to the calls of the archive, in order; the last one is repeated. */
let creations: (() => Response)[]
let polls: (() => Response)[]
let keys: (string | null)[]
let pollCount: number
let downloads: (string | null)[]

beforeEach(() => {
  localStorage.clear()
  ;[keys, downloads, pollCount] = [[], [], 0]
  creations = [() => new Response(null, { status: 201, headers: { ...tenantHeaders, 'x-archive-id': 'z1' } })]
  polls = [() => respondWithJson(ready)]
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href'))
  })
  vi.stubGlobal('fetch', async (address: string, init: { headers: Headers }) => {
    const takeAnswer = (answers: (() => Response)[]) =>
      (answers.length > 1 ? answers.shift() : answers[0])?.() ?? lose()
    if (address.endsWith('/archives/')) {
      keys.push(init.headers.get('idempotency-key'))
      return takeAnswer(creations)
    }
    if (!address.endsWith('/archives/z1')) return respondWithJson({ live: true })
    pollCount += 1
    return takeAnswer(polls)
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function ArchiveOfOrder() {
  return <ArchivePlate files={files} archive={useArchive('o1')} />
}

async function requestArchive(): Promise<void> {
  await renderPart(<ArchiveOfOrder />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Download archive' }))
  await pass(0)
}

const pass = (inMs: number) => act(async () => void (await vi.advanceTimersByTimeAsync(inMs)))

test('a lost answer delays the archive, which is requested with one key', async () => {
  creations.unshift(lose, lose)
  polls.unshift(lose, lose, lose)
  await requestArchive()
  await pass(20_000)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(downloads).toEqual(['/files/archives/z1.zip'])
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  expect(screen.getByText(/^The archive is downloading/)).toBeTruthy()
})

test('a service that is busy is asked again when it wants to be', async () => {
  polls.unshift(() => refuse(30))
  await requestArchive()
  await pass(29_900)
  expect([pollCount, downloads]).toEqual([1, []])
  expect(screen.getByText('Packing the archive')).toBeTruthy()
  await pass(2_000)
  expect([pollCount, downloads.length, keys.length]).toEqual([2, 1, 1])
})

test('a token that cannot be verified for a moment delays the archive', async () => {
  creations.unshift(() => refuse(10, 503, 'IdentityUnavailable'))
  await requestArchive()
  expect([screen.queryByRole('alert'), keys.length]).toEqual([null, 1])
  await pass(12_000)
  expect([downloads, new Set(keys).size]).toEqual([['/files/archives/z1.zip'], 1])
})

test('the download starts in a hidden tab', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  polls.unshift(() => respondWithJson({ archiveId: 'z1', state: 'Preparing', progress: 0.5 }))
  await requestArchive()
  expect(downloads).toEqual([])
  await pass(5_000)
  expect([pollCount, downloads]).toEqual([2, ['/files/archives/z1.zip']])
})

test('nothing is asked while the phone is offline', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  polls.unshift(lose)
  await requestArchive()
  await pass(60_000)
  expect(pollCount).toBe(1)
  isOnline.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect([pollCount, downloads.length, keys.length]).toEqual([2, 1, 1])
})

test('an archive that the service does not have is an error, and another press requests a new one', async () => {
  const notFound = { type: '', title: '', status: 404, code: 'ArchiveNotFound' }
  polls.unshift(
    () =>
      new Response(JSON.stringify(notFound), {
        status: 404,
        headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
      }),
  )
  await requestArchive()
  expect(downloads).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Download archive' }))
  await pass(0)
  expect([downloads.length, new Set(keys).size]).toEqual([1, 2])
})

test('an installed app does not refer to the downloads of the browser', async () => {
  Object.assign(navigator, { standalone: true })
  try {
    await requestArchive()
    expect(screen.getByText(/^The archive download has started/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/browser/)
  } finally {
    Reflect.deleteProperty(navigator, 'standalone')
  }
})
