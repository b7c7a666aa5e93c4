import type { Context } from '../../platform/context.ts'
import { normalise } from './embedding.ts'
import type { FaceIndex, IndexedFace, Neighbour } from './ports.ts'
import { facesOfEvent, facesOfPhotos, photosScannedSince, readFaceVersion } from './store.ts'

const neighboursAtMost = 5000
const photosAtOnce = 500

/** Searches an event's faces, always in sync with the database, whichever process wrote them. */
export interface FaceSearch {
  /**
   * Returns the faces nearest to `embedding`, nearest first. Both are normalised, so only the direction counts. Must not be
   * called inside a transaction: it may wait for another search to load the event.
   *
   * @param maxDistance Euclidean; faces farther than this are left out
   */
  nearest(
    context: Context,
    eventId: string,
    embedding: Float32Array,
    maxDistance: number,
  ): Promise<Neighbour[]>
}

const withNormalised = (face: IndexedFace): IndexedFace => ({ ...face, embedding: normalise(face.embedding) })

async function* normalised(batches: AsyncIterable<readonly IndexedFace[]>): AsyncGenerator<IndexedFace[]> {
  for await (const batch of batches) yield batch.map(withNormalised)
}

/** Creates a search whose index follows the database: an event is loaded at its first search, then updated incrementally. */
export function createFaceSearch(index: FaceIndex): FaceSearch {
  const versions = new Map<string, number>()
  const turns = new Map<string, Promise<void>>()

  const catchUp = async (context: Context, eventId: string) => {
    const newest = await readFaceVersion(context, eventId)
    if (!index.has(eventId)) {
      // Rows written during the load have a higher version, so the next search loads them.
      await index.replaceEvent(eventId, normalised(facesOfEvent(context, eventId)))
      versions.set(eventId, newest)
      return
    }
    const known = versions.get(eventId) ?? 0
    if (known >= newest) return
    const { photoIds, version } = await photosScannedSince(context, eventId, known)
    for (let start = 0; start < photoIds.length; start += photosAtOnce) {
      const some = photoIds.slice(start, start + photosAtOnce)
      const faces = await facesOfPhotos(context, some)
      await index.remove(eventId, some)
      await index.add(eventId, faces.map(withNormalised))
    }
    versions.set(eventId, version)
  }

  /** Serializes updates of each event; continues after a failure. */
  const bringUpToDate = (context: Context, eventId: string) => {
    const turn = (turns.get(eventId) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => catchUp(context, eventId))
    turns.set(eventId, turn)
    return turn
  }

  return {
    nearest: async (context, eventId, embedding, maxDistance) => {
      await bringUpToDate(context, eventId)
      return index.search(eventId, normalise(embedding), { maxDistance, limit: neighboursAtMost })
    },
  }
}
