import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import { DatabaseSilent } from '../memory/limit.ts'
import { makeShelf, memoryError } from '../memory/make-shelf.ts'
import type { Outcome } from './types.ts'

const Code = z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value))

/** Loose where builds differ: an entry that this build cannot send must still be seen. */
const KeptEntry = z.object({
  id: z.string(),
  kind: z.string(),
  lane: z.string(),
  body: z.unknown(),
  putOn: z.number(),
  tries: z.number(),
  notBefore: z.number(),
  aside: z.optional(z.object({ code: Code, since: z.number() })),
  /** Ascends with each entry; no clock has a say in it. */
  order: z.number(),
  /** Failures that may be the entry's own fault. */
  counted: z.number(),
  /** The last attempt did not get through to the service. */
  unreached: z.boolean(),
  age: z.object({ inMs: z.number(), seenOn: z.number() }),
  /** Settled entries stay for a while: who waits for them may open the page later. */
  outcome: z.optional(
    z.custom<Outcome>((value) => typeof value === 'object' && value !== null && 'is' in value),
  ),
})
export type KeptEntry = z.infer<typeof KeptEntry>

const settledKept = 50

const shelf = makeShelf({ name: 'outbox', schema: KeptEntry, listed: KeptEntry })

/** What the database did not take (refused, full): known to this page only, until it is closed. */
const beside = new Map<string, KeptEntry>()
const besideListeners = new Set<() => void>()

const byOrder = (one: KeptEntry, other: KeptEntry) => one.order - other.order

function withBeside(kept: [string, KeptEntry][]): KeptEntry[] {
  const all = new Map(kept)
  for (const [id, entry] of beside) all.set(id, entry)
  return [...all.values()].toSorted(byOrder)
}

/** All entries, settled ones too, in the order they were put; those of this page alone when the database fails. */
export async function allEntries(): Promise<KeptEntry[]> {
  return (await knownEntries()) ?? withBeside([])
}

/** Like {@link allEntries}; undefined when the database gives no answer, so that nothing is known of an absent entry. */
export async function knownEntries(): Promise<KeptEntry[] | undefined> {
  try {
    return withBeside(await shelf.entries())
  } catch (error) {
    return (error as Error).cause instanceof DatabaseSilent ? undefined : withBeside([])
  }
}

/** Whether an entry would be lost with the page. */
export const isUnkept = (id: string) => beside.has(id)

type Decide = (before: KeptEntry | undefined, all: readonly KeptEntry[]) => KeptEntry | undefined

/** The oldest settled entries, more than are kept. */
function stale(all: readonly KeptEntry[]): string[] {
  const settled = all.filter(({ outcome }) => outcome)
  return settled.slice(0, Math.max(0, settled.length - settledKept)).map(({ id }) => id)
}

/**
 * Changes one entry in one transaction; the same object changes nothing.
 *
 * @param mayStayBeside whether a change that the database refuses may live with the page instead
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function changeEntry(
  id: string,
  decide: Decide,
  mayStayBeside = true,
): Promise<KeptEntry | undefined> {
  let after: KeptEntry | undefined
  try {
    await shelf.changeAll((kept) => {
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
 * Whether the database gives back what was put. Its progress is not compared: another tab or the worker may have tried
 * or settled the entry since.
 */
export async function isKept(entry: KeptEntry): Promise<boolean> {
  const kept = await shelf.get(entry.id).catch(() => undefined)
  return kept !== undefined && contentOf(kept) === contentOf(KeptEntry.parse(entry))
}

const contentOf = ({ kind, lane, body, order }: KeptEntry) => JSON.stringify([kind, lane, body, order])

/** Lets an entry live with the page. */
export function keepBeside(entry: KeptEntry): void {
  beside.set(entry.id, entry)
  tellBeside()
}

function tellBeside(): void {
  for (const listener of besideListeners) listener()
}

/** Calls back after any change, wherever it was made. */
export function onEntriesChange(listener: () => void): () => void {
  besideListeners.add(listener)
  const stop = shelf.onChange(() => listener())
  return () => {
    besideListeners.delete(listener)
    stop()
  }
}
