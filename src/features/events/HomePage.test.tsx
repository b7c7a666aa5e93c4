// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import type { Settings } from '../../../contract/settings.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import { LanguageProvider, loadTexts } from '../../platform/language/index.ts'
import { appBarAtom } from '../../platform/navigation/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { HomePage } from './HomePage.tsx'
import { saveEvent } from './saved-events.ts'

/** Answers every pending request. */
let answerAll: () => void
/** The events of the service; empty unless a test sets some. */
let events: Event[]
/** Further fields of the list's answer. */
let extraFields: { total?: number; withPhotos?: number }

beforeEach(() => {
  // a fixed time of day: no test spans midnight
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  vi.useFakeTimers({ toFake: ['Date'], now: noon, shouldAdvanceTime: true })
  localStorage.clear()
  events = []
  extraFields = {}
  const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
  const buildAnswer = () =>
    new Response(
      JSON.stringify({ items: events, count: events.length, total: events.length, ...extraFields }),
      {
        headers,
      },
    )
  const released = new Promise<void>((resolve) => (answerAll = resolve))
  vi.stubGlobal('fetch', () => released.then(buildAnswer))
  getDefaultStore().set(settingsAtom, {
    tenantName: 'Photofinish',
    theme: 'photofinish',
    hideBannerOnHome: true,
  } as Settings)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const isLocked = () => document.documentElement.style.overflow === 'hidden'
const isFootHidden = () => getDefaultStore().get(appBarAtom).hideFooter === true

async function renderHome() {
  const catalogue = await loadTexts('en', 'first')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue, level: 'first' }} languages={['en']}>
      <HomePage />
    </LanguageProvider>,
  )
}

test('the page neither scrolls nor has a footer while its events load', async () => {
  await renderHome()
  expect([isLocked(), isFootHidden()]).toEqual([true, true])
  await act(async () => answerAll())
  expect(await screen.findByText('Nothing yet')).toBeTruthy()
  expect([isLocked(), isFootHidden()]).toEqual([false, false])
})

test('the next page can scroll after leaving while events load', async () => {
  const page = await renderHome()
  page.unmount()
  expect([isLocked(), isFootHidden()]).toEqual([false, false])
})

test('a home shows its banner unless the tenant hides it, and always the search', async () => {
  const readPage = () => [
    screen.queryAllByText(/at most a minute/).length,
    screen.queryAllByRole('search').length > 0,
  ]
  const settings = getDefaultStore().get(settingsAtom)
  const page = await renderHome()
  expect(readPage()).toEqual([0, true])
  page.unmount()
  getDefaultStore().set(settingsAtom, { ...settings, hideBannerOnHome: false } as Settings)
  await renderHome()
  expect(readPage()).toEqual([1, true])
})

const buildEvent = (eventId: string, photos: number): Event => ({
  ...{
    eventId,
    externalId: null,
    title: `Race ${eventId}`,
    timeZone: 'Europe/Moscow',
    localDay: '2026-09-12',
  },
  ...{
    startsOn: '2026-09-12T14:00:00.000Z',
    endsOn: '2026-09-12T15:00:00.000Z',
    city: 'Pskov',
    country: 'RU',
  },
  ...{ sport: 'running', cover: null, albumId: 'a', catalogId: 'c', competitorsListId: 'l', distances: [] },
  counts: { photos, videos: 0, competitors: 0 },
  features: {
    ...{ faceSearch: true, numberSearch: true, surnameSearch: true },
    ...{ video: false, frames: false, preorder: false },
  },
  processing: { photosTotal: photos, photosReady: photos },
  points: [],
})

test('an upcoming event does not count as one with photos', async () => {
  events = [buildEvent('1', 0), buildEvent('2', 24), buildEvent('3', 80)]
  await renderHome()
  await act(async () => answerAll())
  expect(await screen.findByText('Photos of 2 events are ready')).toBeTruthy()
  expect(screen.getByText('Race 1')).toBeTruthy()
})

test('names the event when it is the only one with photos', async () => {
  events = [buildEvent('1', 0), buildEvent('2', 24)]
  await renderHome()
  await act(async () => answerAll())
  const [plate] = await screen.findAllByRole('search')
  expect(plate?.parentElement?.textContent).toContain('Race 2')
  expect(screen.queryByText(/1 event/)).toBeNull()
})

test('names an event for visitors with only linked events, without a negative count', async () => {
  saveEvent(buildEvent('1', 0))
  saveEvent(buildEvent('2', 24))
  await renderHome()
  const [plate] = await screen.findAllByRole('search')
  expect(plate?.parentElement?.textContent).toContain('Race 2')
  expect(screen.queryByText(/-1 event/)).toBeNull()
})

test('the service counts events with photos, also beyond the loaded ones', async () => {
  events = [buildEvent('1', 0), buildEvent('2', 24)]
  extraFields = { total: 40, withPhotos: 7 }
  await renderHome()
  await act(async () => answerAll())
  expect(await screen.findByText('Photos of 7 events are ready')).toBeTruthy()
})

test('claims no number of events with photos without a count by the service', async () => {
  events = [buildEvent('1', 0), buildEvent('2', 24)]
  extraFields = { total: 40 }
  await renderHome()
  await act(async () => answerAll())
  expect(await screen.findByText('Race 1')).toBeTruthy()
  expect(screen.queryByText(/events are ready/)).toBeNull()
})

test('upcoming races have their own section, nearest first, with year and days left', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const buildUpcomingEvent = (eventId: string, days: number) => ({
    ...buildEvent(eventId, 0),
    ...{ startsOn: inDays(days), localDay: inDays(days).slice(0, 10), timeZone: 'UTC' },
  })
  events = [
    buildUpcomingEvent('far', 300),
    buildUpcomingEvent('near', 100),
    buildEvent('past', 24),
    buildEvent('older', 3),
  ]
  await renderHome()
  await act(async () => answerAll())
  const upcomingSection = await screen.findByRole('region', { name: 'Coming up' })
  const rows = within(upcomingSection).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByText(/^Race/).textContent)).toEqual(['Race near', 'Race far'])
  expect(rows[0]?.textContent).toContain('in 100 days')
  expect(rows[0]?.textContent).toContain(inDays(100).slice(0, 4))
  expect(within(screen.getByRole('region', { name: 'Latest' })).getAllByText('Race past')).not.toHaveLength(0)
  expect(within(screen.getByRole('region', { name: 'Earlier' })).getByText('Race older')).toBeTruthy()
})

test('a race of last week whose late photos are being processed comes first, but not as that of today', async () => {
  const processing = { photosTotal: 30, photosReady: 24 }
  const buildEventInDays = (eventId: string, days: number) => {
    const startsOn = new Date(Date.now() + days * 86_400_000).toISOString()
    return { ...buildEvent(eventId, 24), startsOn, endsOn: startsOn, localDay: startsOn.slice(0, 10) }
  }
  events = [buildEventInDays('newer', -3), { ...buildEventInDays('late', -7), processing }]
  const page = await renderHome()
  await act(async () => answerAll())
  const latest = await screen.findByRole('region', { name: 'Latest' })
  expect(latest.textContent).toContain('Race late')
  expect(screen.queryByText('shooting now')).toBeNull()
  page.unmount()
  events = [{ ...buildEventInDays('late', 0), processing }]
  await renderHome()
  const today = await screen.findByRole('region', { name: 'Today' })
  expect(within(today).getByText('shooting now')).toBeTruthy()
})

test('behind a calendar of many races to come, home has the nearest of them and the latest photos', async () => {
  const buildEventInDays = (days: number) => {
    const startsOn = new Date(Date.now() + days * 86_400_000).toISOString()
    const dates = { startsOn, localDay: startsOn.slice(0, 10), timeZone: 'UTC' }
    return { ...buildEvent(days > 0 ? `in-${days}` : `ago${days}`, days > 0 ? 0 : 24), ...dates }
  }
  const calendar = Array.from({ length: 70 }, (_, at) => buildEventInDays(50 - at))
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://shop').searchParams
    const offset = Number(query.get('offset') ?? 0)
    const items = calendar.slice(offset, offset + Number(query.get('count')))
    return new Response(JSON.stringify({ items, count: items.length, total: calendar.length }), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
  const readTitles = async (section: string) =>
    within(await screen.findByRole('region', { name: section }))
      .getAllByText(/^Race/)
      .map(({ textContent }) => textContent)
  await renderHome()
  expect(await readTitles('Coming up')).toEqual(['Race in-1', 'Race in-2', 'Race in-3'])
  expect(await readTitles('Today')).toContain('Race ago0')
  expect(await readTitles('Earlier')).toEqual([1, 2, 3, 4, 5].map((days) => `Race ago-${days}`))
  // the next visit shows the same before any answer
  cleanup()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await renderHome()
  expect(await readTitles('Coming up')).toEqual(['Race in-1', 'Race in-2', 'Race in-3'])
})

test('a search that finds nothing offers the nearest events, with their years, instead of another search', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [eventId, days] of [
    ['far', -300],
    ['near', -2],
    ['next', 5],
  ] as const)
    saveEvent({ ...buildEvent(eventId, 9), localDay: inDays(days), timeZone: 'UTC' })
  await renderHome()
  await act(async () => answerAll())
  const [field] = await screen.findAllByRole('combobox')
  // the search waits for the end of the typing
  skipPauses(250)
  fireEvent.change(field as HTMLElement, { target: { value: 'Atlantis' } })
  expect(await screen.findByText(/Here are the nearest events/)).toBeTruthy()
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered).toEqual([
    expect.stringMatching(new RegExp(`${inDays(-2).slice(0, 4)}.*Race near`)),
    expect.stringMatching(new RegExp(`${inDays(5).slice(0, 4)}.*Race next`)),
  ])
})

test('an upcoming race offers an alert, and a pre-order where available', async () => {
  const startsOn = new Date(Date.now() + 100 * 86_400_000).toISOString()
  const buildUpcomingEvent = (eventId: string, preorder: boolean) => {
    const event = buildEvent(eventId, 0)
    const dates = { startsOn, localDay: startsOn.slice(0, 10), timeZone: 'UTC' }
    return { ...event, ...dates, features: { ...event.features, preorder } }
  }
  events = [buildUpcomingEvent('open', true), buildUpcomingEvent('closed', false)]
  await renderHome()
  await act(async () => answerAll())
  const upcomingSection = await screen.findByRole('region', { name: 'Coming up' })
  const listActions = (row: HTMLElement) =>
    within(row)
      .getAllByRole('link')
      .slice(1)
      .map((link) => [link.textContent, link.getAttribute('href')])
  expect(within(upcomingSection).getAllByRole('listitem').map(listActions)).toEqual([
    [
      ['Call me', '/event/open?call'],
      ['Pre-order', '/event/open'],
    ],
    [['Call me', '/event/closed?call']],
  ])
})
