// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { reportLinkSignal } from '../../../lib/link.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { FileList } from './FileList.tsx'
import type { OrderFile } from './files.ts'
import { PaidHero } from './PaidHero.tsx'
import { useUnwatermarkedPictures } from './use-unwatermarked-pictures.ts'

const buildFile = (number: number, picture?: string): OrderFile => ({
  key: `i/${number}.jpg`,
  kind: 'photo',
  repeat: 1,
  number,
  download: {
    ...{ fileName: `${number}.jpg`, url: `/files/${number}`, bytes: 1_000_000, picture },
    ...{ expiresOn: '2026-11-20T10:00:00.000Z', thumb: { url: `/media/${number}`, width: 400, height: 267 } },
  },
})

/** The service's answer for a handle. */
let answerHandle: (handle: string) => Response | Promise<Response>
let requestedHandles: string[]
let renewals: number
let revoked: string[]

const createPictureResponse = () =>
  new Response('unwatermarked', { headers: { 'content-type': 'image/webp', [tenantHeader]: 'brand' } })
const buildRefusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', [tenantHeader]: 'brand' },
  })

beforeEach(() => {
  localStorage.clear()
  // there is no IndexedDB here, so nothing is cached
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  ;[requestedHandles, renewals, revoked] = [[], 0, []]
  answerHandle = createPictureResponse
  vi.stubGlobal('fetch', async (address: string) => {
    const handle = address.split('/').at(-1) ?? ''
    requestedHandles.push(handle)
    return answerHandle(handle)
  })
  let urlCount = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:unwatermarked-${++urlCount}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address))
  // every rendered element counts as visible
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = notify
      }
      observe = () => this.notify([{ isIntersecting: true }])
      disconnect = () => {}
    },
  )
})

afterEach(() => {
  cleanup()
  reportLinkSignal('answer')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page({ files }: { files: readonly OrderFile[] }) {
  const pictures = useUnwatermarkedPictures(renew)
  return (
    <>
      <PaidHero
        number="1"
        sum={{ amount: 1, currencyId: 643 }}
        files={files}
        pictures={pictures}
        isLoading={false}
        textId="orders.paid.title"
      />
      <FileList orderId="o" files={files} pictures={pictures} />
    </>
  )
}

const renew = () => void (renewals += 1)

async function renderPage(files: readonly OrderFile[]) {
  const catalogue = await loadCatalogue('en')
  const buildPage = (pageFiles: readonly OrderFile[]) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Page files={pageFiles} />
    </LanguageProvider>
  )
  const { container, rerender, unmount } = render(buildPage(files))
  const sources = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  return { sources, unmount, notify: (newFiles: readonly OrderFile[]) => rerender(buildPage(newFiles)) }
}

test('shows prints and files without the watermark once loaded, and requests each once', async () => {
  const files = [buildFile(1, 'a'), buildFile(2, 'b'), buildFile(3, 'c')]
  const { sources, notify } = await renderPage(files)
  expect(sources()).toEqual(['/media/1', '/media/2', '/media/3', '/media/1', '/media/2', '/media/3'])
  await waitFor(() => {
    const [one, two, three, ...list] = sources()
    expect(new Set([one, two, three]).size).toBe(3)
    expect(one).toMatch(/^blob:unwatermarked-/)
    expect(list).toEqual([one, two, three])
  })
  const previousSources = sources()
  // the order was read again, with other handles for the same pictures
  notify([buildFile(1, 'd'), buildFile(2, 'e'), buildFile(3, 'f')])
  expect(sources()).toEqual(previousSources)
  expect(requestedHandles.toSorted()).toEqual(['a', 'b', 'c'])
})

test('the marked picture stays where there is no other: a copy of the order, a refusal, a stranger’s answer', async () => {
  answerHandle = (handle) => (handle === 'gone' ? buildRefusal('NotFound', 404) : new Response('<html>'))
  const { sources } = await renderPage([buildFile(1), buildFile(2, 'gone'), buildFile(3, 'portal')])
  await waitFor(() => expect(requestedHandles).toContain('portal'))
  await act(async () => {})
  expect(sources()).toEqual(['/media/1', '/media/2', '/media/3', '/media/1', '/media/2', '/media/3'])
  expect(requestedHandles).not.toContain('')
  expect(renewals).toBe(0)
})

test('renews an expired handle once for all files', async () => {
  answerHandle = (handle) =>
    handle.startsWith('old') ? buildRefusal('LinkExpired', 410) : createPictureResponse()
  const { sources, notify } = await renderPage([buildFile(1, 'old-1'), buildFile(2, 'old-2')])
  await waitFor(() => expect(requestedHandles.toSorted()).toEqual(['old-1', 'old-2']))
  await waitFor(() => expect(renewals).toBe(1))
  notify([buildFile(1, 'new-1'), buildFile(2, 'new-2')])
  await waitFor(() => expect(sources().every((source) => source?.startsWith('blob:'))).toBe(true))
  expect(renewals).toBe(1)
})

test('requests nothing offline, and loads what was missed after reconnecting', async () => {
  reportLinkSignal('silence')
  reportLinkSignal('silence')
  const { sources } = await renderPage([buildFile(1, 'a')])
  await act(async () => {})
  expect([requestedHandles, sources()]).toEqual([[], ['/media/1', '/media/1']])
  act(() => reportLinkSignal('answer'))
  await waitFor(() => expect(sources()).toEqual(Array(2).fill(expect.stringMatching(/^blob:unwatermarked-/))))
})

test('releases all pictures when the order is left', async () => {
  const { sources, unmount } = await renderPage([buildFile(1, 'a')])
  await waitFor(() => expect(sources()).toEqual(['blob:unwatermarked-1', 'blob:unwatermarked-1']))
  unmount()
  expect(revoked).toEqual(['blob:unwatermarked-1'])
})
