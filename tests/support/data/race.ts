import { randomBytes } from 'node:crypto'
import { importCompetitors, type NewCompetitor } from '../../../server/features/competitors/index.ts'
import { createEvent, type EventRow, type NewEvent } from '../../../server/features/events/index.ts'
import { addPhoto, tagNumbers } from '../../../server/features/photos/index.ts'
import type { PhotoAnalysis } from '../../../server/features/photos/store.ts'
import { embeddingLength, normalise } from '../../../server/features/recognition/embedding.ts'
import { indexFaces, type NewFace } from '../../../server/features/recognition/index.ts'
import { defaultFaceModelId } from '../../../server/features/recognition/ports.ts'
import { insertSelfie } from '../../../server/features/recognition/selfie-store.ts'
import type { Context } from '../../../server/platform/context.ts'
import { newId, sha256 } from '../../../server/platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../../server/platform/objects/keys.ts'

const title = {
  ru: 'Полумарафон «Три моста»',
  en: 'Three Bridges Half Marathon',
  es: 'Media maratón Tres Puentes',
}

/** Creates an event on an evening in September; a new one per call. */
export function createTestEvent(context: Context, input: Partial<NewEvent> = {}): Promise<EventRow> {
  return createEvent(context, {
    title,
    city: { ru: 'Санкт-Петербург', en: 'Saint Petersburg' },
    country: 'RU',
    sport: 'running',
    startsOn: new Date('2026-09-12T14:30:00Z'),
    endsOn: new Date('2026-09-12T18:30:00Z'),
    timeZone: 'Europe/Moscow',
    distances: ['21.1 km'],
    points: [{ point: 'finish', title: { ru: 'Финиш', en: 'Finish', es: 'Meta' } }],
    ...input,
  })
}

/** Imports a start list of runners with number and name. */
export function createStartList(context: Context, event: EventRow, runners: readonly NewCompetitor[]) {
  return importCompetitors(context, event.id, runners)
}

/** Builds the result of a photo's analysis, whose pictures have keys without files. */
export function buildPhotoAnalysis(context: Context, more: Partial<PhotoAnalysis> = {}): PhotoAnalysis {
  return {
    mime: 'image/jpeg',
    takenOn: new Date('2026-09-12T14:45:00Z'),
    width: 1600,
    height: 1067,
    faceShare: 0,
    preview: { key: newMediaKey(context), width: 1280, height: 854 },
    thumb: { key: newMediaKey(context), width: 400, height: 267 },
    tiny: { key: newMediaKey(context), width: 280, height: 187 },
    placeholder: 'data:image/webp;base64,AAAA',
    ...more,
  }
}

export interface PhotoOptions {
  takenOn?: Date
  numbers?: string[]
  /** Embeddings of the faces in it. */
  faces?: Float32Array[]
  point?: string
  /** Height of the largest face as a share of the photo's height, 0 to 1. */
  faceShare?: number
}

/** Creates a photo that is ready to be shown, without files. */
export async function createPhoto(
  context: Context,
  event: EventRow,
  input: PhotoOptions = {},
): Promise<string> {
  const { photoId } = await addPhoto(context, {
    eventId: event.id,
    sha256: sha256(randomBytes(32)),
    fileName: 'photo.jpg',
    mime: 'image/jpeg',
    sizeInBytes: 1_000_000,
    originalKey: newOriginalKey(context),
    point: input.point ?? null,
    analysis: buildPhotoAnalysis(context, {
      faceShare: input.faceShare ?? 0,
      takenOn: input.takenOn ?? new Date('2026-09-12T15:00:00Z'),
    }),
  })
  const numbers = (input.numbers ?? []).map((value) => ({ value, confidence: 0.99 }))
  await tagNumbers(context, { eventId: event.id, photoId, numbers })
  await indexFaces(context, { eventId: event.id, photoId, faces: (input.faces ?? []).map(buildNewFace) })
  return photoId
}

export function buildNewFace(embedding: Float32Array): NewFace {
  const box = { x: 10, y: 20, width: 80, height: 90 }
  return { embedding, box, score: 0.98, sharpness: 300, sizeInPixels: 90, number: null }
}

/** Creates a selfie with the face `embedding`. */
export async function createSelfie(context: Context, event: EventRow, embedding: Float32Array) {
  const selfie = {
    id: newId(),
    eventId: event.id,
    personId: newId(),
    model: defaultFaceModelId,
    embedding,
    createdOn: context.now,
    expiresOn: new Date(context.now.getTime() + 24 * 3_600_000),
    idempotencyKey: null,
    requestHash: sha256(newId()),
  }
  await insertSelfie(context, selfie)
  return { selfieId: selfie.id, personId: selfie.personId }
}

/** Returns an embedding by seed; embeddings of different seeds have a distance of about 2. */
export function buildEmbedding(seed: number): Float32Array {
  const random = createSeededRandom(seed)
  return normalise(Float32Array.from({ length: 128 }, () => random() + random() + random() - 1.5))
}

/**
 * Returns an embedding at a Euclidean distance from another, both of the usual norm. Embeddings with one seed differ
 * in the same direction, like those of one person.
 */
export function buildEmbeddingNear(face: Float32Array, distance: number, seed = 7): Float32Array {
  const direction = buildEmbedding(seed + 1_000_000)
  const projection =
    face.reduce((sum, number, i) => sum + number * (direction[i] ?? 0), 0) / embeddingLength ** 2
  const perpendicular = normalise(direction.map((number, i) => number - projection * (face[i] ?? 0)))
  const angle = 2 * Math.asin(distance / (2 * embeddingLength))
  return face.map((number, i) => number * Math.cos(angle) + (perpendicular[i] ?? 0) * Math.sin(angle))
}

/** Returns a generator of uniform pseudo-random numbers from 0 to 1 (mulberry32). */
function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
