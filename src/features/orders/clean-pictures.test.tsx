// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { tellHeard } from '../../lib/link.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { FileList } from './FileList.tsx'
import type { OrderFile } from './files.ts'
import { PaidHero } from './PaidHero.tsx'
import { useCleanPictures } from './use-clean-pictures.ts'

const file = (number: number, picture?: string): OrderFile => ({
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
let answers: (handle: string) => Response | Promise<Response>
let asked: string[]
let renewals: number
let revoked: string[]

const picture = () =>
  new Response('clean', { headers: { 'content-type': 'image/webp', [tenantHeader]: 'brand' } })
const refusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', [tenantHeader]: 'brand' },
  })

beforeEach(() => {
  localStorage.clear()
  // there is no IndexedDB here, so nothing is cached
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  ;[asked, renewals, revoked] = [[], 0, []]
  answers = picture
  vi.stubGlobal('fetch', async (address: string) => {
    const handle = address.split('/').at(-1) ?? ''
    asked.push(handle)
    return answers(handle)
  })
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:clean-${++made}`)
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
  tellHeard('answer')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page({ files }: { files: readonly OrderFile[] }) {
  const pictures = useCleanPictures(renew)
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

async function show(files: readonly OrderFile[]) {
  const catalogue = await loadCatalogue('en')
  const page = (shown: readonly OrderFile[]) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Page files={shown} />
    </LanguageProvider>
  )
  const { container, rerender, unmount } = render(page(files))
  const sources = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  return { sources, unmount, notify: (fresh: readonly OrderFile[]) => rerender(page(fresh)) }
}

test('prints and files are shown without the mark as soon as it is there, each fetched once', async () => {
  const files = [file(1, 'a'), file(2, 'b'), file(3, 'c')]
  const { sources, notify } = await show(files)
  expect(sources()).toEqual(['/media/1', '/media/2', '/media/3', '/media/1', '/media/2', '/media/3'])
  await waitFor(() => {
    const [one, two, three, ...list] = sources()
    expect(new Set([one, two, three]).size).toBe(3)
    expect(one).toMatch(/^blob:clean-/)
    expect(list).toEqual([one, two, three])
  })
  const before = sources()
  // the order was read again, with other handles for the same pictures
  notify([file(1, 'd'), file(2, 'e'), file(3, 'f')])
  expect(sources()).toEqual(before)
  expect(asked.toSorted()).toEqual(['a', 'b', 'c'])
})

test('the marked picture stays where there is no other: a copy of the order, a refusal, a stranger’s answer', async () => {
  answers = (handle) => (handle === 'gone' ? refusal('NotFound', 404) : new Response('<html>'))
  const { sources } = await show([file(1), file(2, 'gone'), file(3, 'portal')])
  await waitFor(() => expect(asked).toContain('portal'))
  await act(async () => {})
  expect(sources()).toEqual(['/media/1', '/media/2', '/media/3', '/media/1', '/media/2', '/media/3'])
  expect(asked).not.toContain('')
  expect(renewals).toBe(0)
})

test('a handle that is too old is renewed once for all', async () => {
  answers = (handle) => (handle.startsWith('old') ? refusal('LinkExpired', 410) : picture())
  const { sources, notify } = await show([file(1, 'old-1'), file(2, 'old-2')])
  await waitFor(() => expect(asked.toSorted()).toEqual(['old-1', 'old-2']))
  await waitFor(() => expect(renewals).toBe(1))
  notify([file(1, 'new-1'), file(2, 'new-2')])
  await waitFor(() => expect(sources().every((source) => source?.startsWith('blob:'))).toBe(true))
  expect(renewals).toBe(1)
})

test('without a network nothing is asked for; what was missed comes when there is one', async () => {
  tellHeard('silence')
  tellHeard('silence')
  const { sources } = await show([file(1, 'a')])
  await act(async () => {})
  expect([asked, sources()]).toEqual([[], ['/media/1', '/media/1']])
  act(() => tellHeard('answer'))
  await waitFor(() => expect(sources()).toEqual(Array(2).fill(expect.stringMatching(/^blob:clean-/))))
})

test('nothing of them is left when the order is left', async () => {
  const { sources, unmount } = await show([file(1, 'a')])
  await waitFor(() => expect(sources()).toEqual(['blob:clean-1', 'blob:clean-1']))
  unmount()
  expect(revoked).toEqual(['blob:clean-1'])
})
