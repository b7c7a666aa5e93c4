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
import { addVideo, findVideoBySha } from '../videos/index.ts'
import { type DemoEvent, type DemoFrame, type DemoVideo, readFramePictures } from './demo-data.ts'

/** Sets a threshold independent of the default one, because the invented faces are closer to each other than real ones. */
const faceThreshold = 0.45

/** Source and targets of the demo files. */
interface SeedSources {
  readonly folder: string
  readonly objects: Services['objects']
  readonly painter: FramePainter
  readonly covers: CoverMaker
}

/** Creates a demo event with everything except photos; existing parts stay unchanged. */
export async function seedEvent(
  context: Context,
  sources: SeedSources,
  demoEvent: DemoEvent,
): Promise<EventRow> {
  const event =
    (await findEventByExternalId(context, demoEvent.externalId)) ??
    (await createDemoEvent(context, demoEvent))
  await importStartList(context, event, join(sources.folder, demoEvent.startList))
  if (!event.cover)
    await putCover(context, sources, event, await readFile(join(sources.folder, demoEvent.cover.file)))
  for (const video of demoEvent.videos) await addDemoVideo(context, sources, event, video)
  if (demoEvent.frame) await addDemoFrame(context, sources, event, demoEvent.frame)
  return event
}

function createDemoEvent(context: Context, demoEvent: DemoEvent): Promise<EventRow> {
  return inTransaction(context, async (transaction) => {
    const { externalId, title, city, country, sport, timeZone, distances, points } = demoEvent
    const { startsOn, endsOn } = computeEventTimes(demoEvent, context.now)
    const event = await createEvent(transaction, {
      // Every demo uses the same ids, so that links and measurements can refer to them.
      id: `${context.tenant.name}-${externalId}`,
      ...{ externalId, title, city, country, sport, timeZone, distances, points },
      startsOn,
      endsOn,
      faceThreshold,
    })
    await createDefaultCatalog(transaction, { eventId: event.id, catalogId: event.catalogId })
    if (demoEvent.preorder) await openPreorders(transaction, event, demoEvent.preorder.percent)
    return event
  })
}

const dayInMs = 86_400_000

function computeEventTimes(demoEvent: DemoEvent, now: Date): { startsOn: Date; endsOn: Date } {
  const [startsOn, endsOn] = [new Date(demoEvent.startsOn), new Date(demoEvent.endsOn)]
  if (demoEvent.inDays === undefined) return { startsOn, endsOn }
  const days =
    Math.floor(now.getTime() / dayInMs) - Math.floor(startsOn.getTime() / dayInMs) + demoEvent.inDays
  const shiftByDays = (moment: Date) => new Date(moment.getTime() + days * dayInMs)
  return { startsOn: shiftByDays(startsOn), endsOn: shiftByDays(endsOn) }
}

async function addDemoVideo(
  context: Context,
  { folder, objects }: SeedSources,
  event: EventRow,
  video: DemoVideo,
) {
  const read = (extension: string) => readFile(join(folder, `${video.file}${extension}`))
  const original = await read('.mp4')
  const hash = sha256(original)
  if (await findVideoBySha(context, event.id, hash)) return
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

async function addDemoFrame(context: Context, sources: SeedSources, event: EventRow, demoFrame: DemoFrame) {
  const pictures = await readFramePictures(sources.folder, demoFrame.letter)
  await addFrame(context, sources, event, {
    title: demoFrame.title,
    pictures: await Promise.all(
      pictures.map(async ({ file, time: { box, color } }) => ({
        bytes: await readFile(join(sources.folder, file)),
        plate: { box: { x: box.x, y: box.y, width: box.w, height: box.h }, color },
      })),
    ),
  })
}
