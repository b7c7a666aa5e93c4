import type { Context } from '../../platform/context.ts'
import type { FaceIndex, Neighbour } from './ports.ts'
import { facesOfEvent, facesOfPhotos, faceVersionOf, photosScannedSince } from './store.ts'

const neighboursAtMost = 5000
const photosAtOnce = 500

/** Searches an event's faces, always up to date with the database, whichever process wrote them. */
export interface FaceSearch {
  /**
   * The faces nearest to `embedding`, nearest first. Not to be called inside a transaction: it may wait for
   * another search to load the event.
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

/** Keeps an index in step with the database: loads an event at its first search, then only what has changed. */
export function createFaceSearch(index: FaceIndex): FaceSearch {
  const versions = new Map<string, number>()
  const turns = new Map<string, Promise<void>>()

  const catchUp = async (context: Context, eventId: string) => {
    const newest = await faceVersionOf(context, eventId)
    if (!index.has(eventId)) {
      // What is written while loading carries a higher version, so that the next search brings it.
      await index.replaceEvent(eventId, facesOfEvent(context, eventId))
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
      await index.add(eventId, faces)
    }
    versions.set(eventId, version)
  }

  /** One after another for each event, also after a failure. */
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
      return index.search(eventId, embedding, { maxDistance, limit: neighboursAtMost })
    },
  }
}
