// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import type { Settings } from '../../../contract/settings.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import { LanguageProvider, loadTexts } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { ChooseEventPage } from '../launch/ChooseEventPage.tsx'
import { SearchPage } from './SearchPage.tsx'

const buildEvent = (at: number): Event => ({
  ...{ eventId: `e${at}`, externalId: null, title: `Race ${at}`, timeZone: 'UTC', localDay: '2026-09-12' },
  ...{ startsOn: '2026-09-12T14:00:00.000Z', endsOn: '2026-09-12T15:00:00.000Z', city: 'Pskov' },
  ...{ country: 'RU', sport: 'running', cover: null, albumId: 'a', catalogId: 'c', competitorsListId: 'l' },
  ...{ distances: [], points: [], processing: { photosTotal: 9, photosReady: 9 } },
  counts: { photos: 9, videos: 0, competitors: 0 },
  features: {
    ...{ faceSearch: true, numberSearch: true, surnameSearch: true },
    ...{ video: false, frames: false, preorder: false },
  },
})

const allEvents = Array.from({ length: 30 }, (_, at) => buildEvent(at + 1))
const eventWithoutFaces: Event = {
  ...buildEvent(31),
  title: 'Night run',
  features: { ...buildEvent(31).features, faceSearch: false },
}
let events: readonly Event[]
let requests: URLSearchParams[]
let isOnline: boolean
let store: ReturnType<typeof createStore>

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/search')
  events = allEvents
  requests = []
  isOnline = true
  store = createStore()
  store.set(settingsAtom, { tenantName: 'Photofinish', theme: 'photofinish' } as Settings)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (!isOnline) throw new TypeError('offline')
    const { searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href)
    requests.push(searchParams)
    const searchText = searchParams.get('searchString')?.toLowerCase() ?? ''
    const found = events.filter(({ title }) => title.toLowerCase().includes(searchText))
    const offset = Number(searchParams.get('offset') ?? 0)
    const items = found.slice(offset, offset + Number(searchParams.get('count') ?? 20))
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify({ items, count: items.length, total: found.length }), { headers })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openPage(page: ReactNode) {
  const catalogue = await loadTexts('en', 'all')
  return render(
    <Provider store={store}>
      <LanguageProvider start={{ language: 'en', catalogue, level: 'all' }} languages={['en']}>
        {page}
      </LanguageProvider>
    </Provider>,
  )
}

const countRows = () => screen.queryAllByRole('link', { name: /Race/ }).length

test('all events can be paged through, and the focus goes to the first new one', async () => {
  await openPage(<SearchPage />)
  await waitFor(() => expect(countRows()).toBe(12))
  const more = screen.getByRole('button', { name: 'Show more' })
  more.focus()
  fireEvent.click(more)
  await waitFor(() => expect(countRows()).toBe(30))
  expect(requests.at(-1)?.get('offset')).toBe('12')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Race 13'))
})

test('without a network the events of all loaded pages stay', async () => {
  const first = await openPage(<SearchPage />)
  await waitFor(() => expect(countRows()).toBe(12))
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(countRows()).toBe(30))
  first.unmount()
  // a new visit: only the device storage remains
  const settings = store.get(settingsAtom)
  store = createStore()
  store.set(settingsAtom, settings)
  isOnline = false
  // a request without an answer is retried before it fails
  skipPauses(2_000)
  await openPage(<SearchPage />)
  await waitFor(() => expect(countRows()).toBe(30))
})

test('a search that finds nothing names other events', async () => {
  await openPage(<SearchPage />)
  await waitFor(() => expect(countRows()).toBe(12))
  // the search waits for the end of the typing
  skipPauses(250)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Kazan' } })
  expect(await screen.findByText(/No event or city has this name/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Nearest events' })).toBeTruthy()
  expect(countRows()).toBe(4)
})

test.each([
  ['the shortcut', '/find'],
  ['a shared picture', '/share'],
])('the page of %s finds an event by its name and leads to its camera', async (_page, path) => {
  history.replaceState(null, '', path)
  await act(async () => {
    await openPage(<ChooseEventPage />)
  })
  skipPauses(250)
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Event or city' }), {
    target: { value: 'Race 28' },
  })
  const found = await screen.findByRole('link', { name: /Race 28/ })
  expect(found.getAttribute('href')).toBe('/event/e28/selfie')
  expect(requests.at(-1)?.get('searchString')).toBe('Race 28')
})

test('the shortcut links to the page of an event that is found without photos to search by face', async () => {
  events = [eventWithoutFaces, ...allEvents]
  history.replaceState(null, '', '/find')
  await act(async () => {
    await openPage(<ChooseEventPage />)
  })
  skipPauses(250)
  const field = await screen.findByRole('searchbox', { name: 'Event or city' })
  fireEvent.change(field, { target: { value: 'Night' } })
  const found = await screen.findByRole('link', { name: /Night run/ })
  expect(found.getAttribute('href')).toBe('/event/e31')
  expect(screen.getByText(/no photos to search by face yet/)).toBeTruthy()
  expect(screen.queryByText(/No event or city has this name/)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Nearest events' })).toBeNull()

  fireEvent.change(field, { target: { value: 'Kazan' } })
  expect(await screen.findByText(/No event or city has this name/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Nearest events' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Night run/ })).toBeNull()
  expect(screen.getAllByRole('link', { name: /Race/ }).map((link) => link.getAttribute('href'))).toEqual(
    ['e1', 'e2', 'e3', 'e4'].map((eventId) => `/event/${eventId}/selfie`),
  )
})
