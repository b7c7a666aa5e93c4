import type { Ledger } from './byte-quota.ts'

/**
 * Reconciles a ledger with its cache. Each can lose entries independently, so only entries in both count; the others are
 * deleted.
 *
 * @param isBeingRecorded returns whether a URL is in the cache and about to be recorded in the ledger
 */
export function reconcileWithCache(
  ledger: Ledger,
  openCache: () => Promise<Pick<Cache, 'keys' | 'delete'>>,
  isUnderway: (url: string) => boolean,
): Ledger {
  const entries: Ledger['entries'] = async () => {
    const cache = await openCache()
    const [written, requests] = await Promise.all([ledger.entries(), cache.keys()])
    const kept = new Set(requests.map((request) => request.url))
    const known = new Set(written.map(([key]) => key))
    const forgotten = [...kept].filter((url) => !known.has(url) && !isUnderway(url))
    await Promise.all(forgotten.map((url) => cache.delete(url)))
    await ledger.remove([...known].filter((key) => !kept.has(key)))
    return written.filter(([key]) => kept.has(key))
  }
  return { ...ledger, entries }
}
