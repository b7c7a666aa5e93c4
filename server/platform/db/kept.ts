import type { Context, Tenant } from '../context.ts'
import type { Revisions } from './revisions.ts'

/** Another process may have written meanwhile, and some values depend on the time: none grows older than this. */
const freshForInMs = 1_000

interface Entry<Value> {
  /** A tenant that is read anew is another one. */
  readonly tenant: Tenant
  readonly revision: number
  readonly readOn: number
  readonly value: Promise<Value>
}

/**
 * What was made for a key, or what `make` makes now. Whoever asks while it is being made waits for that.
 *
 * @param key of its tenant
 * @param tables by their SQL names; a write to one of them ends what was made
 */
export type Keep<Value> = (
  context: Context,
  key: string,
  tables: readonly string[],
  make: () => Promise<Value>,
) => Promise<Value>

/** Keeps values in memory until a table that they were made of is written to. @param atMost so many of them */
export function createKeep<Value>(revisions: Revisions, atMost = 200): Keep<Value> {
  const entries = new Map<string, Entry<Value>>()
  return ({ tenant, now }, ownKey, tables, make) => {
    const key = `${tenant.name}\n${ownKey}`
    const revision = revisions.of(tables)
    const known = entries.get(key)
    if (known?.tenant === tenant && known.revision === revision) {
      const ageInMs = now.getTime() - known.readOn
      if (ageInMs >= 0 && ageInMs < freshForInMs) return known.value
    }
    const entry: Entry<Value> = { tenant, revision, readOn: now.getTime(), value: make() }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > atMost && oldest !== undefined) entries.delete(oldest)
    // a failure is everybody's who waited for it, and nobody's afterwards
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.value
  }
}
