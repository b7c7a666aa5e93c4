// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import type { LastSearch } from '../../platform/storage/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { foundShelf } from './found-photos.ts'
import { Results } from './Results.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  // parts of the page come later, and must not come after the test
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const event = {
  ...{ eventId: 'e1', title: 'Three Bridges', startsOn: '2026-09-12T14:30:00.000Z', localDay: '2026-09-12' },
  ...{ timeZone: 'Europe/Riga', city: 'Riga', cover: null, albumId: 'a1', catalogId: 'c1', points: [] },
  counts: { photos: 80, videos: 4, competitors: 16 },
  features: { faceSearch: true, numberSearch: true, surnameSearch: true, video: true, frames: false },
  processing: { photosTotal: 80, photosReady: 80 },
} as unknown as Event

const last: LastSearch = { by: 'number', number: '128' }
const image = { url: '/media/x', width: 3, height: 2 }
const photo = (photoId: string, tier: 'sure' | 'maybe'): Photo => ({
  ...{
    photoId,
    albumId: 'a1',
    takenOn: null,
    point: null,
    width: 3,
    height: 2,
    preview: image,
    thumb: image,
  },
  ...{ tags: [], match: { by: 'number', tier } },
})

test('results are her photos, packages and discounts, all photos and videos, with ways to find more of her', async () => {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  const photos = [photo('p1', 'sure'), photo('p2', 'sure'), photo('p3', 'maybe')]
  foundShelf('e1').write({ search: `e1 ${JSON.stringify(last)}`, on: Date.now(), photos })
  history.replaceState(null, '', '/search/e1/128')
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Results event={event} last={last} />
    </LanguageProvider>,
  )
  const views = within(screen.getByRole('group', { name: 'What to show' })).getAllByRole('link')
  expect(views.map((view) => view.getAttribute('href'))).toEqual([
    '/search/e1/128',
    '/search/e1/128?view=packages',
    '/event/e1',
    '/event/e1/video',
  ])
  expect(screen.getByRole('list', { name: 'Your photos' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Maybe this is you' })).toBeTruthy()
  const more = screen.getByRole('region', { name: 'Not all found?' })
  expect(within(more).getByRole('link', { name: 'New selfie' }).getAttribute('href')).toBe('/event/e1/selfie')
  expect(within(more).getByRole('combobox', { name: 'Number or surname' })).toBeTruthy()
})
