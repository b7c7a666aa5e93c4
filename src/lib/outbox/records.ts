import { ApiError } from '../api-error.ts'
import { type Failure, limits, mayBeItsFault, verdictOn, wasNotReached } from './rules.ts'
import type { QueueRecord } from './store.ts'
import type { AnyEntry, Bodies, EntryKind, Outcome } from './types.ts'

/** Creates an entry at the end of the queue. */
export function newEntry<K extends EntryKind>(
  given: { id: string; kind: K; lane: string; body: Bodies[K]; afterInMs: number },
  all: readonly QueueRecord[],
  now: number,
): QueueRecord {
  const { afterInMs, ...entry } = given
  return {
    ...entry,
    putOn: now,
    tries: 0,
    notBefore: afterInMs > 0 ? now + afterInMs : 0,
    order: Math.max(0, ...all.map(({ order }) => order)) + 1,
    counted: 0,
    unreached: false,
    age: { inMs: 0, seenOn: now },
  }
}

/** Returns the public view of an entry. */
export function toEntry(kept: QueueRecord, volatile = false): AnyEntry {
  const { id, kind, lane, body, putOn, tries, notBefore, parked } = kept
  const entry = {
    id,
    kind,
    lane,
    body,
    putOn,
    tries,
    notBefore,
    ...(parked && { parked }),
    ...(volatile && { volatile }),
  }
  return entry as AnyEntry
}

/** Returns a settled entry without its body, which may hold tokens and e-mails. */
export function withOutcome(kept: QueueRecord, outcome: Outcome): QueueRecord {
  return { ...kept, body: null, parked: undefined, outcome }
}

/** Status of client-side errors; the service never answers with it. */
const ownMistake = 0

/** Reduces any thrown value to a code of the contract; `Unexpected` for a client-side error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ApiError) return error
  return { code: 'Unexpected', status: ownMistake }
}

/** Returns an entry after a failed attempt: scheduled for a retry, or parked. */
export function afterFailure(
  kept: QueueRecord,
  failure: Failure,
  now: number,
  random: () => number,
): QueueRecord {
  const unreached = wasNotReached(failure)
  const pauseInMs = Math.min(Math.max(0, now - kept.age.seenOn), limits.longestPauseInMs)
  const age = { inMs: kept.age.inMs + pauseInMs, seenOn: now }
  const tries = kept.tries + 1
  const counted = kept.counted + (mayBeItsFault(failure) ? 1 : 0)
  const after = { ...kept, tries, counted, unreached, age }
  const verdict = verdictOn(failure, { tries, counted, ageInMs: age.inMs }, random)
  if (verdict.type === 'again') return { ...after, notBefore: now + verdict.waitInMs }
  return { ...after, parked: { code: verdict.code, since: now } }
}

/** Resets an entry that the user retries. It keeps its position. */
export function resetRetries(kept: QueueRecord, now: number): QueueRecord {
  const { parked: _, ...rest } = kept
  return { ...rest, tries: 0, counted: 0, notBefore: 0, unreached: false, age: { inMs: 0, seenOn: now } }
}
