import type { Context } from '../../platform/context.ts'
import type { Subject } from './subject.ts'

/** Whom to look for, and where. */
export interface PhotoSearch {
  readonly eventId: string
  readonly subject: Subject
}

export interface Found {
  readonly photoId: string
  readonly similarity?: number
  /** Whether it is surely somebody, or only may be. */
  readonly tier: 'sure' | 'maybe'
}

/** Finds the photos that show somebody. Not to be asked inside a transaction: it may wait for the face index. */
export interface PhotoFinder {
  /** At this moment, in time order; `similarity` from 0 to 1 for those found by face. Nothing for the whole event. */
  find(context: Context, search: PhotoSearch): Promise<readonly Found[]>
  /** How many there are at this moment; for the whole event, all. */
  count(context: Context, search: PhotoSearch): Promise<number>
}
