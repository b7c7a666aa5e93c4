import { expect, it } from 'vitest'
import { type Event, getLocalDay } from '../../../contract/events.ts'
import { formatMonth, formatPlace, getDayCategory, isRaceDay, isTodayOrProcessing } from './day.ts'
import { getSavedTime, readSavedEvent, readSavedEvents, saveEvent, saveEvents } from './saved-events.ts'
import { findSavedEvents } from './use-event-search.ts'

const buildEvent = (eventId: string, more: Partial<Event> = {}): Event => ({
  eventId,
  externalId: null,
  title: `Забег ${eventId}`,
  startsOn: '2026-11-20T06:00:00.000Z',
  endsOn: '2026-11-20T12:00:00.000Z',
  localDay: '2026-11-20',
  timeZone: 'Europe/Moscow',
  city: 'Казань',
  country: 'RU',
  sport: 'running',
  cover: null,
  albumId: 'a',
  catalogId: 'c',
  competitorsListId: 'l',
  counts: { photos: 1, videos: 0, competitors: 0 },
  features: {
    faceSearch: true,
    numberSearch: true,
    surnameSearch: true,
    video: false,
    frames: false,
    preorder: false,
  },
  processing: { photosTotal: 1, photosReady: 1 },
  distances: ['21,1 км', '10 км'],
  points: [],
  ...more,
})

it('appends events of earlier visits to the fresh list', () => {
  saveEvents({ items: [buildEvent('1'), buildEvent('2')], total: 2 })
  saveEvents({ items: [buildEvent('3'), buildEvent('1')], total: 3 })
  expect(readSavedEvents()?.items.map((event) => event.eventId)).toEqual(['3', '1', '2'])
  expect(readSavedEvents()?.total).toBe(3)
})

it('replaces a saved event in its place', () => {
  saveEvents({ items: [buildEvent('1'), buildEvent('2')], total: 2 })
  saveEvent(buildEvent('1', { title: 'Новое имя' }))
  expect(readSavedEvent('1')?.title).toBe('Новое имя')
  expect(readSavedEvents()?.items[0]?.eventId).toBe('1')
})

it('stores when the service confirmed the list and each event', () => {
  saveEvents({ items: [buildEvent('1'), buildEvent('2')], total: 2 }, 1_000)
  saveEvent(buildEvent('2'), 5_000)
  expect(readSavedEvents()?.on).toBe(1_000)
  expect([getSavedTime('1'), getSavedTime('2')]).toEqual([1_000, 5_000])
})

it('shows the age of a copy by the calendar of the device', () => {
  const now = new Date(2026, 10, 20, 9, 0)
  expect(getDayCategory(new Date(2026, 10, 20, 0, 1), now)).toBe('today')
  expect(getDayCategory(new Date(2026, 10, 19, 23, 59), now)).toBe('yesterday')
  expect(getDayCategory(new Date(2026, 10, 18, 23, 59), now)).toBe('earlier')
})

it('finds saved events by name and city, ignoring case, accents and ё', () => {
  const events = [
    buildEvent('1', { title: 'Осенняя десятка' }),
    buildEvent('2', { title: 'Тёплый забег' }),
    buildEvent('3', { title: 'Maratón de Málaga', city: 'Málaga' }),
  ]
  const typed = ['MALAGA maraton', 'málaga'.normalize('NFD')]
  for (const words of typed)
    expect(findSavedEvents(events, words).map((event) => event.eventId)).toEqual(['3'])
  expect(findSavedEvents(events, 'теплый казань').map((event) => event.eventId)).toEqual(['2'])
  expect(findSavedEvents(events, 'марафон')).toEqual([])
})

it('an event is live on its own day in its own time zone', () => {
  const lateEvening = new Date('2026-11-19T21:30:00Z')
  expect(getLocalDay(lateEvening, 'Europe/Moscow')).toBe('2026-11-20')
  expect(isRaceDay(buildEvent('1'), lateEvening)).toBe(true)
  expect(isRaceDay(buildEvent('1'), new Date('2026-11-21T00:00:00Z'))).toBe(false)
})

it('an event of several days is live until it ends', () => {
  const event = buildEvent('1', { endsOn: '2026-11-22T12:00:00.000Z' })
  const isLive = (moment: string) => isRaceDay(event, new Date(moment))
  expect(isLive('2026-11-19T20:00:00Z')).toBe(false)
  expect(isLive('2026-11-21T09:00:00Z')).toBe(true)
  expect(isLive('2026-11-22T11:00:00Z')).toBe(true)
  expect(isLive('2026-11-22T13:00:00Z')).toBe(false)
})

it('an event whose photos are being processed comes first like one of today, but is not live', () => {
  const event = buildEvent('1', { processing: { photosTotal: 9, photosReady: 3 } })
  const later = new Date('2026-12-01T00:00:00Z')
  expect([isTodayOrProcessing(event, later), isRaceDay(event, later)]).toEqual([true, false])
})

it('formats month and place in the language', () => {
  expect(formatMonth('2026-11-20', 'ru')).toBe('ноября')
  expect(formatMonth('2026-11-20', 'en')).toBe('November')
  const formatPlaceOf21 = (distances: string[]) =>
    formatPlace(buildEvent('1', { distances }), 'ru').replaceAll('\u00a0', ' ')
  expect(formatPlaceOf21(['21.1 km', '10 км'])).toBe('Казань · 21,1 км и 10 км')
  expect(formatPlaceOf21(['Эстафета'])).toBe('Казань · Эстафета')
  expect(formatPlace(buildEvent('1', { distances: ['Эстафета'] }), 'ru')).toContain('Казань\u00a0· ')
})
