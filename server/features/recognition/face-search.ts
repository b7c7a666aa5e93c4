import type { Context } from '../../platform/context.ts'
import { normalise } from './embedding.ts'
import type { FaceIndex, FacesPort, IndexedFace, Neighbour } from './ports.ts'
import { findFacesOfPhotos, findPhotosScannedSince, readFacesOfEvent, readFaceVersion } from './store.ts'

const maxNeighbours = 5000
const batchSize = 500

/** Searches an event's faces, always in sync with the database, whichever process wrote them. */
export interface FaceSearch {
  readonly getThresholds: FacesPort['getThresholds']
  /**
   * Returns the faces nearest to `embedding`, nearest first. Both are normalised, so only the direction counts. Must not be
   * called inside a transaction: it may wait for another search to load the event.
   *
   * @param maxDistance Euclidean; faces farther than this are left out
   */
  findNearest(
    context: Context,
    eventId: string,
    embedding: Float32Array,
    maxDistance: number,
  ): Promise<Neighbour[]>
}

const normaliseFace = (face: IndexedFace): IndexedFace => ({ ...face, embedding: normalise(face.embedding) })

async function* normaliseBatches(
  batches: AsyncIterable<readonly IndexedFace[]>,
): AsyncGenerator<IndexedFace[]> {
  for await (const batch of batches) yield batch.map(normaliseFace)
}

/** Creates a search whose index follows the database: an event is loaded at its first search, then updated incrementally. */
export function createFaceSearch(
  index: FaceIndex,
  { getThresholds }: Pick<FacesPort, 'getThresholds'>,
): FaceSearch {
  const versions = new Map<string, number>()
  const updates = new Map<string, Promise<void>>()

  const updateIndex = async (context: Context, eventId: string) => {
    const newestVersion = await readFaceVersion(context, eventId)
    if (!index.has(eventId)) {
      // Rows written during the load have a higher version, so the next search loads them.
      await index.replaceEvent(eventId, normaliseBatches(readFacesOfEvent(context, eventId)))
      versions.set(eventId, newestVersion)
      return
    }
    const knownVersion = versions.get(eventId) ?? 0
    if (knownVersion >= newestVersion) return
    const { photoIds, version } = await findPhotosScannedSince(context, eventId, knownVersion)
    for (let start = 0; start < photoIds.length; start += batchSize) {
      const photoIdBatch = photoIds.slice(start, start + batchSize)
      const faces = await findFacesOfPhotos(context, photoIdBatch)
      await index.remove(eventId, photoIdBatch)
      await index.add(eventId, faces.map(normaliseFace))
    }
    versions.set(eventId, version)
  }

  /** Serializes updates of each event; continues after a failure. */
  const serializeUpdate = (context: Context, eventId: string) => {
    const update = (updates.get(eventId) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => updateIndex(context, eventId))
    updates.set(eventId, update)
    return update
  }

  return {
    getThresholds,
    findNearest: async (context, eventId, embedding, maxDistance) => {
      await serializeUpdate(context, eventId)
      return index.search(eventId, normalise(embedding), { maxDistance, limit: maxNeighbours })
    },
  }
}
