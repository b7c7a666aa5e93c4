import { createCollection, toStorageError } from '../memory/create-collection.ts'
import { DatabaseTimeout } from '../memory/limit.ts'
import { fromStored, type QueueRecord, StoredEntry, toStored } from './stored-entry.ts'

export type { QueueRecord } from './stored-entry.ts'

const maxStoredOutcomes = 50

const collection = createCollection({ name: 'outbox', schema: StoredEntry, listed: StoredEntry })

/** Holds entries that the database did not store (denied, full). They exist in this page only, until it is closed. */
const volatileEntries = new Map<string, QueueRecord>()
const volatileListeners = new Set<() => void>()

const compareOrder = (one: QueueRecord, other: QueueRecord) => one.order - other.order

const decodeEntries = (stored: [string, StoredEntry][]) =>
  stored.map(([id, entry]): [string, QueueRecord] => [id, fromStored(entry)])

function mergeVolatile(storedEntries: [string, QueueRecord][]): QueueRecord[] {
  const all = new Map(storedEntries)
  for (const [id, entry] of volatileEntries) all.set(id, entry)
  return [...all.values()].toSorted(compareOrder)
}

/** Returns all entries in order, including settled ones; only those in memory when the database fails. */
export async function readAllEntries(): Promise<QueueRecord[]> {
  return (await tryReadEntries()) ?? mergeVolatile([])
}

/**
 * Returns all entries like {@link allEntries}; undefined when the database does not answer, so an absent entry may
 * still exist.
 */
export async function tryReadEntries(): Promise<QueueRecord[] | undefined> {
  try {
    return mergeVolatile(decodeEntries(await collection.entries()))
  } catch (error) {
    return (error as Error).cause instanceof DatabaseTimeout ? undefined : mergeVolatile([])
  }
}

/** Returns whether an entry would be lost with the page. */
export const isVolatile = (id: string) => volatileEntries.has(id)

type Decide = (before: QueueRecord | undefined, all: readonly QueueRecord[]) => QueueRecord | undefined

/** Returns the ids of the oldest settled entries above the limit. */
function findStaleIds(all: readonly QueueRecord[]): string[] {
  const settledEntries = all.filter(({ outcome }) => outcome)
  return settledEntries.slice(0, Math.max(0, settledEntries.length - maxStoredOutcomes)).map(({ id }) => id)
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
  mayBeVolatile = true,
): Promise<QueueRecord | undefined> {
  let updated: QueueRecord | undefined
  try {
    await collection.changeAll((storedEntries) => {
      const all = mergeVolatile(decodeEntries(storedEntries))
      const before = all.find((entry) => entry.id === id)
      updated = decide(before, all)
      if (updated === before) return []
      return [
        ...findStaleIds(all).map((staleId) => [staleId, undefined] as const),
        [id, updated && toStored(updated)] as const,
      ]
    })
    if (volatileEntries.delete(id)) notifyVolatileListeners()
  } catch (error) {
    if (!mayBeVolatile) throw toStorageError(error)
    const all = await readAllEntries()
    const before = all.find((entry) => entry.id === id)
    updated = decide(before, all)
    if (updated && updated !== before) storeVolatile(updated)
    for (const staleId of findStaleIds(all)) volatileEntries.delete(staleId)
  }
  return updated
}

/**
 * Returns whether the database has stored the entry. Its progress is not compared: another tab or the worker may have
 * tried or settled it since.
 */
export async function isPersisted(entry: QueueRecord): Promise<boolean> {
  const storedEntry = await collection.get(entry.id).catch(() => undefined)
  return (
    storedEntry !== undefined &&
    serializeContent(storedEntry) === serializeContent(StoredEntry.parse(toStored(entry)))
  )
}

const serializeContent = ({ kind, lane, body, order }: StoredEntry) =>
  JSON.stringify([kind, lane, body, order])

/** Stores an entry in the memory of the page. */
export function storeVolatile(entry: QueueRecord): void {
  volatileEntries.set(entry.id, entry)
  notifyVolatileListeners()
}

function notifyVolatileListeners(): void {
  for (const listener of volatileListeners) listener()
}

/** Subscribes to changes on this thread and others. */
export function onEntriesChange(listener: () => void): () => void {
  volatileListeners.add(listener)
  const stop = collection.onChange(() => listener())
  return () => {
    volatileListeners.delete(listener)
    stop()
  }
}
