import * as z from 'zod/mini'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueue, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { type EventRow, findEvent, hasFaceSearch, lockFaceSearch } from '../../events/index.ts'
import {
  type FacePhotoFinder,
  FaceRejected,
  type FacesPort,
  type IsNeededByOrder,
  type ReadOriginal,
} from '../ports.ts'
import type { DeletePersonData } from '../purge-selfies.ts'
import { deleteSelfie, findSelfiesOfModel, replaceEmbedding } from '../selfie-store.ts'
import { indexFaces, type NewFace, prepareFaces } from '../store.ts'
import { type CarriedSelfie, carryOverSelfies } from './carry-over-selfies.ts'
import { findMatchingFace } from './find-matching-face.ts'
import { readFaceState } from './index-store.ts'
import {
  changeEventModel,
  countEmbeddedPhotos,
  embedPhotoJob,
  findEventsWithOtherModel,
  findFacesOfPhoto,
  findPhotosToEmbed,
  lockEventModelForChange,
  readChosenModel,
  writeChosenModel,
} from './model-store.ts'

const embedEventJob = 'recognition.embed-event'
const EventTask = z.object({ eventId: z.string(), model: z.string(), runAt: z.string() })
type EventTask = z.infer<typeof EventTask>
const PhotoTask = z.object({ eventId: z.string(), photoId: z.string() })

/** Photos of one run of the job: some seconds, so that a stop of the process does not wait. */
const photosPerRun = 10
const retryWhenOrdersWaitInMs = 3_600_000

export interface EmbeddingServices {
  readonly faces: FacesPort
  readonly finder: FacePhotoFinder
  readonly readOriginal: ReadOriginal
  readonly deletePersonData: DeletePersonData
  readonly isNeededByOrder: IsNeededByOrder
}

/** An event whose photos are being embedded by the chosen model, and how many of them are. */
export interface EventProgress {
  readonly event: EventRow
  readonly done: number
  readonly total: number
}

/**
 * Stores the model for new events, and schedules that the faces of all others are embedded by it. Their searches use the
 * previous model until an event is complete.
 *
 * @param contexts of all tenants
 * @param model id of an installed model
 */
export async function chooseFaceModel(contexts: readonly Context[], model: string): Promise<void> {
  const [first] = contexts
  if (first) await writeChosenModel(first, model, first.now)
  for (const context of contexts) await scheduleEmbedding(context)
}

/** Schedules that events of a tenant with another model than the chosen one are embedded by it, the newest event first. */
export async function scheduleEmbedding(context: Context): Promise<void> {
  const model = await readChosenModel(context)
  const events = await findPendingEvents(context, model)
  for (const [index, { id: eventId }] of events.entries()) {
    const runAt = new Date(context.now.getTime() - events.length + index)
    const payload: EventTask = { eventId, model, runAt: runAt.toISOString() }
    // a new key, because the same model may be chosen again; a second job finds its work done
    await enqueue(context, { kind: embedEventJob, key: newId(), payload, runAt })
  }
}

/** Returns the events of a tenant that do not use the chosen model yet, the newest event first. */
export async function listEventProgress(context: Context): Promise<EventProgress[]> {
  const model = await readChosenModel(context)
  const progress: EventProgress[] = []
  for (const event of await findPendingEvents(context, model))
    progress.push({ event, ...(await countEmbeddedPhotos(context, event.id, model)) })
  return progress
}

async function findPendingEvents(context: Context, model: string): Promise<EventRow[]> {
  const events: EventRow[] = []
  for (const eventId of await findEventsWithOtherModel(context, model)) {
    const event = await findEvent(context, eventId)
    if (event && hasFaceSearch(context, event)) events.push(event)
  }
  return events.toSorted((a, b) => b.startsOn.getTime() - a.startsOn.getTime())
}

/** Creates the jobs that embed the faces of events and photos again. */
export function createEmbeddingJobs(services: EmbeddingServices): Readonly<Record<string, JobHandler>> {
  return {
    [embedEventJob]: (context, payload) => embedEvent(context, services, z.parse(EventTask, payload)),
    [embedPhotoJob]: async (context, payload) => {
      const { eventId, photoId } = z.parse(PhotoTask, payload)
      const { model } = await readFaceState(context, eventId)
      const faces = await embedPhoto(context, services, photoId, model)
      await indexFaces(context, { eventId, photoId, faces, model })
    },
  }
}

/** Embeds some photos, or changes the event to the next model when all are embedded. @returns the time of the next run */
async function embedEvent(
  context: Context,
  services: EmbeddingServices,
  { eventId, model, runAt }: EventTask,
): Promise<Date | undefined> {
  const event = await findEvent(context, eventId)
  // Later choices have other jobs; `faces on` schedules the events that are left out here.
  if (!event || !hasFaceSearch(context, event) || (await readChosenModel(context)) !== model) return undefined
  const { model: currentModel } = await readFaceState(context, eventId)
  if (currentModel === model) return undefined
  const photoIds = await findPhotosToEmbed(context, eventId, model, photosPerRun)
  if (photoIds.length > 0) {
    await Promise.all(
      photoIds.map(async (photoId) => {
        const faces = await embedPhoto(context, services, photoId, model)
        await prepareFaces(context, { eventId, photoId, faces, model })
      }),
    )
    context.log.info(
      { event: eventId, model, ...(await countEmbeddedPhotos(context, eventId, model)) },
      'faces of an event are embedded by another model',
    )
    return new Date(runAt)
  }
  const change = { from: currentModel, to: model }
  const carried = await carryOverSelfies(context, services.finder, eventId, change)
  const lostIds = carried.flatMap(({ selfie, embedding }) => (embedding ? [] : [selfie.id]))
  if (lostIds.length > 0 && (await services.isNeededByOrder(context, eventId, lostIds))) {
    context.log.info(
      { event: eventId, model },
      'change of the face model waits for photos of a bought package',
    )
    return new Date(context.now.getTime() + retryWhenOrdersWaitInMs)
  }
  const isChanged = await changeModel(context, services, eventId, change, carried)
  if (!isChanged) return new Date(runAt)
  context.log.info(
    {
      event: eventId,
      model,
      selfiesCarriedOver: carried.length - lostIds.length,
      selfiesEnded: lostIds.length,
    },
    'an event uses another face model',
  )
  return undefined
}

/** Changes an event to another model in one transaction. @returns false when photos or selfies were added meanwhile */
function changeModel(
  context: Context,
  { deletePersonData }: EmbeddingServices,
  eventId: string,
  { from, to }: { from: string; to: string },
  carried: readonly CarriedSelfie[],
): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    if (!(await lockFaceSearch(transaction, eventId))) return false
    // Waits for writers of faces and selfies; later ones see the next model.
    if ((await lockEventModelForChange(transaction, eventId)) !== from) return false
    if ((await findPhotosToEmbed(transaction, eventId, to, 1)).length > 0) return false
    const embeddings = new Map(carried.map(({ selfie, embedding }) => [selfie.id, embedding]))
    const selfies = await findSelfiesOfModel(transaction, eventId, from)
    if (!selfies.every(({ id }) => embeddings.has(id))) return false
    for (const { id, personId } of selfies) {
      const embedding = embeddings.get(id)
      if (embedding) await replaceEmbedding(transaction, id, { embedding, model: to })
      else {
        await deleteSelfie(transaction, id)
        await deletePersonData(transaction, personId, 'expired')
      }
    }
    await changeEventModel(transaction, eventId, to)
    return true
  })
}

/**
 * Returns the faces of a photo, embedded by a model. They have the numbers of the faces that other models found there. None
 * when the original cannot be read.
 */
async function embedPhoto(
  context: Context,
  { faces, readOriginal }: EmbeddingServices,
  photoId: string,
  model: string,
): Promise<NewFace[]> {
  const bytes = await readOriginal(context, photoId)
  if (!bytes) return []
  const earlierFaces = (await findFacesOfPhoto(context, photoId)).filter((face) => face.model !== model)
  const numbered = earlierFaces.filter(({ number }) => number !== null)
  const found = await faces.readPhoto(bytes, model).catch((error: unknown) => {
    if (!(error instanceof FaceRejected)) throw error
    context.log.error({ photo: photoId, code: error.code }, 'a stored photo cannot be read')
    return []
  })
  return found.map(({ box, score, embedding, sharpness, sizeInPixels }) => {
    const number = findMatchingFace(box, numbered)?.number ?? null
    return { box, score, embedding, sharpness, sizeInPixels, number }
  })
}
