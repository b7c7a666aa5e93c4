import type { ErrorCode } from '../../../contract/errors.ts'
import type { EntryKind } from './types.ts'

const hourInMs = 3_600_000

export const limits = {
  firstWaitInMs: 1_000,
  longestWaitInMs: 60_000,
  /** A server may ask for more; then it is asked again earlier. */
  longestRetryAfterInMs: 15 * 60_000,
  triesThatCount: 8,
  ageInMs: 72 * hourInMs,
  /** What one pause adds to the age at most: a clock that was set anew must not make an entry old. */
  longestPauseInMs: 24 * hourInMs,
}

/** Why an attempt failed, as much of it as decides. */
export interface Failure {
  code: ErrorCode
  status: number
  retryAfterInMs?: number
}

/** What an entry went through. */
export interface History {
  /** Attempts that failed. */
  tries: number
  /** Those of them that may be the entry's own fault. */
  counted: number
  /** Time that it has waited, as far as the clock can be believed. */
  ageInMs: number
}

export type Verdict = { is: 'again'; waitInMs: number } | { is: 'aside'; code: ErrorCode }

/** Nobody took the entry in: no network, or the service said that it has too much to do. No entry is at fault then. */
export function wasNotReached({ code, status }: Failure): boolean {
  return code === 'NoResponse' || status === 429 || status === 502 || status === 503 || status === 504
}

/** Answers below 500 that may be another one next time. Any other conflict says what the matter is, and stays. */
const passing = new Set([401, 408, 425, 429])

function isFinal(failure: Failure): boolean {
  const { status, code } = failure
  if (status < 400 || status >= 500 || passing.has(status)) return false
  return status !== 409 || code !== 'Unexpected'
}

/** Full jitter below a ceiling that doubles with each try; never earlier than the server asked, up to a limit. */
export function waitAfter(tries: number, retryAfterInMs: number | undefined, random: () => number): number {
  const ceiling = Math.min(limits.longestWaitInMs, limits.firstWaitInMs * 2 ** tries)
  const asked = Math.min(retryAfterInMs ?? 0, limits.longestRetryAfterInMs)
  return Math.round(asked + random() * ceiling)
}

/**
 * What to do with an entry after its attempt failed.
 *
 * @param history with this attempt counted in
 * @param random 0 to 1
 */
export function verdictOn(failure: Failure, history: History, random: () => number): Verdict {
  const tooOld = history.ageInMs >= limits.ageInMs
  if (isFinal(failure) || tooOld || history.counted >= limits.triesThatCount) {
    return { is: 'aside', code: failure.code }
  }
  return { is: 'again', waitInMs: waitAfter(history.tries - 1, failure.retryAfterInMs, random) }
}

/** How long an entry still has to wait, in ms. A wait longer than any we give out comes from a clock set back. */
export function waitOf(entry: { notBefore: number }, now: number): number {
  const waitInMs = entry.notBefore - now
  return waitInMs > limits.longestRetryAfterInMs + limits.longestWaitInMs ? 0 : Math.max(0, waitInMs)
}

/** What `next` has to know of an entry. */
export interface Waiting {
  id: string
  kind: EntryKind
  lane: string
  notBefore: number
  aside?: { code: ErrorCode }
}

export interface Situation {
  now: number
  /** Lanes of which an entry is being sent. */
  busy: ReadonlySet<string>
  /** Entries that do not wait any longer, by their ids. */
  eager: ReadonlySet<string>
  maySend: (kind: EntryKind) => boolean
}

/** Kinds that are worth nothing without what was put into their lane before. */
const needsAllBefore = new Set<EntryKind>(['checkout'])

export interface Next<E> {
  send: E[]
  /** Those whose predecessor is set aside, with its code. */
  stuck: { entry: E; code: ErrorCode }[]
}

/**
 * Which entries go now: of each free lane the first one that is not set aside, if its wait is over.
 *
 * @param entries in the order they were put
 */
export function nextOf<E extends Waiting>(entries: readonly E[], situation: Situation): Next<E> {
  const next: Next<E> = { send: [], stuck: [] }
  const seen = new Set(situation.busy)
  const asideIn = new Map<string, ErrorCode>()
  for (const entry of entries) {
    const { lane, aside } = entry
    if (aside) {
      if (!asideIn.has(lane)) asideIn.set(lane, aside.code)
      continue
    }
    if (seen.has(lane)) continue
    seen.add(lane)
    const missing = needsAllBefore.has(entry.kind) ? asideIn.get(lane) : undefined
    if (missing) next.stuck.push({ entry, code: missing })
    else if (situation.maySend(entry.kind) && isDue(entry, situation)) next.send.push(entry)
  }
  return next
}

const isDue = (entry: Waiting, { now, eager }: Situation) => eager.has(entry.id) || waitOf(entry, now) === 0

/** Until the first entry of some lane is due, in ms; undefined when none waits for its time. */
export function untilNext(entries: readonly Waiting[], now: number): number | undefined {
  const heads = new Map<string, Waiting>()
  for (const entry of entries) if (!entry.aside && !heads.has(entry.lane)) heads.set(entry.lane, entry)
  if (heads.size === 0) return undefined
  return Math.min(...[...heads.values()].map((entry) => waitOf(entry, now)))
}
