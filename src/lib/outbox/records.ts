import { ApiError } from '../api-error.ts'
import { type Failure, limits, mayBeItsFault, verdictOn, wasNotReached } from './rules.ts'
import type { KeptEntry } from './store.ts'
import type { AnyEntry, Bodies, EntryKind, Outcome } from './types.ts'

/** Creates an entry at the end of the queue. */
export function newEntry<K extends EntryKind>(
  given: { id: string; kind: K; lane: string; body: Bodies[K]; afterInMs: number },
  all: readonly KeptEntry[],
  now: number,
): KeptEntry {
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
export function toEntry(kept: KeptEntry, volatile = false): AnyEntry {
  const { id, kind, lane, body, putOn, tries, notBefore, aside } = kept
  const entry = {
    id,
    kind,
    lane,
    body,
    putOn,
    tries,
    notBefore,
    ...(aside && { aside }),
    ...(volatile && { volatile }),
  }
  return entry as AnyEntry
}

/** Returns a settled entry without its body, which may hold tokens and e-mails. */
export function settledAs(kept: KeptEntry, outcome: Outcome): KeptEntry {
  return { ...kept, body: null, aside: undefined, outcome }
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
  kept: KeptEntry,
  failure: Failure,
  now: number,
  random: () => number,
): KeptEntry {
  const unreached = wasNotReached(failure)
  const pauseInMs = Math.min(Math.max(0, now - kept.age.seenOn), limits.longestPauseInMs)
  const age = { inMs: kept.age.inMs + pauseInMs, seenOn: now }
  const tries = kept.tries + 1
  const counted = kept.counted + (mayBeItsFault(failure) ? 1 : 0)
  const after = { ...kept, tries, counted, unreached, age }
  const verdict = verdictOn(failure, { tries, counted, ageInMs: age.inMs }, random)
  if (verdict.is === 'again') return { ...after, notBefore: now + verdict.waitInMs }
  return { ...after, aside: { code: verdict.code, since: now } }
}

/** Resets an entry that the user retries. It keeps its position. */
export function resetRetries(kept: KeptEntry, now: number): KeptEntry {
  const { aside: _, ...rest } = kept
  return { ...rest, tries: 0, counted: 0, notBefore: 0, unreached: false, age: { inMs: 0, seenOn: now } }
}
