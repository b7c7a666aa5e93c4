// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadTexts } from '../../platform/language/index.ts'
import { chromeAtom } from '../../platform/navigation/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { HomePage } from './HomePage.tsx'
import { saveEvent } from './saved-events.ts'

/** Answers every call that waits. */
let answerAll: () => void
/** What there is; nothing, unless a test has some. */
let events: Event[]

beforeEach(() => {
  localStorage.clear()
  events = []
  const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
  const all = () =>
    new Response(JSON.stringify({ items: events, count: events.length, total: events.length }), { headers })
  const answered = new Promise<void>((resolve) => (answerAll = resolve))
  vi.stubGlobal('fetch', () => answered.then(all))
  getDefaultStore().set(settingsAtom, {
    tenantName: 'Photofinish',
    theme: 'photofinish',
    hideBannerOnHome: true,
  } as Settings)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const isLocked = () => document.documentElement.style.overflow === 'hidden'
const isFootHidden = () => getDefaultStore().get(chromeAtom).hideFooter === true

async function open() {
  const catalogue = await loadTexts('en', 'first')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue, level: 'first' }} languages={['en']}>
      <HomePage />
    </LanguageProvider>,
  )
}

test('the page does not scroll and has no foot while its events load, and does once they are here', async () => {
  await open()
  expect([isLocked(), isFootHidden()]).toEqual([true, true])
  await act(async () => answerAll())
  expect(await screen.findByText('Nothing yet')).toBeTruthy()
  expect([isLocked(), isFootHidden()]).toEqual([false, false])
})

test('who leaves meanwhile can scroll elsewhere', async () => {
  const page = await open()
  page.unmount()
  expect([isLocked(), isFootHidden()]).toEqual([false, false])
})

test('a home has its banner unless the tenant leaves it out; the search is there either way', async () => {
  const words = () => [
    screen.queryAllByText(/in about a minute/).length,
    screen.queryAllByRole('search').length > 0,
  ]
  const settings = getDefaultStore().get(settingsAtom)
  const page = await open()
  expect(words()).toEqual([0, true])
  page.unmount()
  getDefaultStore().set(settingsAtom, { ...settings, hideBannerOnHome: false } as Settings)
  await open()
  expect(words()).toEqual([1, true])
})

const anEvent = (eventId: string, photos: number): Event => ({
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

test('an event that is still to come is not one whose photos are ready', async () => {
  events = [anEvent('1', 0), anEvent('2', 24), anEvent('3', 80)]
  await open()
  await act(async () => answerAll())
  expect(await screen.findByText('Photos of 2 events are ready')).toBeTruthy()
  expect(screen.getByText('Race 1')).toBeTruthy()
})

test('the only event whose photos are ready is called by its name', async () => {
  events = [anEvent('1', 0), anEvent('2', 24)]
  await open()
  await act(async () => answerAll())
  const [plate] = await screen.findAllByRole('search')
  expect(plate?.parentElement?.textContent).toContain('Race 2')
  expect(screen.queryByText(/1 event/)).toBeNull()
})

test('whoever has seen events by their links alone is told of those, not of fewer than none', async () => {
  saveEvent(anEvent('1', 0))
  saveEvent(anEvent('2', 24))
  await open()
  const [plate] = await screen.findAllByRole('search')
  expect(plate?.parentElement?.textContent).toContain('Race 2')
  expect(screen.queryByText(/-1 event/)).toBeNull()
})
