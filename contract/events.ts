import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { CalendarDay, Id, Image, listSchema, Page, SearchText, Timestamp } from './common.ts'

/** Identifies the point with the photo report: photos chosen by the organizer, not tied to a runner. */
export const reportPoint = 'report'

export const Event = z.object({
  eventId: Id,
  externalId: z.nullable(z.string()),
  title: z.string(),
  startsOn: Timestamp,
  endsOn: Timestamp,
  /** Local day of the race. `startsOn` is UTC and may fall on another day. */
  localDay: CalendarDay,
  timeZone: z.string(),
  city: z.string(),
  country: z.string(),
  sport: z.string(),
  /** `small` is large enough for phones. */
  cover: z.nullable(z.extend(Image, { small: z.optional(Image) })),
  albumId: Id,
  catalogId: Id,
  competitorsListId: Id,
  counts: z.object({
    /** Excludes the photo report. */
    photos: z.int(),
    videos: z.int(),
    competitors: z.int(),
    /** Photos of the photo report. A service may omit it. */
    report: z.optional(z.int()),
  }),
  features: z.object({
    faceSearch: z.boolean(),
    numberSearch: z.boolean(),
    surnameSearch: z.boolean(),
    video: z.boolean(),
    frames: z.boolean(),
    preorder: z.boolean(),
  }),
  processing: z.object({
    photosTotal: z.int(),
    photosReady: z.int(),
    /** Photographers may still upload photos. Absent: unknown, treated as false. */
    open: z.optional(z.boolean()),
  }),
  distances: z.array(z.string()),
  points: z.array(z.object({ point: z.string(), title: z.string() })),
})
export type Event = z.infer<typeof Event>

export const EventList = z.extend(listSchema(Event), {
  /** Number of matching events that have photos to buy. Absent: unknown. */
  withPhotos: z.optional(z.int()),
})

/** Returns whether photos of an event may still appear: some are being processed, or uploads are open. */
export function mayGetMorePhotos({ processing }: Pick<Event, 'processing'>): boolean {
  return processing.photosReady < processing.photosTotal || processing.open === true
}

export const listEvents = defineCall({
  service: 'events',
  name: 'listEvents',
  summary: 'Lists events, newest first; by name, city, date or external id',
  method: 'GET',
  path: '/events',
  auth: 'none',
  query: z.object({
    externalEventId: z.optional(z.string().check(z.maxLength(128))),
    searchString: z.optional(SearchText),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: EventList,
  revalidated: true,
  errors: [],
})

export const getEvent = defineCall({
  service: 'events',
  name: 'getEvent',
  summary: 'Returns one event',
  method: 'GET',
  path: '/events/:eventId',
  auth: 'none',
  params: z.object({ eventId: z.string().check(z.maxLength(128)) }),
  status: 200,
  answer: Event,
  revalidated: true,
  errors: ['EventNotFound'],
})

/** Number of events in the first request for the list of home. */
export const homePageSize = 12
/** Number of events in its further requests, and its limit. */
const homeFurtherPageSize = 50
const maxHomeEvents = 100
/** Number of past events that home shows. */
const homePastEvents = 6

/**
 * Returns the next page that home needs; undefined when it has enough. The newest events come first, so that a calendar of
 * coming races fills the first page: home needs the nearest of them, and those that took place.
 */
export function getNextHomePage(
  { items, total }: { items: readonly Pick<Event, 'localDay' | 'timeZone'>[]; total: number },
  now: Date,
): { offset: number; count: number } | undefined {
  const offset = items.length
  const pastCount = items.filter(({ localDay, timeZone }) => localDay <= getLocalDay(now, timeZone)).length
  if (pastCount >= homePastEvents || offset === 0 || offset >= Math.min(total, maxHomeEvents))
    return undefined
  return { offset, count: Math.min(homeFurtherPageSize, maxHomeEvents - offset) }
}

/**
 * Returns the calendar day of a moment in a time zone, `YYYY-MM-DD`. Built from parts, because the format of a locale differs
 * between browsers: `en-CA` gives `11/26/2026` with version 42 of CLDR, e.g. in Chrome 110.
 *
 * @param timeZone IANA name
 */
export function getLocalDay(moment: Date, timeZone: string): string {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(moment)
  const getPart = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value
  return `${getPart('year')}-${getPart('month')}-${getPart('day')}`
}
