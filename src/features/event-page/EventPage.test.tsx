// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { tenantHeader } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../tests/support/data/album.ts'
import { saveEvent } from '../events/saved-events.ts'
import { EventPage } from './EventPage.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  // lazy parts of the page must not load after the test
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
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

test('an event without a report and videos has no tabs for them', async () => {
  const counts = { ...eventWithTabs.counts, report: 0, videos: 0 }
  expect(await openEvent({ ...eventWithTabs, counts }, '/event/e/my')).toHaveLength(2)
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
