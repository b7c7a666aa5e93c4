import type { Context } from '../../platform/context.ts'
import { normalise } from './embedding.ts'
import {
  type FaceState,
  findFacesOfPhotos,
  findPhotosScannedSince,
  readFaceState,
  readFacesOfEvent,
} from './face-model/index-store.ts'
import type { FaceIndex, FacesPort, IndexedFace, Neighbour } from './ports.ts'

const maxNeighbours = 5000
const batchSize = 500

/** Searches an event's faces, always in sync with the database, whichever process wrote them. */
export interface FaceSearch {
  readonly getThresholds: FacesPort['getThresholds']
  /**
   * Returns the faces nearest to an embedding, nearest first. Both are normalised, so only the direction counts. Must not be
   * called inside a transaction: it may wait for another search to load the event.
   *
   * @param query `model`: id of the model of the embedding. `maxDistance`: Euclidean; faces farther than this are left out
   * @returns none when the event has changed to another model
   */
  findNearest(
    context: Context,
    eventId: string,
    query: { embedding: Float32Array; model: string; maxDistance: number },
  ): Promise<Neighbour[]>
}

const normaliseFace = (face: IndexedFace): IndexedFace => ({ ...face, embedding: normalise(face.embedding) })

async function* normaliseBatches(
  batches: AsyncIterable<readonly IndexedFace[]>,
): AsyncGenerator<IndexedFace[]> {
  for await (const batch of batches) yield batch.map(normaliseFace)
}

/**
 * Creates a search whose index follows the database: an event is loaded at its first search, then updated incrementally. The
 * index has an entry for each event and model, so that searches go on in the earlier one until the next one is loaded.
 */
export function createFaceSearch(
  index: FaceIndex,
  { getThresholds }: Pick<FacesPort, 'getThresholds'>,
): FaceSearch {
  /** Version and model of each event as loaded. */
  const loaded = new Map<string, FaceState>()
  const updates = new Map<string, Promise<string>>()

  /** Returns the model of the event. */
  const updateIndex = async (context: Context, eventId: string): Promise<string> => {
    const newest = await readFaceState(context, eventId)
    const { model } = newest
    const entry = toIndexEntry(eventId, model)
    const known = loaded.get(eventId)
    if (!index.has(entry) || known?.model !== model) {
      // Rows written during the load have a higher version, so the next search loads them.
      await index.replaceEvent(entry, normaliseBatches(readFacesOfEvent(context, eventId, model)))
      loaded.set(eventId, newest)
      if (known && known.model !== model) index.drop(toIndexEntry(eventId, known.model))
      return model
    }
    if (known.version >= newest.version) return model
    const { photoIds, version } = await findPhotosScannedSince(context, eventId, known.version)
    for (let start = 0; start < photoIds.length; start += batchSize) {
      const photoIdBatch = photoIds.slice(start, start + batchSize)
      const faces = await findFacesOfPhotos(context, photoIdBatch, model)
      await index.remove(entry, photoIdBatch)
      await index.add(entry, faces.map(normaliseFace))
    }
    loaded.set(eventId, { version, model })
    return model
  }

  /** Serializes updates of each event; continues after a failure. */
  const serializeUpdate = (context: Context, eventId: string) => {
    const update = Promise.resolve(updates.get(eventId))
      .catch(() => undefined)
      .then(() => updateIndex(context, eventId))
    updates.set(eventId, update)
    return update
  }

  return {
    getThresholds,
    findNearest: async (context, eventId, { embedding, model, maxDistance }) => {
      if ((await serializeUpdate(context, eventId)) !== model) return []
      const options = { maxDistance, limit: maxNeighbours }
      return index.search(toIndexEntry(eventId, model), normalise(embedding), options)
    },
  }
}

const toIndexEntry = (eventId: string, model: string) => `${eventId} ${model}`
