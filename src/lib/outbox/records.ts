import { ApiError } from '../api-error.ts'
import { type Failure, limits, verdictOn, wasNotReached } from './rules.ts'
import type { KeptEntry } from './store.ts'
import type { AnyEntry, Bodies, EntryKind, Outcome } from './types.ts'

/** A new entry behind all others. */
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

/** What everybody else sees of an entry. */
export function shownOf(kept: KeptEntry, unkept = false): AnyEntry {
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
    ...(unkept && { unkept }),
  }
  return entry as AnyEntry
}

/** A settled entry: without its body, which may hold tokens and e-mails. */
export function settledAs(kept: KeptEntry, outcome: Outcome): KeptEntry {
  return { ...kept, body: null, aside: undefined, outcome }
}

/** What is kept of whatever a sender threw: a code of the contract; `Unexpected` for a mistake of ours. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error
  return { code: 'Unexpected', status: 500 }
}

/** An entry after a failed attempt: waiting for the next one, or set aside. */
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
  const counted = kept.counted + (unreached ? 0 : 1)
  const after = { ...kept, tries, counted, unreached, age }
  const verdict = verdictOn(failure, { tries, counted, ageInMs: age.inMs }, random)
  if (verdict.is === 'again') return { ...after, notBefore: now + verdict.waitInMs }
  return { ...after, aside: { code: verdict.code, since: now } }
}

/** An entry that the user wants to try again: as if it were new, in its old place. */
export function afresh(kept: KeptEntry, now: number): KeptEntry {
  const { aside: _, ...rest } = kept
  return { ...rest, tries: 0, counted: 0, notBefore: 0, unreached: false, age: { inMs: 0, seenOn: now } }
}
