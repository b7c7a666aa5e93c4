import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import { createCollection, memoryError } from '../memory/create-collection.ts'
import { DatabaseSilent } from '../memory/limit.ts'
import type { Outcome } from './types.ts'

const Code = z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value))

/** Accepts entries of other builds: an entry that this build cannot send must still be listed. */
const KeptEntry = z.object({
  id: z.string(),
  kind: z.string(),
  lane: z.string(),
  body: z.unknown(),
  putOn: z.number(),
  tries: z.number(),
  notBefore: z.number(),
  aside: z.optional(z.object({ code: Code, since: z.number() })),
  /** Monotonic sequence, not a timestamp. */
  order: z.number(),
  /** Failures that may be caused by the entry itself. */
  counted: z.number(),
  /** Whether the last attempt did not reach the service. */
  unreached: z.boolean(),
  age: z.object({ inMs: z.number(), seenOn: z.number() }),
  /** Settled entries are kept for a while, for callers that open the page later. */
  outcome: z.optional(
    z.custom<Outcome>((value) => typeof value === 'object' && value !== null && 'is' in value),
  ),
})
export type KeptEntry = z.infer<typeof KeptEntry>

const settledKept = 50

const collection = createCollection({ name: 'outbox', schema: KeptEntry, listed: KeptEntry })

/** Entries that the database did not store (denied, full). They exist in this page only, until it is closed. */
const beside = new Map<string, KeptEntry>()
const besideListeners = new Set<() => void>()

const byOrder = (one: KeptEntry, other: KeptEntry) => one.order - other.order

function withBeside(kept: [string, KeptEntry][]): KeptEntry[] {
  const all = new Map(kept)
  for (const [id, entry] of beside) all.set(id, entry)
  return [...all.values()].toSorted(byOrder)
}

/** Returns all entries, settled ones too, in order; those of this page only when the database fails. */
export async function allEntries(): Promise<KeptEntry[]> {
  return (await knownEntries()) ?? withBeside([])
}

/**
 * Returns all entries like {@link allEntries}; undefined when the database does not answer, so an absent entry may
 * still exist.
 */
export async function knownEntries(): Promise<KeptEntry[] | undefined> {
  try {
    return withBeside(await collection.entries())
  } catch (error) {
    return (error as Error).cause instanceof DatabaseSilent ? undefined : withBeside([])
  }
}

/** Returns whether an entry would be lost with the page. */
export const isUnkept = (id: string) => beside.has(id)

type Decide = (before: KeptEntry | undefined, all: readonly KeptEntry[]) => KeptEntry | undefined

/** Returns the ids of the oldest settled entries above the limit. */
function stale(all: readonly KeptEntry[]): string[] {
  const settled = all.filter(({ outcome }) => outcome)
  return settled.slice(0, Math.max(0, settled.length - settledKept)).map(({ id }) => id)
}

/**
 * Changes one entry in one transaction. Returning the same object changes nothing.
 *
 * @param mayStayBeside whether a change that the database refuses may be kept in the page's memory
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function changeEntry(
  id: string,
  decide: Decide,
  mayStayBeside = true,
): Promise<KeptEntry | undefined> {
  let after: KeptEntry | undefined
  try {
    await collection.changeAll((kept) => {
      const all = withBeside(kept)
      const before = all.find((entry) => entry.id === id)
      after = decide(before, all)
      if (after === before) return []
      return [...stale(all).map((old) => [old, undefined] as const), [id, after] as const]
    })
    if (beside.delete(id)) tellBeside()
  } catch (error) {
    if (!mayStayBeside) throw memoryError(error)
    const all = await allEntries()
    const before = all.find((entry) => entry.id === id)
    after = decide(before, all)
    if (after && after !== before) keepBeside(after)
    for (const old of stale(all)) beside.delete(old)
  }
  return after
}

/**
 * Returns whether the database has stored the entry. Its progress is not compared: another tab or the worker may have
 * tried or settled it since.
 */
export async function isKept(entry: KeptEntry): Promise<boolean> {
  const kept = await collection.get(entry.id).catch(() => undefined)
  return kept !== undefined && serializeContent(kept) === serializeContent(KeptEntry.parse(entry))
}

const serializeContent = ({ kind, lane, body, order }: KeptEntry) => JSON.stringify([kind, lane, body, order])

/** Keeps an entry in the page's memory. */
export function keepBeside(entry: KeptEntry): void {
  beside.set(entry.id, entry)
  tellBeside()
}

function tellBeside(): void {
  for (const listener of besideListeners) listener()
}

/** Calls back after any change, on this thread or another. */
export function onEntriesChange(listener: () => void): () => void {
  besideListeners.add(listener)
  const stop = collection.onChange(() => listener())
  return () => {
    besideListeners.delete(listener)
    stop()
  }
}
