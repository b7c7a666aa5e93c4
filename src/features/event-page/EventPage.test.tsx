// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { tenantHeader } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../tests/support/data/album.ts'
import { errorsAtom } from '../../platform/errors/index.ts'
import { saveEvent } from '../events/saved-events.ts'
import { EventPage } from './EventPage.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  // lazy parts of the page must not load after the test
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  getDefaultStore().set(errorsAtom, [])
})

const eventWithTabs = {
  ...sampleEvent,
  counts: { photos: 80, videos: 4, competitors: 16, report: 5 },
  features: { ...sampleEvent.features, video: true },
}

async function openEvent(event: Event, path: string) {
  saveEvent(event)
  await renderPart(
    <Route path="/event/:id/*?">
      <EventPage />
    </Route>,
    { path },
  )
  return screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
}

test('an event has a tab for all photos, one’s own, the photo report and videos; the address chooses', async () => {
  expect(await openEvent(eventWithTabs, '/event/e/video')).toEqual([
    [expect.stringMatching(/^All photos/), 'false'],
    [expect.stringMatching(/^Your photos/), 'false'],
    [expect.stringMatching(/^Photo report/), 'false'],
    [expect.stringMatching(/^Video/), 'true'],
  ])
  cleanup()
  const [photos] = await openEvent(eventWithTabs, '/event/e/photos')
  expect(photos?.[1]).toBe('true')
})

test('the photo report says what it shows, and offers the search for oneself', async () => {
  await openEvent(eventWithTabs, '/event/e/report')
  expect(screen.getByText(/Faces are not searched here/)).toBeTruthy()
  const dock = await screen.findByRole('region', { name: 'Find yourself' })
  expect(within(dock).getByRole('link', { name: 'Find yourself by selfie' })).toBeTruthy()
})

test('an event without a report and videos has no tabs for them', async () => {
  const counts = { ...eventWithTabs.counts, report: 0, videos: 0 }
  expect(await openEvent({ ...eventWithTabs, counts }, '/event/e/my')).toHaveLength(2)
})

test.each([
  [30, 0],
  [31, 1],
])('an album of %d photos has %d rows of filters', async (photos, rows) => {
  await openEvent({ ...eventWithTabs, counts: { ...eventWithTabs.counts, photos } }, '/event/e')
  await vi.dynamicImportSettled()
  await vi.waitFor(() =>
    expect(screen.queryAllByRole('group', { name: 'Place and time' })).toHaveLength(rows),
  )
})

test('the address of an event that was hidden says so, and leads to the search for events', async () => {
  const problem = { type: 'about:blank', title: 'EventNotFound', status: 404, code: 'EventNotFound' }
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify(problem), {
        status: 404,
        headers: { 'content-type': 'application/problem+json', [tenantHeader]: 'photofinish' },
      }),
    ),
  )
  await renderPart(
    <Route path="/event/:id/*?">
      <EventPage />
    </Route>,
    { path: '/event/hidden' },
  )
  expect(await screen.findByRole('heading', { name: 'No such event' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find an event' }).getAttribute('href')).toBe('/search')
  expect(screen.queryByRole('tab')).toBeNull()
})

/** Returns the photo with a separate preview. */
const buildNamedPhoto = (index: number) =>
  buildPhoto(index, { preview: { url: `/media/p${index}`, width: 3, height: 2 } })

/** Answers with the first page of an album, p1 to p100, and each photo by its id, also p0, which is on a later page. */
async function answerWithAlbum(address: string): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://shop')
  const respond = (body: unknown) =>
    new Response(JSON.stringify(body), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  if (pathname.endsWith('/token')) {
    const subject = { kind: 'event', label: '' }
    return respond({ token: 't', expiresOn: '2036-11-20T10:00:00.000Z', subject, total: 101 })
  }
  if (!pathname.endsWith('/photos')) throw new TypeError('no network')
  const photoId = searchParams.get('photoId')
  const photos = Array.from({ length: 101 }, (_, index) => buildNamedPhoto(index))
  const items = photoId ? photos.filter((photo) => photo.photoId === photoId) : photos.slice(1)
  return respond({ items, count: items.length, total: photoId ? items.length : 101 })
}

test('a link opens its photo also when photos were added before it, and no other photo', async () => {
  vi.stubGlobal('fetch', answerWithAlbum)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const readPicture = async () =>
    within(await screen.findByRole('dialog', { name: 'Photo viewer', hidden: true }))
      .getAllByRole('img', { hidden: true })
      .find((image) => image.dataset['picture'] !== undefined)
      ?.getAttribute('src')
  const event = { ...eventWithTabs, eventId: 'linked', counts: { ...eventWithTabs.counts, photos: 101 } }
  await openEvent(event, '/event/linked?photo=p7&at=6')
  await vi.waitFor(async () => expect(await readPicture()).toBe('/media/p7'))
  cleanup()
  await openEvent(event, '/event/linked?photo=p0&at=6')
  await vi.waitFor(async () => expect(await readPicture()).toBe('/media/p0'))
  cleanup()
  await openEvent(event, '/event/linked?photo=gone&at=6')
  await vi.waitFor(() => expect(getDefaultStore().get(errorsAtom)).toMatchObject([{ code: 'PhotoNotFound' }]))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})
