import type { ErrorCode } from '../../../contract/errors.ts'
import type { EntryKind } from './types.ts'

const hourInMs = 3_600_000

export const limits = {
  firstWaitInMs: 1_000,
  longestWaitInMs: 60_000,
  /**
   * Limits the wait after 429 and 5xx. From the second attempt on, the ceiling is eight times as high: thousands of
   * phones would otherwise keep an overloaded service down. tests/abuse/retry-wave.test.ts measures both.
   */
  longestWaitOfServiceInMs: 120_000,
  /** After this many attempts without any answer the service may be down for all phones, and not the network of one. */
  triesOfALostNetwork: 3,
  /** Limits `Retry-After`: when a server asks for a longer wait, the retry is earlier. */
  longestRetryAfterInMs: 15 * 60_000,
  triesThatCount: 8,
  ageInMs: 72 * hourInMs,
  /** Limits what one pause adds to the age: a changed clock must not expire an entry. */
  longestPauseInMs: 24 * hourInMs,
}

/** Describes the part of an error that decides what happens next. */
export interface Failure {
  code: ErrorCode
  status: number
  retryAfterInMs?: number
}

/** Describes the past attempts of an entry. */
export interface History {
  /** Attempts that failed. */
  tries: number
  /** Failed attempts that may be caused by the entry itself. */
  counted: number
  /** Time in the queue, with clock changes limited. */
  ageInMs: number
}

export type Verdict = { type: 'again'; waitInMs: number } | { type: 'parked'; code: ErrorCode }

/** Returns whether the service did not accept the request: no network, or overload. The entry does not cause these. */
export function wasNotReached({ code, status }: Failure): boolean {
  return code === 'NoResponse' || status === 429 || status === 502 || status === 503 || status === 504
}

/** Returns whether the service itself has failed: 429 or 5xx. 501 is excluded: the service does not implement this call. */
function isOfService({ status }: Failure): boolean {
  return status === 429 || (status >= 500 && status < 600 && status !== 501)
}

/** Returns whether a failure may be caused by the entry itself. The number of such attempts is limited. */
export function mayBeItsFault(failure: Failure): boolean {
  return !isOfService(failure) && !wasNotReached(failure)
}

/** Statuses below 500 that may change on retry. A 409 with a specific code is final. */
const passing = new Set([401, 408, 425, 429])

function isFinal(failure: Failure): boolean {
  const { status, code } = failure
  if (status < 400 || status >= 500 || passing.has(status)) return false
  return status !== 409 || code !== 'Unexpected'
}

/**
 * Returns a full-jitter delay below a ceiling that doubles with each attempt. Never earlier than `Retry-After`, up to
 * a limit. `Retry-After` counts towards the longest wait, of which at least half remains for the jitter.
 *
 * @param tries failed attempts before this one
 * @param isService whether the service is overloaded or does not work
 */
export function waitAfter(
  tries: number,
  retryAfterInMs: number | undefined,
  random: () => number,
  isService = false,
): number {
  const doubled = limits.firstWaitInMs * 2 ** tries
  const [longestInMs, ceiling] =
    isService && tries > 0
      ? [limits.longestWaitOfServiceInMs, 8 * doubled]
      : [limits.longestWaitInMs, doubled]
  const asked = Math.min(retryAfterInMs ?? 0, limits.longestRetryAfterInMs)
  const roomInMs = Math.max(longestInMs - asked, longestInMs / 2)
  return Math.round(asked + random() * Math.min(roomInMs, ceiling))
}

/**
 * Decides what follows a failed attempt. While an entry is younger than 72 h, no missing network, 429 or 5xx parks
 * it: users must not have to repair an outage.
 *
 * @param history including this attempt
 * @param random 0 to 1
 */
export function verdictOn(failure: Failure, history: History, random: () => number): Verdict {
  const tooOld = history.ageInMs >= limits.ageInMs
  const tooOften = mayBeItsFault(failure) && history.counted >= limits.triesThatCount
  if (isFinal(failure) || tooOld || tooOften) return { type: 'parked', code: failure.code }
  const isOutage =
    isOfService(failure) || (failure.code === 'NoResponse' && history.tries > limits.triesOfALostNetwork)
  const waitInMs = waitAfter(history.tries - 1, failure.retryAfterInMs, random, isOutage)
  return { type: 'again', waitInMs }
}

/** Returns how long an entry still has to wait, in ms. A wait above the maximum comes from a clock that was set back. */
export function remainingWait(entry: { notBefore: number }, now: number): number {
  const waitInMs = entry.notBefore - now
  return waitInMs > limits.longestRetryAfterInMs + limits.longestWaitOfServiceInMs ? 0 : Math.max(0, waitInMs)
}

/** Describes the fields of an entry that `chooseNext` needs. */
export interface Waiting {
  id: string
  kind: EntryKind
  lane: string
  notBefore: number
  parked?: { code: ErrorCode }
}

export interface Situation {
  now: number
  /** Lanes with an entry that is being sent. */
  busy: ReadonlySet<string>
  /** Ids of entries that skip their wait. */
  eager: ReadonlySet<string>
  maySend: (kind: EntryKind) => boolean
}

/** Kinds that depend on all earlier entries of their lane. */
const needsAllBefore = new Set<EntryKind>(['checkout'])

export interface Next<E> {
  send: E[]
  /** Entries whose predecessor is parked, with its code. */
  stuck: { entry: E; code: ErrorCode }[]
}

/**
 * Selects the entries to send now: in each free lane the first one that is not parked, if it is due.
 *
 * @param entries in the order they were put
 */
export function chooseNext<E extends Waiting>(entries: readonly E[], situation: Situation): Next<E> {
  const next: Next<E> = { send: [], stuck: [] }
  const seen = new Set(situation.busy)
  const parkedIn = new Map<string, ErrorCode>()
  for (const entry of entries) {
    const { lane, parked } = entry
    if (parked) {
      if (!parkedIn.has(lane)) parkedIn.set(lane, parked.code)
      continue
    }
    if (seen.has(lane)) continue
    seen.add(lane)
    const missing = needsAllBefore.has(entry.kind) ? parkedIn.get(lane) : undefined
    if (missing) next.stuck.push({ entry, code: missing })
    else if (situation.maySend(entry.kind) && isDue(entry, situation)) next.send.push(entry)
  }
  return next
}

const isDue = (entry: Waiting, { now, eager }: Situation) =>
  eager.has(entry.id) || remainingWait(entry, now) === 0

/** Returns the ms until the first entry of any lane is due; undefined when none is queued. */
export function untilNext(entries: readonly Waiting[], now: number): number | undefined {
  const heads = new Map<string, Waiting>()
  for (const entry of entries) if (!entry.parked && !heads.has(entry.lane)) heads.set(entry.lane, entry)
  if (heads.size === 0) return undefined
  return Math.min(...[...heads.values()].map((entry) => remainingWait(entry, now)))
}
