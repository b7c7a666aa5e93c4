// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Event } from '../../../../contract/events.ts'
import type { Settings } from '../../../../contract/settings.ts'
import type { Video } from '../../../../contract/videos.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { settingsAtom } from '../../../platform/theme/index.ts'
import { VideosTab } from './VideosTab.tsx'

const event = {
  ...{ eventId: 'e1', title: 'Three Bridges', albumId: 'a1', catalogId: 'c1' },
  counts: { photos: 0, videos: 4, competitors: 0 },
} as Event
let videos: Video[] = []
let requests: string[] = []

beforeEach(() => {
  localStorage.clear()
  requests = []
  const subject = { kind: 'event', label: '' } as const
  getEventSearch('e1').eventToken.write({
    token: 't',
    expiresOn: '2030-01-01T00:00:00.000Z',
    total: 3,
    subject,
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://shop')
    if (!pathname.endsWith('/videos')) throw new TypeError('no network')
    requests.push(search)
    const query = new URLSearchParams(search)
    const offset = Number(query.get('offset') ?? 0)
    const items = videos.slice(offset, offset + Number(query.get('count')))
    return new Response(JSON.stringify({ items, count: items.length, total: videos.length }), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

async function renderTab(path: string) {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  history.replaceState(null, '', path)
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <VideosTab event={event} />
    </LanguageProvider>,
  )
}

test('an event without videos says so, and when personal ones come', async () => {
  videos = []
  await renderTab('/event/e1/video')
  expect(await screen.findByText('No video found')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/within 24 hours after the event/)
  expect(requests).toEqual(['?albumId=a1&offset=0&count=30'])
})

test.each([
  ['TokenExpired', 401],
  ['Unexpected', 500],
])('a search that %s (%i) refuses is done again with a new token', async (code, status) => {
  const tenantHeaders = { [tenantHeader]: 'photofinish' }
  const originalFetch = fetch
  let issued = 0
  vi.stubGlobal('fetch', async (address: string, init: { headers: Headers }) => {
    if (address.includes('/competitors/')) {
      issued++
      const subject = { kind: 'event', label: '' }
      const body = { token: 'fresh', expiresOn: '2030-01-01T00:00:00.000Z', total: 3, subject }
      return new Response(JSON.stringify(body), {
        headers: { 'content-type': 'application/json', ...tenantHeaders },
      })
    }
    if (init.headers.get('authorization') === 'Bearer fresh') return originalFetch(address)
    const problem = { type: 'about:blank', title: code, status, code }
    return new Response(JSON.stringify(problem), {
      status,
      headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
    })
  })
  videos = []
  await renderTab('/event/e1/video')
  expect(await screen.findByText('No video found')).toBeTruthy()
  expect(issued).toBe(1)
})

test('videos of a start number are asked for by it, and can be played: the player takes the focus', async () => {
  const common = { albumId: 'a1', durationS: 12, poster: null, previewUrl: '/media/x', takenOn: null }
  videos = [{ ...common, videoId: 'v1', title: 'My finish', startNumber: '128', personal: true }]
  await renderTab('/event/e1/video?number=128')
  const play = await screen.findByRole('button', { name: 'Play “My finish”, 0:12' })
  expect(requests).toEqual(['?albumId=a1&myStartNumber=128&offset=0&count=30'])
  fireEvent.click(play)
  expect(document.activeElement).toBe(screen.getByLabelText('My finish', { selector: 'video' }))
})

test('a video without a preview shows its poster and length, and nothing to play', async () => {
  const poster = { url: '/media/poster', width: 640, height: 360 }
  const common = { albumId: 'a1', durationS: 12, takenOn: null, personal: false }
  videos = [{ ...common, videoId: 'v1', title: 'Race video', poster, previewUrl: null }]
  await renderTab('/event/e1/video')
  expect(await screen.findByRole('heading', { name: 'Race video' })).toBeTruthy()
  expect(screen.getByText('No preview')).toBeTruthy()
  expect(screen.getByText('0:12')).toBeTruthy()
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/poster')
  expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull()
})

const buildVideo = (videoId: string, startNumber?: string): Video => ({
  ...{
    videoId,
    title: `Video ${videoId}`,
    albumId: 'a1',
    durationS: 12,
    poster: null,
    previewUrl: '/media/x',
  },
  ...{ takenOn: null, startNumber, personal: startNumber !== undefined },
})

test('after a search the videos of the runner come first, then those of the whole event', async () => {
  videos = [buildVideo('own', '128'), buildVideo('race')]
  await renderTab('/event/e1/video?number=128')
  const ownSection = within(await screen.findByRole('region', { name: 'Number 128' }))
  expect(ownSection.getByRole('heading', { name: 'Video own' })).toBeTruthy()
  const eventSection = within(screen.getByRole('region', { name: 'The whole event' }))
  expect(eventSection.getByRole('heading', { name: 'Video race' })).toBeTruthy()
  const allLink = screen.getByRole('link', { name: 'All 4 videos of the event' })
  expect(allLink.getAttribute('href')).toBe('/event/e1/video?all')
})

test('a runner without a video sees those of the whole event, and when an own one comes', async () => {
  videos = [buildVideo('race')]
  await renderTab('/event/e1/video?number=411')
  expect(await screen.findByRole('heading', { name: 'Video race' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/No personal video yet.*24 hours/)
})

test('a name is asked for as a word, also the one that was searched for last', async () => {
  videos = [buildVideo('own', '128')]
  await renderTab('/event/e1/video?q=Kovalev')
  expect(await screen.findByRole('region', { name: 'Kovalev' })).toBeTruthy()
  cleanup()
  getEventSearch('e1').last.write({ by: 'surname', surname: 'Mensah' })
  await renderTab('/event/e1/video')
  expect(await screen.findByRole('region', { name: 'Mensah' })).toBeTruthy()
  expect(requests).toEqual([
    '?albumId=a1&searchString=Kovalev&offset=0&count=30',
    '?albumId=a1&searchString=Mensah&offset=0&count=30',
  ])
})

test('more than 100 videos are shown page by page; the focus moves to the first that came', async () => {
  videos = Array.from({ length: 101 }, (_, index) => buildVideo(String(index)))
  await renderTab('/event/e1/video?all')
  for (const from of [30, 60, 90]) {
    // by text: roles are computed for every element, which takes seconds here
    fireEvent.click(await screen.findByText('Show more'))
    const first = (await screen.findByText(`Video ${from}`)).closest('article')
    await waitFor(() => expect(document.activeElement).toBe(first))
  }
  expect(document.querySelectorAll('article')).toHaveLength(101)
  expect(screen.queryByText('Show more')).toBeNull()
})
