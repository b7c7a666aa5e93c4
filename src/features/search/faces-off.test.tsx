// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../tests/support/data/album.ts'
import { defaultSearch, storeFoundPhotos } from '../../../tests/support/data/store-found-photos.ts'
import { LeadEvent } from '../events/LeadEvent.tsx'
import { saveEvent } from '../events/saved-events.ts'
import { SelfiePage } from '../selfie/SelfiePage.tsx'
import { FindYourself } from './person/FindYourself.tsx'
import { FindYourselfDock } from './person/FindYourselfDock.tsx'
import { NoResults } from './results/NoResults.tsx'
import { Results } from './results/Results.tsx'

const facelessEvent = { ...sampleEvent, features: { ...sampleEvent.features, faceSearch: false } }
const selfiePath = '/event/e/selfie'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const hasSelfieLink = () =>
  screen.queryAllByRole('link').some((link) => link.getAttribute('href')?.startsWith(selfiePath))

test.each<[string, (event: typeof sampleEvent) => ReactNode]>([
  ['home', (event) => <LeadEvent event={event} isToday={false} />],
  ['the plate beside the album', (event) => <FindYourself event={event} />],
  ['the dock of a phone', (event) => <FindYourselfDock event={event} />],
  ['a search without photos', (event) => <NoResults event={event} by="number" />],
  ['the results of a number', (event) => <Results event={event} last={defaultSearch} />],
])('without faces %s offers no selfie', async (_place, renderPlace) => {
  storeFoundPhotos('e', [buildPhoto(1, { match: { by: 'number', tier: 'sure' } })])
  await renderPart(renderPlace(sampleEvent), { path: '/search/e/128' })
  await vi.dynamicImportSettled()
  expect(hasSelfieLink()).toBe(true)
  cleanup()
  await renderPart(renderPlace(facelessEvent), { path: '/search/e/128' })
  await vi.dynamicImportSettled()
  expect(hasSelfieLink()).toBe(false)
})

test('without faces the address of the camera says so, and leads to the search by number', async () => {
  saveEvent(facelessEvent)
  await renderPart(
    <Route path="/event/:id/selfie">
      <SelfiePage />
    </Route>,
    { path: selfiePath },
  )
  expect(await screen.findByRole('heading', { name: 'No face search here' })).toBeTruthy()
  expect(screen.getByText(/found by number or surname/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /camera/i })).toBeNull()
})
