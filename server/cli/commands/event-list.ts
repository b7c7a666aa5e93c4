import { getLocalDay } from '../../../contract/events.ts'
import { countCompetitors } from '../../features/competitors/index.ts'
import { type EventRow, listAllEvents } from '../../features/events/index.ts'
import { countWaiting } from '../../features/ingest/index.ts'
import { countPhotos } from '../../features/photos/index.ts'
import type { Context } from '../../platform/context.ts'
import { countNoun } from '../../platform/count-noun.ts'
import type { Command } from '../command.ts'
import { resolveEvent } from './resolve-event.ts'

/** Lists all events of a tenant, newest first. */
export const listEventsCommand: Command = {
  name: 'event list',
  summary: 'List the events, newest first',
  operands: [],
  options: {},
  details: [],
  run: async (_dependencies, context) => {
    const events: ReturnType<typeof summarizeEvent>[] = []
    const lines: string[] = []
    for (const event of await listAllEvents(context)) {
      const photos = (await countPhotos(context, event.id)).Ready
      events.push(summarizeEvent(event, photos))
      lines.push(formatEvent(event, photos))
    }
    return { exitCode: 0, lines, json: { events } }
  },
}

/** Shows one event with its counts and addresses. */
export const showEventCommand: Command = {
  name: 'event show',
  summary: 'Show an event: counts, places, addresses',
  operands: ['EVENT'],
  options: {},
  details: ['EVENT is its id, its external id or its title as in an address, e.g. white-trail.'],
  run: async (_dependencies, context, args) => {
    const event = await resolveEvent(context, args.operand(0))
    const details = await describeEvent(context, event)
    const width = Math.max(...Object.keys(details).map((name) => name.length))
    return {
      exitCode: 0,
      lines: Object.entries(details).map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`),
      json: details,
    }
  },
}

const summarizeEvent = (event: EventRow, photos: number) => ({
  eventId: event.id,
  externalId: event.externalId,
  title: event.title.ru,
  startsOn: event.startsOn.toISOString(),
  state: event.state,
  photos,
})

/** Returns an event as one line, with its day at its place. */
function formatEvent({ id, startsOn, timeZone, title, state }: EventRow, photos: number): string {
  const day = getLocalDay(startsOn, timeZone)
  const photoCount = countNoun(photos, 'photo', 'photos').padStart(13)
  return `${id}  ${day}  ${photoCount}  ${title.ru}${state === 'Hidden' ? '  (hidden)' : ''}`
}

async function describeEvent(context: Context, event: EventRow) {
  return {
    ...summarizeEvent(event, (await countPhotos(context, event.id)).Ready),
    waiting: await countWaiting(context, event.id),
    runners: await countCompetitors(context, event.competitorsListId),
    city: event.city.ru,
    country: event.country,
    timeZone: event.timeZone,
    distances: event.distances,
    points: event.points.map(({ point }) => point),
    faceThreshold: event.faceThreshold,
    albumId: event.albumId,
    catalogId: event.catalogId,
    competitorsListId: event.competitorsListId,
    page: `${context.origin}/event/${event.id}`,
  }
}

function formatCell(value: string | number | readonly string[] | null): string {
  if (value === null) return '–'
  return typeof value === 'object' ? value.join(', ') : String(value)
}
