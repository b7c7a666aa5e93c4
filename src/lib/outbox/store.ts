import { createCollection, memoryError } from '../memory/create-collection.ts'
import { DatabaseSilent } from '../memory/limit.ts'
import { fromStored, type QueueRecord, StoredEntry, toStored } from './stored-entry.ts'

export type { QueueRecord } from './stored-entry.ts'

const outcomesKeptAtMost = 50

const collection = createCollection({ name: 'outbox', schema: StoredEntry, listed: StoredEntry })

/** Holds entries that the database did not store (denied, full). They exist in this page only, until it is closed. */
const beside = new Map<string, QueueRecord>()
const besideListeners = new Set<() => void>()

const byOrder = (one: QueueRecord, other: QueueRecord) => one.order - other.order

const decode = (stored: [string, StoredEntry][]) =>
  stored.map(([id, entry]): [string, QueueRecord] => [id, fromStored(entry)])

function withBeside(kept: [string, QueueRecord][]): QueueRecord[] {
  const all = new Map(kept)
  for (const [id, entry] of beside) all.set(id, entry)
  return [...all.values()].toSorted(byOrder)
}

/** Returns all entries in order, including settled ones; only those in memory when the database fails. */
export async function allEntries(): Promise<QueueRecord[]> {
  return (await knownEntries()) ?? withBeside([])
}

/**
 * Returns all entries like {@link allEntries}; undefined when the database does not answer, so an absent entry may
 * still exist.
 */
export async function knownEntries(): Promise<QueueRecord[] | undefined> {
  try {
    return withBeside(decode(await collection.entries()))
  } catch (error) {
    return (error as Error).cause instanceof DatabaseSilent ? undefined : withBeside([])
  }
}

/** Returns whether an entry would be lost with the page. */
export const isVolatile = (id: string) => beside.has(id)

type Decide = (before: QueueRecord | undefined, all: readonly QueueRecord[]) => QueueRecord | undefined

/** Returns the ids of the oldest settled entries above the limit. */
function stale(all: readonly QueueRecord[]): string[] {
  const finished = all.filter(({ outcome }) => outcome)
  return finished.slice(0, Math.max(0, finished.length - outcomesKeptAtMost)).map(({ id }) => id)
}

/**
 * Changes one entry in one transaction. Returning the same object changes nothing.
 *
 * @param mayBeVolatile whether a change that the database refuses may be stored in the memory of the page
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function changeEntry(
  id: string,
  decide: Decide,
  mayStayBeside = true,
): Promise<QueueRecord | undefined> {
  let after: QueueRecord | undefined
  try {
    await collection.changeAll((kept) => {
      const all = withBeside(decode(kept))
      const before = all.find((entry) => entry.id === id)
      after = decide(before, all)
      if (after === before) return []
      return [...stale(all).map((old) => [old, undefined] as const), [id, after && toStored(after)] as const]
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
export async function isKept(entry: QueueRecord): Promise<boolean> {
  const kept = await collection.get(entry.id).catch(() => undefined)
  return kept !== undefined && serializeContent(kept) === serializeContent(StoredEntry.parse(toStored(entry)))
}

const serializeContent = ({ kind, lane, body, order }: StoredEntry) =>
  JSON.stringify([kind, lane, body, order])

/** Stores an entry in the memory of the page. */
export function keepBeside(entry: QueueRecord): void {
  beside.set(entry.id, entry)
  tellBeside()
}

function tellBeside(): void {
  for (const listener of besideListeners) listener()
}

/** Subscribes to changes on this thread and others. */
export function onEntriesChange(listener: () => void): () => void {
  besideListeners.add(listener)
  const stop = collection.onChange(() => listener())
  return () => {
    besideListeners.delete(listener)
    stop()
  }
}
