// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '../../../../contract/events.ts'
import type { Settings } from '../../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { isSingleRunnerSearch } from '../../../platform/search-token/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { settingsAtom } from '../../../platform/theme/index.ts'
import { Results } from '../results/Results.tsx'

const requestedUrls: string[] = []
beforeEach(() => {
  requestedUrls.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    requestedUrls.push(url)
    return Promise.reject(new TypeError('no network'))
  })
})
afterEach(async () => {
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

const createRunner = (number: string, firstName: string) => ({
  ...{ competitorId: `c${number}`, number, firstName, surname: 'Ivanov', distance: '10 km' },
})

/** Stores a search by a surname that several runners have. */
function storeSurnameSearch(): void {
  const bearers = [createRunner('21', 'Ivan'), createRunner('A22', 'Oleg')]
  const subject = { kind: 'surname' as const, label: 'Ivanov', bearers }
  getEventSearch('e1').last.write({ by: 'surname', surname: 'ivanov' })
  getEventSearch('e1').token.write({ token: 't', expiresOn: '2030-01-01T00:00:00.000Z', subject, total: 66 })
}

test('several runners of one surname are there to be chosen from, with no photos and nothing to buy', async () => {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  storeSurnameSearch()
  const catalogue = await loadCatalogue('en')
  const { container } = render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Results event={event} last={{ by: 'surname', surname: 'ivanov' }} />
    </LanguageProvider>,
  )
  const list = within(await screen.findByRole('list', { name: 'Runners' }))
  expect(
    list
      .getAllByRole('link')
      .map((link) => [link.textContent.replace('\u00a0', ' '), link.getAttribute('href')]),
  ).toEqual([
    ['21Ivanov Ivan10 km', '/search/e1/21'],
    ['A22Ivanov Oleg10 km', '/search/e1/A22'],
  ])
  expect(container.textContent).toContain('Several runners have the surname Ivanov')
  expect(screen.queryByRole('list', { name: 'Your photos' })).toBeNull()
  expect(requestedUrls.filter((url) => url.includes('/photos'))).toEqual([])
})

test('a package in advance is asked a number for as long as no single runner was chosen', () => {
  expect(isSingleRunnerSearch('e1')).toBe(false)
  storeSurnameSearch()
  expect(isSingleRunnerSearch('e1')).toBe(false)
  getEventSearch('e1').last.write({ by: 'number', number: '21' })
  getEventSearch('e1').token.write({
    ...{ token: 't', expiresOn: '2030-01-01T00:00:00.000Z', total: 5 },
    subject: { kind: 'number', label: '21' },
  })
  expect(isSingleRunnerSearch('e1')).toBe(true)
})
