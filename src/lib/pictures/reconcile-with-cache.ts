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
  isBeingRecorded: (url: string) => boolean,
): Ledger {
  const entries: Ledger['entries'] = async () => {
    const cache = await openCache()
    const [recorded, requests] = await Promise.all([ledger.entries(), cache.keys()])
    const cachedUrls = new Set(requests.map((request) => request.url))
    const recordedUrls = new Set(recorded.map(([key]) => key))
    const unrecordedUrls = [...cachedUrls].filter((url) => !recordedUrls.has(url) && !isBeingRecorded(url))
    await Promise.all(unrecordedUrls.map((url) => cache.delete(url)))
    await ledger.remove([...recordedUrls].filter((key) => !cachedUrls.has(key)))
    return recorded.filter(([key]) => cachedUrls.has(key))
  }
  return { ...ledger, entries }
}
