import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { CalendarDay, Id, Image, listOf, Page, SearchText, Timestamp } from './common.ts'

/** Key of the place whose photos are the photo report: the organizer's choice, of nobody in particular. */
export const reportPoint = 'report'

export const Event = z.object({
  eventId: Id,
  externalId: z.nullable(z.string()),
  title: z.string(),
  startsOn: Timestamp,
  endsOn: Timestamp,
  /** The day at the place of the race; `startsOn` is UTC and may fall on another one. */
  localDay: CalendarDay,
  timeZone: z.string(),
  city: z.string(),
  country: z.string(),
  sport: z.string(),
  /** `small` is enough for a phone. */
  cover: z.nullable(z.extend(Image, { small: z.optional(Image) })),
  albumId: Id,
  catalogId: Id,
  competitorsListId: Id,
  counts: z.object({
    photos: z.int(),
    videos: z.int(),
    competitors: z.int(),
    /** Of the photos those of the photo report; a service may have none. */
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
  processing: z.object({ photosTotal: z.int(), photosReady: z.int() }),
  distances: z.array(z.string()),
  points: z.array(z.object({ point: z.string(), title: z.string() })),
})
export type Event = z.infer<typeof Event>

export const listEvents = defineCall({
  service: 'events',
  name: 'listEvents',
  summary: 'Events, newest first; by name, city, date or external id',
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
  answer: listOf(Event),
  errors: [],
})

export const getEvent = defineCall({
  service: 'events',
  name: 'getEvent',
  summary: 'One event',
  method: 'GET',
  path: '/events/:eventId',
  auth: 'none',
  params: z.object({ eventId: z.string().check(z.maxLength(128)) }),
  status: 200,
  answer: Event,
  errors: ['EventNotFound'],
})
