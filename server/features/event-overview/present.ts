import { type Event, getLocalDay } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { getMediaUrl } from '../../platform/objects/keys.ts'
import { type EventCover, type EventRow, findEvent, hasFaceSearch } from '../events/index.ts'
import { countEventItems, findCover, hasUnprocessedPhotos } from './counts-store.ts'

/** Converts event rows to the contract's form in the caller's language, with current counts. */
export async function presentEvents(context: Context, rows: readonly EventRow[]): Promise<Event[]> {
  const counts = await countEventItems(context, rows)
  const presented: Event[] = []
  for (const row of rows) {
    const cover = await findCover(context, row)
    const counted = counts.get(row.id)
    const { photosReady = 0, photosProcessing = 0, videos = 0, competitors = 0, report = 0 } = counted ?? {}
    // Photos without tags cannot be found by a number, nor by a name that resolves to one.
    const numberSearch = photosReady === 0 || counted?.hasNumbers === true
    const { frames: areFramesEnabled = true, preorder = false } = row.switches
    presented.push({
      eventId: row.id,
      externalId: row.externalId,
      title: resolveLocalText(row.title, context.language),
      startsOn: row.startsOn.toISOString(),
      endsOn: row.endsOn.toISOString(),
      localDay: getLocalDay(row.startsOn, row.timeZone),
      timeZone: row.timeZone,
      city: resolveLocalText(row.city, context.language),
      country: row.country,
      sport: row.sport,
      cover: cover ? presentCover(cover) : null,
      albumId: row.albumId,
      catalogId: row.catalogId,
      competitorsListId: row.competitorsListId,
      counts: { photos: photosReady - report, videos, competitors, report },
      features: {
        faceSearch: hasFaceSearch(context, row),
        numberSearch,
        surnameSearch: numberSearch && competitors > 0,
        video: videos > 0,
        frames: areFramesEnabled && counted !== undefined && counted.frames > 0,
        preorder,
      },
      processing: {
        photosTotal: photosReady + photosProcessing,
        photosReady,
        open: mayReceivePhotos(row, context.now),
      },
      distances: row.distances,
      points: row.points.map(({ point, title }) => ({
        point,
        title: resolveLocalText(title, context.language),
      })),
    })
  }
  return presented
}

/** Limits how long photographers hand in photos after an event, unless its organizer sets it. */
const uploadPeriodInMs = 14 * 24 * 60 * 60_000

/** Returns whether photos of an event are still handed in: set by the organizer, or until two weeks after its end. */
function mayReceivePhotos({ switches, endsOn }: Pick<EventRow, 'switches' | 'endsOn'>, now: Date): boolean {
  return !(switches.closed ?? now.getTime() > endsOn.getTime() + uploadPeriodInMs)
}

/** Converts a cover to the contract's form. */
export function presentCover(cover: EventCover): NonNullable<Event['cover']> {
  return {
    ...toPicture(cover),
    placeholder: cover.placeholder,
    ...(cover.small && { small: toPicture(cover.small) }),
  }
}

const toPicture = ({ key, width, height }: { key: string; width: number; height: number }) => ({
  url: getMediaUrl(key),
  width,
  height,
})

/** Returns whether an event is in the future: its local day is after today, and none of its photos was ingested. */
export async function isFutureEvent(context: Context, event: EventRow): Promise<boolean> {
  const { startsOn, timeZone } = event
  if (getLocalDay(startsOn, timeZone) <= getLocalDay(context.now, timeZone)) return false
  const counts = (await countEventItems(context, [event])).get(event.id)
  const { photosReady = 0, photosProcessing = 0 } = counts ?? {}
  return photosReady + photosProcessing === 0
}

/**
 * Returns whether a package of an event may still grow: it takes pre-orders, photos are being processed, or the organizer has
 * not closed it.
 */
export async function canEventGetMorePhotos(context: Context, eventId: string): Promise<boolean> {
  const row = await findEvent(context, eventId)
  if (!row) return false
  if (row.switches.preorder === true || mayReceivePhotos(row, context.now)) return true
  return hasUnprocessedPhotos(context, row.id)
}
