import type { Ledger } from './byte-quota.ts'

/**
 * A ledger of a cache: each can lose its entries independently of the other, so only what is in both counts, and the rest
 * leaves.
 *
 * @param isUnderway whether an address stands in the cache and is about to be written down
 */
export function reconciled(
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
