import type { Context, Tenant } from '../context.ts'
import type { TableVersions } from './table-versions.ts'

/** Limits the age of a cached value while other processes may write. */
const sharedMaxAgeInMs = 1_000
/** Limits the age of a cached value that no unknown write can change: some values depend on the time. */
const ownMaxAgeInMs = 10_000

interface Entry<Value> {
  /** Compared by identity: a reloaded tenant invalidates its entries. */
  readonly tenant: Tenant
  readonly revision: number
  readonly readOn: number
  readonly value: Promise<Value>
}

/**
 * Returns the cached value of a key, or the result of `compute`. Concurrent callers share one promise.
 *
 * @param key unique within its tenant
 * @param tables SQL names; a write to one of them invalidates the value
 */
export type Memoize<Value> = (
  context: Context,
  key: string,
  tables: readonly string[],
  compute: () => Promise<Value>,
) => Promise<Value>

/**
 * Creates an in-memory cache of at most `maxEntries` values, which are invalidated by writes to their tables.
 */
export function createMemoize<Value>(tableVersions: TableVersions, maxEntries = 200): Memoize<Value> {
  const entries = new Map<string, Entry<Value>>()
  const maxAgeInMs = tableVersions.countsAllWrites ? ownMaxAgeInMs : sharedMaxAgeInMs
  return ({ tenant, now }, ownKey, tables, compute) => {
    const key = `${tenant.name}\n${ownKey}`
    const revision = tableVersions.getVersion(tables)
    const cachedEntry = entries.get(key)
    if (cachedEntry?.tenant === tenant && cachedEntry.revision === revision) {
      const ageInMs = now.getTime() - cachedEntry.readOn
      if (ageInMs >= 0 && ageInMs < maxAgeInMs) return cachedEntry.value
    }
    const entry: Entry<Value> = { tenant, revision, readOn: now.getTime(), value: compute() }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    // concurrent callers share one rejection; it is never cached
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.value
  }
}
