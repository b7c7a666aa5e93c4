/** What is kept and how long ago it was last seen. */
export interface Weighed {
  bytes: number
  /** ms since 1970 */
  seenOn: number
}

/** Where a quota writes down what is kept, so that it knows the next time. */
export interface Ledger {
  entries(): Promise<[key: string, Weighed][]>
  set(key: string, weighed: Weighed): Promise<void>
  remove(keys: string[]): Promise<void>
}

/** What is left of the limit after making room, so that not every addition has to. */
const shareLeftFull = 0.9
/** Seen again within this time, nothing is written. */
const sameVisitInMs = 3_600_000

/** Counts the bytes of what is kept, and says what has to leave: what was not seen for the longest time. */
export class ByteQuota {
  readonly #ledger: Ledger
  readonly #limitInBytes: () => Promise<number>
  #kept: Promise<Map<string, Weighed>> | undefined

  constructor(ledger: Ledger, limitInBytes: () => Promise<number>) {
    this.#ledger = ledger
    this.#limitInBytes = limitInBytes
  }

  /** Takes one more into the count. @returns the keys that have to leave for it, already struck out */
  async add(key: string, bytes: number, now: number): Promise<string[]> {
    const kept = await this.#all()
    const weighed = { bytes, seenOn: now }
    kept.set(key, weighed)
    await this.#ledger.set(key, weighed)
    const leaving = leavingOf(kept, await this.#limitInBytes())
    for (const each of leaving) kept.delete(each)
    if (leaving.length > 0) await this.#ledger.remove(leaving)
    return leaving
  }

  /** It was seen again, so it stays longer. */
  async touch(key: string, now: number): Promise<void> {
    const kept = await this.#all()
    const known = kept.get(key)
    if (!known || now - known.seenOn < sameVisitInMs) return
    const weighed = { ...known, seenOn: now }
    kept.set(key, weighed)
    await this.#ledger.set(key, weighed)
  }

  #all(): Promise<Map<string, Weighed>> {
    const kept = this.#kept ?? this.#ledger.entries().then((entries) => new Map(entries))
    this.#kept = kept
    // read again after a failure
    kept.catch(() => {
      this.#kept = undefined
    })
    return kept
  }
}

function leavingOf(kept: ReadonlyMap<string, Weighed>, limitInBytes: number): string[] {
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
