import { ApiError } from '../api-error.ts'
import type { Action } from './define-action.ts'
import { decideAfterFailure, type Failure, limits, mayBeEntryFault, wasUnreachable } from './rules.ts'
import type { QueueRecord } from './store.ts'
import type { Outcome, UncheckedEntry } from './types.ts'

/** Creates an entry at the end of the queue. @param options `body` as devices store it */
export function createEntry(
  options: { id: string; kind: string; lane: string; body: unknown; afterInMs: number },
  all: readonly QueueRecord[],
  now: number,
): QueueRecord {
  const { afterInMs, ...entry } = options
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

/** Returns the public view of an entry. @param action that of its kind; undefined for a kind of another build */
export function toEntry(
  record: QueueRecord,
  action: Pick<Action, 'fromStored'> | undefined,
  isVolatile = false,
): UncheckedEntry {
  const { id, kind, lane, body, putOn, tries, notBefore, parked } = record
  return {
    id,
    kind,
    lane,
    body: action ? action.fromStored(body) : body,
    putOn,
    tries,
    notBefore,
    ...(parked && { parked }),
    ...(isVolatile && { volatile: isVolatile }),
  }
}

/** Returns a settled entry without its body, which may hold tokens and e-mails. */
export function toSettledEntry(record: QueueRecord, outcome: Outcome): QueueRecord {
  return { ...record, body: null, parked: undefined, outcome }
}

/** Status of client-side errors; the service never answers with it. */
const clientErrorStatus = 0

/** Reduces any thrown value to a code of the contract; `Unexpected` for a client-side error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ApiError) return error
  return { code: 'Unexpected', status: clientErrorStatus }
}

/** Returns an entry after a failed attempt: scheduled for a retry, or parked. */
export function applyFailure(
  record: QueueRecord,
  failure: Failure,
  now: number,
  random: () => number,
): QueueRecord {
  // a service that says when to come again is not asked earlier
  const unreached = wasUnreachable(failure) && failure.retryAfterInMs === undefined
  const pauseInMs = Math.min(Math.max(0, now - record.age.seenOn), limits.longestPauseInMs)
  const age = { inMs: record.age.inMs + pauseInMs, seenOn: now }
  const tries = record.tries + 1
  const counted = record.counted + (mayBeEntryFault(failure) ? 1 : 0)
  const updated = { ...record, tries, counted, unreached, age }
  const verdict = decideAfterFailure(failure, { tries, counted, ageInMs: age.inMs }, random)
  if (verdict.type === 'again') return { ...updated, notBefore: now + verdict.waitInMs }
  return { ...updated, parked: { code: verdict.code, since: now } }
}

/** Resets an entry that the user retries. It keeps its position. */
export function resetRetries(record: QueueRecord, now: number): QueueRecord {
  const { parked: _, ...others } = record
  return { ...others, tries: 0, counted: 0, notBefore: 0, unreached: false, age: { inMs: 0, seenOn: now } }
}
