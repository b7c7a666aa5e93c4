import type { ErrorCode } from '../../../contract/errors.ts'

const hourInMs = 3_600_000

export const limits = {
  firstWaitInMs: 1_000,
  longestWaitInMs: 60_000,
  /**
   * Limits the wait after 429 and 5xx. From the second attempt on, the ceiling is eight times as high: thousands of
   * phones would otherwise keep an overloaded service down. tests/abuse/retry-wave.test.ts measures both.
   */
  longestServiceWaitInMs: 120_000,
  /** After this many attempts without any answer the service may be down for all phones, and not the network of one. */
  triesOfALostNetwork: 3,
  /** Limits `Retry-After`: when a server asks for a longer wait, the retry is earlier. */
  longestRetryAfterInMs: 15 * 60_000,
  maxCountedTries: 8,
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
export interface AttemptHistory {
  /** Attempts that failed. */
  tries: number
  /** Failed attempts that may be caused by the entry itself. */
  counted: number
  /** Time in the queue, with clock changes limited. */
  ageInMs: number
}

export type RetryDecision = { type: 'again'; waitInMs: number } | { type: 'parked'; code: ErrorCode }

/** Returns whether the service did not accept the request: no network, or overload. The entry does not cause these. */
export function wasUnreachable({ code, status }: Failure): boolean {
  return code === 'NoResponse' || status === 429 || status === 502 || status === 503 || status === 504
}

/** Returns whether the service itself has failed: 429 or 5xx. 501 is excluded: the service does not implement this call. */
function isServiceFailure({ status }: Failure): boolean {
  return status === 429 || (status >= 500 && status < 600 && status !== 501)
}

/** Returns whether a failure may be caused by the entry itself. The number of such attempts is limited. */
export function mayBeEntryFault(failure: Failure): boolean {
  return !isServiceFailure(failure) && !wasUnreachable(failure)
}

/** Statuses below 500 that may change on retry. A 409 with a specific code is final. */
const retriableStatuses = new Set([401, 408, 425, 429])

function isFinal(failure: Failure): boolean {
  const { status, code } = failure
  if (status < 400 || status >= 500 || retriableStatuses.has(status)) return false
  return status !== 409 || code !== 'Unexpected'
}

/**
 * Returns a full-jitter delay below a ceiling that doubles with each attempt. Never earlier than `Retry-After`, up to
 * a limit. `Retry-After` counts towards the longest wait, of which at least half remains for the jitter.
 *
 * @param tries failed attempts before this one
 * @param isService whether the service is overloaded or does not work
 */
export function computeWaitInMs(
  tries: number,
  retryAfterInMs: number | undefined,
  random: () => number,
  isServiceFault = false,
): number {
  const doubled = limits.firstWaitInMs * 2 ** tries
  const [longestInMs, ceiling] =
    isServiceFault && tries > 0
      ? [limits.longestServiceWaitInMs, 8 * doubled]
      : [limits.longestWaitInMs, doubled]
  const requestedInMs = Math.min(retryAfterInMs ?? 0, limits.longestRetryAfterInMs)
  const jitterRangeInMs = Math.max(longestInMs - requestedInMs, longestInMs / 2)
  return Math.round(requestedInMs + random() * Math.min(jitterRangeInMs, ceiling))
}

/**
 * Decides what follows a failed attempt. While an entry is younger than 72 h, no missing network, 429 or 5xx parks
 * it: users must not have to repair an outage.
 *
 * @param history including this attempt
 * @param random 0 to 1
 */
export function decideAfterFailure(
  failure: Failure,
  history: AttemptHistory,
  random: () => number,
): RetryDecision {
  const isTooOld = history.ageInMs >= limits.ageInMs
  const failedTooOften = mayBeEntryFault(failure) && history.counted >= limits.maxCountedTries
  if (isFinal(failure) || isTooOld || failedTooOften) return { type: 'parked', code: failure.code }
  const isOutage =
    isServiceFailure(failure) || (failure.code === 'NoResponse' && history.tries > limits.triesOfALostNetwork)
  const waitInMs = computeWaitInMs(history.tries - 1, failure.retryAfterInMs, random, isOutage)
  return { type: 'again', waitInMs }
}

/** Returns how long an entry still has to wait, in ms. A wait above the maximum comes from a clock that was set back. */
export function getRemainingWaitInMs(entry: { notBefore: number }, now: number): number {
  const waitInMs = entry.notBefore - now
  return waitInMs > limits.longestRetryAfterInMs + limits.longestServiceWaitInMs ? 0 : Math.max(0, waitInMs)
}

/** Describes the fields of an entry that `chooseNext` needs. */
export interface QueuedEntry {
  id: string
  kind: string
  lane: string
  notBefore: number
  parked?: { code: ErrorCode }
}

export interface Situation {
  now: number
  /** Lanes with an entry that is being sent. */
  busy: ReadonlySet<string>
  /** Ids of entries that skip their wait. */
  immediateIds: ReadonlySet<string>
  /** Whether this thread sends entries of a kind. */
  maySend: (kind: string) => boolean
  /** Whether entries of a kind depend on all earlier entries of their lane. */
  dependsOnLane: (kind: string) => boolean
}

export interface NextEntries<E> {
  send: E[]
  /** Entries whose predecessor is parked, with its code. */
  stuck: { entry: E; code: ErrorCode }[]
}

/**
 * Selects the entries to send now: in each free lane the first one that is not parked, if it is due.
 *
 * @param entries in the order they were put
 */
export function chooseNext<E extends QueuedEntry>(
  entries: readonly E[],
  situation: Situation,
): NextEntries<E> {
  const next: NextEntries<E> = { send: [], stuck: [] }
  const visitedLanes = new Set(situation.busy)
  const parkedCodeByLane = new Map<string, ErrorCode>()
  for (const entry of entries) {
    const { lane, parked } = entry
    if (parked) {
      if (!parkedCodeByLane.has(lane)) parkedCodeByLane.set(lane, parked.code)
      continue
    }
    if (visitedLanes.has(lane)) continue
    visitedLanes.add(lane)
    const blockingCode = situation.dependsOnLane(entry.kind) ? parkedCodeByLane.get(lane) : undefined
    if (blockingCode) next.stuck.push({ entry, code: blockingCode })
    else if (situation.maySend(entry.kind) && isDue(entry, situation)) next.send.push(entry)
  }
  return next
}

const isDue = (entry: QueuedEntry, { now, immediateIds }: Situation) =>
  immediateIds.has(entry.id) || getRemainingWaitInMs(entry, now) === 0

/** Returns the ms until the first entry of any lane is due; undefined when none is queued. */
export function getWaitUntilNextInMs(entries: readonly QueuedEntry[], now: number): number | undefined {
  const firstByLane = new Map<string, QueuedEntry>()
  for (const entry of entries)
    if (!entry.parked && !firstByLane.has(entry.lane)) firstByLane.set(entry.lane, entry)
  if (firstByLane.size === 0) return undefined
  return Math.min(...[...firstByLane.values()].map((entry) => getRemainingWaitInMs(entry, now)))
}
