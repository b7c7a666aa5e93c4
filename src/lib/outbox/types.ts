import type { ErrorCode } from '../../../contract/errors.ts'

/**
 * Maps the kinds of queued actions to their bodies. Empty here: the `sync.ts` of each feature adds its actions by declaration
 * merging, so that `outbox.put` and the entries are typed without importing the code that sends them.
 */
export interface ActionBodies {}

/** Describes a request that has to reach the service. */
export interface EntryOf<Kind extends string, Body> {
  /** Random. Also the Idempotency-Key of its call, the same for every retry. */
  id: string
  kind: Kind
  /** Entries of one lane are sent one after another in order; lanes are independent. */
  lane: string
  body: Body
  /** ms, by the clock of the device */
  putOn: number
  /** Attempts that failed. */
  tries: number
  /** ms; not sent earlier, except when the user asks. */
  notBefore: number
  /** Needs attention: shown with Retry and Delete. Later entries of its lane continue unless they depend on it. */
  parked?: { code: ErrorCode; since: number }
  /** The database did not store it: it would be lost with the page. */
  volatile?: true
}

/** Describes an entry whose kind and body were not checked: another build may have stored it. */
export type UncheckedEntry = EntryOf<string, unknown>

/** Describes an entry of any of the kinds; `kind` discriminates the body. */
export type AnyEntryOf<Bodies> = {
  [Kind in keyof Bodies & string]: EntryOf<Kind, Bodies[Kind]>
}[keyof Bodies & string]

export type EntryKind = keyof ActionBodies
export type Entry<Kind extends EntryKind = EntryKind> = EntryOf<Kind, ActionBodies[Kind]>
export type AnyEntry = AnyEntryOf<ActionBodies>

/** Describes the final state of an entry. */
export type Outcome =
  | { type: 'done'; answer?: unknown }
  | { type: 'parked'; code: ErrorCode }
  | { type: 'dropped' }

export interface SenderContext {
  signal: AbortSignal
  /** Share of the bytes that were sent, 0 to 1. */
  onProgress(share: number): void
}

/** Queues requests to the service, sent by page or worker, one sender at a time. */
export interface Outbox<Bodies = ActionBodies> {
  /**
   * Resolves after read-back, then starts a flush. Idempotent by id. With `afterInMs` the entry can be taken back by
   * `drop` for this long, or sent earlier by `retry`.
   *
   * @throws ApiError DeviceFull, MemoryLost
   */
  put: <Kind extends keyof Bodies & string>(
    kind: Kind,
    lane: string,
    body: Bodies[Kind],
    options?: { id?: string; afterInMs?: number },
  ) => Promise<EntryOf<Kind, Bodies[Kind]>>
  /** Returns all unsent entries in the order they were put. The body of an entry of another build may not match its type. */
  entries(): Promise<AnyEntryOf<Bodies>[]>
  /** Called by the user: deletes the entry, and its data in other collections with it. */
  drop(id: string): Promise<void>
  /** Called by the user: retries now. */
  retry(id: string): Promise<void>
  /** Sends the entries that are due; resolves when none is. `now` skips the waits of entries that only lacked a network. */
  flush(options?: { now?: boolean }): Promise<void>
  /** Resolves when the entry was answered or parked, on any thread. */
  waitForOutcome(id: string, signal?: AbortSignal): Promise<Outcome>
  /** Calls back when entries changed, on this thread or another. */
  onChange(listener: () => void): () => void
  onProgress(listener: (id: string, share: number) => void): () => void
}
