import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, inTransaction } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import type { Services } from '../../platform/services.ts'
import { createDefaultCatalog } from '../catalog/index.ts'
import {
  type CoverMaker,
  createEvent,
  type EventRow,
  findEventByExternalId,
  putCover,
} from '../events/index.ts'
import { addFrame, type FramePainter } from '../frame/index.ts'
import { importStartList } from '../ingest/index.ts'
import { openPreorders } from '../preorders/index.ts'
import { addVideo, videoBySha } from '../videos/index.ts'
import { type DemoEvent, type DemoFrame, type DemoVideo, readFramePictures } from './demo-data.ts'

/** Sets a threshold independent of the default one, because the invented faces are closer to each other than real ones. */
const faceThreshold = 0.45

/** Source and targets of the demo files. */
interface SeedParts {
  readonly folder: string
  readonly objects: Services['objects']
  readonly painter: FramePainter
  readonly covers: CoverMaker
}

/** Creates a demo event with everything except photos; existing parts stay unchanged. */
export async function seedEvent(context: Context, parts: SeedParts, wanted: DemoEvent): Promise<EventRow> {
  const event =
    (await findEventByExternalId(context, wanted.externalId)) ?? (await makeEvent(context, wanted))
  await importStartList(context, event, join(parts.folder, wanted.startList))
  if (!event.cover)
    await putCover(context, parts, event, await readFile(join(parts.folder, wanted.cover.file)))
  for (const video of wanted.videos) await putVideo(context, parts, event, video)
  if (wanted.frame) await putFrame(context, parts, event, wanted.frame)
  return event
}

function makeEvent(context: Context, wanted: DemoEvent): Promise<EventRow> {
  return inTransaction(context, async (transaction) => {
    const { externalId, title, city, country, sport, timeZone, distances, points } = wanted
    const { startsOn, endsOn } = computeEventTimes(wanted, context.now)
    const event = await createEvent(transaction, {
      // Every demo uses the same ids, so that links and measurements can refer to them.
      id: `${context.tenant.name}-${externalId}`,
      ...{ externalId, title, city, country, sport, timeZone, distances, points },
      startsOn,
      endsOn,
      faceThreshold,
    })
    await createDefaultCatalog(transaction, { eventId: event.id, catalogId: event.catalogId })
    if (wanted.preorder) await openPreorders(transaction, event, wanted.preorder.percent)
    return event
  })
}

const dayInMs = 86_400_000

function computeEventTimes(wanted: DemoEvent, now: Date): { startsOn: Date; endsOn: Date } {
  const [startsOn, endsOn] = [new Date(wanted.startsOn), new Date(wanted.endsOn)]
  if (wanted.inDays === undefined) return { startsOn, endsOn }
  const days = Math.floor(now.getTime() / dayInMs) - Math.floor(startsOn.getTime() / dayInMs) + wanted.inDays
  const moved = (moment: Date) => new Date(moment.getTime() + days * dayInMs)
  return { startsOn: moved(startsOn), endsOn: moved(endsOn) }
}

async function putVideo(context: Context, { folder, objects }: SeedParts, event: EventRow, video: DemoVideo) {
  const read = (extension: string) => readFile(join(folder, `${video.file}${extension}`))
  const original = await read('.mp4')
  const hash = sha256(original)
  if (await videoBySha(context, event.id, hash)) return
  const keys = {
    original: newOriginalKey(context),
    preview: newMediaKey(context),
    poster: newMediaKey(context),
  }
  await objects.put(keys.original, original, { contentType: 'video/mp4' })
  await objects.put(keys.preview, await read('.preview.mp4'), { contentType: 'video/mp4' })
  await objects.put(keys.poster, await read('.poster.jpg'), { contentType: 'image/jpeg' })
  await addVideo(context, {
    eventId: event.id,
    title: video.title,
    startNumber: video.startNumber,
    durationS: video.durationS,
    takenOn: event.startsOn,
    sha256: hash,
    fileName: `${video.file.slice(video.file.lastIndexOf('/') + 1)}.mp4`,
    mime: 'video/mp4',
    sizeInBytes: original.length,
    originalKey: keys.original,
    previewKey: keys.preview,
    poster: { key: keys.poster, ...posterSize },
  })
}

/** Pixel size of every poster in the folder. */
const posterSize = { width: 960, height: 540 }

async function putFrame(context: Context, parts: SeedParts, event: EventRow, wanted: DemoFrame) {
  const pictures = await readFramePictures(parts.folder, wanted.letter)
  await addFrame(context, parts, event, {
    title: wanted.title,
    pictures: await Promise.all(
      pictures.map(async ({ file, time: { box, color } }) => ({
        bytes: await readFile(join(parts.folder, file)),
        plate: { box: { x: box.x, y: box.y, width: box.w, height: box.h }, color },
      })),
    ),
  })
}
