/** Describes the size of a cached item and the time of its last use. */
export interface CacheEntry {
  bytes: number
  /** ms since 1970 */
  seenOn: number
}

/** Stores the entries of a quota persistently. */
export interface Ledger {
  entries(): Promise<[key: string, CacheEntry][]>
  set(key: string, entry: CacheEntry): Promise<void>
  remove(keys: string[]): Promise<void>
}

/** Fraction of the limit that remains filled after an eviction, so that not every addition evicts. */
const targetFillShare = 0.9
/** Repeated uses within this time are not written to the ledger. */
const sameVisitInMs = 3_600_000

/** Counts the bytes of a cache and selects items for eviction, least recently used first. */
export class ByteQuota {
  readonly #ledger: Ledger
  readonly #limitInBytes: () => Promise<number>
  #entries: Promise<Map<string, CacheEntry>> | undefined

  constructor(ledger: Ledger, limitInBytes: () => Promise<number>) {
    this.#ledger = ledger
    this.#limitInBytes = limitInBytes
  }

  /** Adds an item. @returns the keys to evict for it, already removed from the ledger */
  async add(key: string, bytes: number, now: number): Promise<string[]> {
    const entriesByKey = await this.#readEntries()
    const entry = { bytes, seenOn: now }
    entriesByKey.set(key, entry)
    await this.#ledger.set(key, entry)
    const evictedKeys = chooseEvictions(entriesByKey, await this.#limitInBytes())
    for (const each of evictedKeys) entriesByKey.delete(each)
    if (evictedKeys.length > 0) await this.#ledger.remove(evictedKeys)
    return evictedKeys
  }

  /** Marks an item as used now, which postpones its eviction. */
  async markUsed(key: string, now: number): Promise<void> {
    const entriesByKey = await this.#readEntries()
    const currentEntry = entriesByKey.get(key)
    if (!currentEntry || now - currentEntry.seenOn < sameVisitInMs) return
    const updatedEntry = { ...currentEntry, seenOn: now }
    entriesByKey.set(key, updatedEntry)
    await this.#ledger.set(key, updatedEntry)
  }

  #readEntries(): Promise<Map<string, CacheEntry>> {
    const entriesByKey = this.#entries ?? this.#ledger.entries().then((entries) => new Map(entries))
    this.#entries = entriesByKey
    // a failed read is not cached
    entriesByKey.catch(() => {
      this.#entries = undefined
    })
    return entriesByKey
  }
}

function chooseEvictions(entriesByKey: ReadonlyMap<string, CacheEntry>, limitInBytes: number): string[] {
  let sum = 0
  for (const { bytes } of entriesByKey.values()) sum += bytes
  if (sum <= limitInBytes) return []
  const evictedKeys: string[] = []
  for (const [key, { bytes }] of [...entriesByKey].sort(([, a], [, b]) => a.seenOn - b.seenOn)) {
    if (sum <= limitInBytes * targetFillShare) break
    evictedKeys.push(key)
    sum -= bytes
  }
  return evictedKeys
}
