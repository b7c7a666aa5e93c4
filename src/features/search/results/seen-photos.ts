import { useEffect, useMemo } from 'react'
import * as z from 'zod/mini'
import type { Photo } from '../../../../contract/photos.ts'
import { type Persisted, persisted } from '../../../platform/storage/index.ts'

/** Records the runner's photos in an event that were already shown. */
const SeenPhotos = z.object({
  /** Key of the search that found them. */
  search: z.string(),
  photoIds: z.array(z.string()),
})
export type SeenPhotos = z.infer<typeof SeenPhotos>

/** Exceeds the photos of one runner in a race. A club's account may reach it; then no photo is marked as new. */
const maxSeenPhotos = 500

const persistedByEvent = new Map<string, Persisted<SeenPhotos | null>>()

export function getPersistedSeenPhotos(eventId: string): Persisted<SeenPhotos | null> {
  const knownEntry = persistedByEvent.get(eventId)
  if (knownEntry) return knownEntry
  const entry = persisted({ key: `search.${eventId}.seen`, schema: z.nullable(SeenPhotos), initial: null })
  persistedByEvent.set(eventId, entry)
  return entry
}

type PhotoReference = Pick<Photo, 'photoId'>

/** Returns the ids of photos added since the last visit; empty without an earlier visit for the same search. */
export function getNewPhotoIds(
  before: SeenPhotos | null,
  search: string,
  photos: readonly PhotoReference[],
): ReadonlySet<string> {
  if (before?.search !== search || before.photoIds.length >= maxSeenPhotos) return new Set()
  const seen = new Set(before.photoIds)
  return new Set(photos.map(({ photoId }) => photoId).filter((id) => !seen.has(id)))
}

/** Merges the photos seen now into those seen before. Returns the same object when nothing changed. */
export function addSeenPhotos(
  before: SeenPhotos | null,
  search: string,
  photos: readonly PhotoReference[],
): SeenPhotos {
  const current = before?.search === search ? before : { search, photoIds: [] }
  const photoIds = [...new Set([...current.photoIds, ...photos.map(({ photoId }) => photoId)])].slice(
    0,
    maxSeenPhotos,
  )
  return before === current && photoIds.length === current.photoIds.length ? current : { search, photoIds }
}

/**
 * Returns which photos are new since the last visit; unchanged during this one. All photos on the page count as seen.
 *
 * @param all every photo on the page, also the unconfirmed ones: confirming one does not make it new
 */
export function useNewPhotos(
  eventId: string,
  search: string,
  pagePhotos: readonly PhotoReference[],
): (photo: PhotoReference) => boolean {
  // snapshot from before this visit
  const snapshot = useMemo(
    () => ({ search, seen: getPersistedSeenPhotos(eventId).read() }),
    [eventId, search],
  )
  useEffect(() => {
    const markAsSeen = () => {
      if (document.visibilityState !== 'visible') return
      const entry = getPersistedSeenPhotos(eventId)
      const storedSeen = entry.read()
      const updatedSeen = addSeenPhotos(storedSeen, search, pagePhotos)
      if (updatedSeen !== storedSeen) entry.write(updatedSeen)
    }
    markAsSeen()
    document.addEventListener('visibilitychange', markAsSeen)
    return () => document.removeEventListener('visibilitychange', markAsSeen)
  }, [eventId, search, pagePhotos])
  return useMemo(() => {
    const newPhotoIds = getNewPhotoIds(snapshot.seen, snapshot.search, pagePhotos)
    return ({ photoId }: PhotoReference) => newPhotoIds.has(photoId)
  }, [snapshot, pagePhotos])
}
