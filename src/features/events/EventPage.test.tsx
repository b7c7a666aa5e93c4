// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { Event } from '../../../contract/events.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { EventPage } from './EventPage.tsx'
import { saveEvent } from './saved-events.ts'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  // parts of the page come later, and must not come after the test
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const race = {
  ...{
    eventId: 'e1',
    externalId: null,
    title: 'Three Bridges',
    city: 'Riga',
    country: 'LV',
    sport: 'running',
  },
  ...{ startsOn: '2026-09-12T14:30:00.000Z', endsOn: '2026-09-12T18:30:00.000Z', localDay: '2026-09-12' },
  ...{ timeZone: 'Europe/Riga', cover: null, albumId: 'a1', catalogId: 'c1', competitorsListId: 'l1' },
  counts: { photos: 80, videos: 4, competitors: 16, report: 5 },
  features: {
    faceSearch: true,
    numberSearch: true,
    surnameSearch: true,
    video: true,
    frames: false,
    preorder: false,
  },
  processing: { photosTotal: 80, photosReady: 80 },
  ...{ distances: [], points: [] },
} satisfies Event

async function open(event: Event, path: string) {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  saveEvent(event)
  history.replaceState(null, '', path)
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Route path="/event/:id/*?">
        <EventPage />
      </Route>
    </LanguageProvider>,
  )
  return screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
}

test('an event has a tab for all photos, one’s own, the photo report and videos; the address chooses', async () => {
  expect(await open(race, '/event/e1/video')).toEqual([
    [expect.stringMatching(/^All photos/), 'false'],
    [expect.stringMatching(/^My photos/), 'false'],
    [expect.stringMatching(/^Photo report/), 'false'],
    [expect.stringMatching(/^Video/), 'true'],
  ])
  cleanup()
  const [photos] = await open(race, '/event/e1/photos')
  expect(photos?.[1]).toBe('true')
})

test('an event without a report and videos has no tabs for them', async () => {
  const counts = { ...race.counts, report: 0, videos: 0 }
  expect(await open({ ...race, counts }, '/event/e1/my')).toHaveLength(2)
})
