/** Describes the size of a cached item and the time of its last use. */
export interface CacheEntry {
  bytes: number
  /** ms since 1970 */
  seenOn: number
}

/** Stores the entries of a quota persistently. */
export interface Ledger {
  entries(): Promise<[key: string, CacheEntry][]>
  set(key: string, weighed: CacheEntry): Promise<void>
  remove(keys: string[]): Promise<void>
}

/** Fraction of the limit that remains filled after an eviction, so that not every addition evicts. */
const shareLeftFull = 0.9
/** Repeated uses within this time are not written to the ledger. */
const sameVisitInMs = 3_600_000

/** Counts the bytes of a cache and selects items for eviction, least recently used first. */
export class ByteQuota {
  readonly #ledger: Ledger
  readonly #limitInBytes: () => Promise<number>
  #kept: Promise<Map<string, CacheEntry>> | undefined

  constructor(ledger: Ledger, limitInBytes: () => Promise<number>) {
    this.#ledger = ledger
    this.#limitInBytes = limitInBytes
  }

  /** Adds an item. @returns the keys to evict for it, already removed from the ledger */
  async add(key: string, bytes: number, now: number): Promise<string[]> {
    const kept = await this.#all()
    const weighed = { bytes, seenOn: now }
    kept.set(key, weighed)
    await this.#ledger.set(key, weighed)
    const leaving = chooseEvictions(kept, await this.#limitInBytes())
    for (const each of leaving) kept.delete(each)
    if (leaving.length > 0) await this.#ledger.remove(leaving)
    return leaving
  }

  /** Marks an item as used now, which postpones its eviction. */
  async touch(key: string, now: number): Promise<void> {
    const kept = await this.#all()
    const known = kept.get(key)
    if (!known || now - known.seenOn < sameVisitInMs) return
    const weighed = { ...known, seenOn: now }
    kept.set(key, weighed)
    await this.#ledger.set(key, weighed)
  }

  #all(): Promise<Map<string, CacheEntry>> {
    const kept = this.#kept ?? this.#ledger.entries().then((entries) => new Map(entries))
    this.#kept = kept
    // a failed read is not cached
    kept.catch(() => {
      this.#kept = undefined
    })
    return kept
  }
}

function chooseEvictions(kept: ReadonlyMap<string, CacheEntry>, limitInBytes: number): string[] {
  let sum = 0
  for (const { bytes } of kept.values()) sum += bytes
  if (sum <= limitInBytes) return []
  const leaving: string[] = []
  for (const [key, { bytes }] of [...kept].sort(([, a], [, b]) => a.seenOn - b.seenOn)) {
    if (sum <= limitInBytes * shareLeftFull) break
    leaving.push(key)
    sum -= bytes
  }
  return leaving
}
