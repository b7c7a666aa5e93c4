import { useEffect, useMemo } from 'react'
import * as z from 'zod/mini'
import type { Photo } from '../../../contract/photos.ts'
import { type Stored, stored } from '../../platform/storage/index.ts'

/** What she has had before her of her photos in an event. */
const Seen = z.object({
  /** Whom they were found for. */
  search: z.string(),
  photoIds: z.array(z.string()),
})
export type Seen = z.infer<typeof Seen>

/** Nobody has so many photos of a race; a club's account may, and then nothing is called new. */
const mostSeen = 500

const shelves = new Map<string, Stored<Seen | null>>()

export function seenShelf(eventId: string): Stored<Seen | null> {
  const known = shelves.get(eventId)
  if (known) return known
  const shelf = stored({ key: `search.${eventId}.seen`, schema: z.nullable(Seen), initial: null })
  shelves.set(eventId, shelf)
  return shelf
}

type Named = Pick<Photo, 'photoId'>

/** Ids of the photos that came since the last visit; none when there was no other for the same search. */
export function newSince(before: Seen | null, search: string, photos: readonly Named[]): ReadonlySet<string> {
  if (before?.search !== search || before.photoIds.length >= mostSeen) return new Set()
  const seen = new Set(before.photoIds)
  return new Set(photos.map(({ photoId }) => photoId).filter((id) => !seen.has(id)))
}

/** What was seen with what is seen now. The same object when that is nothing more. */
export function seenWith(before: Seen | null, search: string, photos: readonly Named[]): Seen {
  const same = before?.search === search ? before : { search, photoIds: [] }
  const photoIds = [...new Set([...same.photoIds, ...photos.map(({ photoId }) => photoId)])].slice(
    0,
    mostSeen,
  )
  return before === same && photoIds.length === same.photoIds.length ? same : { search, photoIds }
}

/**
 * Which of her photos came since her last visit, for as long as this one lasts. What stands on the page counts as seen.
 *
 * @param all everything that is on the page, also what is only maybe hers: at her word that is not new
 */
export function useNewPhotos(
  eventId: string,
  search: string,
  all: readonly Named[],
): (photo: Named) => boolean {
  // as it was before this visit, whatever is seen in it
  const before = useMemo(() => ({ search, seen: seenShelf(eventId).read() }), [eventId, search])
  useEffect(() => {
    const see = () => {
      if (document.visibilityState !== 'visible') return
      const shelf = seenShelf(eventId)
      const kept = shelf.read()
      const now = seenWith(kept, search, all)
      if (now !== kept) shelf.write(now)
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
