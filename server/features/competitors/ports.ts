import type { Context } from '../../platform/context.ts'
import type { Subject } from './subject.ts'

/** A search for one subject in one event. */
export interface PhotoSearch {
  readonly eventId: string
  readonly subject: Subject
  /** “Not me” answers given at this moment or later are ignored. */
  readonly deniedBefore?: Date
}

export interface MatchedPhoto {
  readonly photoId: string
  readonly similarity?: number
  /** Whether the match is certain or only possible. */
  readonly tier: 'sure' | 'maybe'
}

/** Finds the photos of a subject. Must not be called inside a transaction: it may wait for the face index. */
export interface PhotoFinder {
  /** Returns the current photos in time order; `similarity` from 0 to 1 for those found by face. Empty for the whole event. */
  find(context: Context, search: PhotoSearch): Promise<readonly MatchedPhoto[]>
  /** Counts the current photos; for the whole event, all of them. */
  count(context: Context, search: PhotoSearch): Promise<number>
}
