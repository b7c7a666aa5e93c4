import { useEffect, useMemo } from 'react'
import * as z from 'zod/mini'
import type { Photo } from '../../../contract/photos.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'

/** Records the runner's photos in an event that were already shown. */
const Seen = z.object({
  /** Key of the search that found them. */
  search: z.string(),
  photoIds: z.array(z.string()),
})
export type Seen = z.infer<typeof Seen>

/** Exceeds the photos of one runner in a race. A club's account may reach it; then no photo is marked as new. */
const mostSeen = 500

const entries = new Map<string, Persisted<Seen | null>>()

export function persistedSeen(eventId: string): Persisted<Seen | null> {
  const known = entries.get(eventId)
  if (known) return known
  const entry = persisted({ key: `search.${eventId}.seen`, schema: z.nullable(Seen), initial: null })
  entries.set(eventId, entry)
  return entry
}

type Named = Pick<Photo, 'photoId'>

/** Returns the ids of photos added since the last visit; empty without an earlier visit for the same search. */
export function newSince(before: Seen | null, search: string, photos: readonly Named[]): ReadonlySet<string> {
  if (before?.search !== search || before.photoIds.length >= mostSeen) return new Set()
  const seen = new Set(before.photoIds)
  return new Set(photos.map(({ photoId }) => photoId).filter((id) => !seen.has(id)))
}

/** Merges the photos seen now into those seen before. Returns the same object when nothing changed. */
export function seenWith(before: Seen | null, search: string, photos: readonly Named[]): Seen {
  const same = before?.search === search ? before : { search, photoIds: [] }
  const photoIds = [...new Set([...same.photoIds, ...photos.map(({ photoId }) => photoId)])].slice(
    0,
    mostSeen,
  )
  return before === same && photoIds.length === same.photoIds.length ? same : { search, photoIds }
}

/**
 * Returns which photos are new since the last visit; unchanged during this one. All photos on the page count as seen.
 *
 * @param all every photo on the page, also the unconfirmed ones: confirming one does not make it new
 */
export function useNewPhotos(
  eventId: string,
  search: string,
  all: readonly Named[],
): (photo: Named) => boolean {
  // snapshot from before this visit
  const before = useMemo(() => ({ search, seen: persistedSeen(eventId).read() }), [eventId, search])
  useEffect(() => {
    const see = () => {
      if (document.visibilityState !== 'visible') return
      const entry = persistedSeen(eventId)
      const kept = entry.read()
      const now = seenWith(kept, search, all)
      if (now !== kept) entry.write(now)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [eventId, search, all])
  return useMemo(() => {
    const fresh = newSince(before.seen, before.search, all)
    return ({ photoId }: Named) => fresh.has(photoId)
  }, [before, all])
}
