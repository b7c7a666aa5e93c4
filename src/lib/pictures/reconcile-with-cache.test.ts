import { expect, it } from 'vitest'
import { ByteQuota, type CacheEntry } from './byte-quota.ts'
import { reconcileWithCache } from './reconcile-with-cache.ts'

function createCache(cached: string[], recordedUrls: string[], pendingUrls: string[] = []) {
  const pictures = new Set(cached)
  const recorded = new Map<string, CacheEntry>(recordedUrls.map((key) => [key, { bytes: 1, seenOn: 0 }]))
  const cache = {
    keys: async () => [...pictures].map((url) => ({ url }) as Request),
    delete: async (url: RequestInfo | URL) => pictures.delete(url as string),
  }
  const ledger = reconcileWithCache(
    {
      entries: async () => [...recorded],
      set: async (key, entry) => void recorded.set(key, entry),
      remove: async (keys) => {
        for (const key of keys) recorded.delete(key)
      },
    },
    async () => cache,
    (url) => pendingUrls.includes(url),
  )
  return { ledger, pictures, written: recorded }
}

it('counts entries that are in both, and drops the others', async () => {
  const { ledger, pictures, written: recorded } = createCache(['both', 'cached'], ['both', 'written'])
  expect((await ledger.entries()).map(([key]) => key)).toEqual(['both'])
  expect([...pictures]).toEqual(['both'])
  expect([...recorded.keys()]).toEqual(['both'])
})

it('keeps pictures that are cached while the first one is recorded', async () => {
  const pendingUrls = ['first', 'second']
  const { ledger, pictures, written: recorded } = createCache(pendingUrls, [], pendingUrls)
  const quota = new ByteQuota(ledger, async () => 100)
  await Promise.all(pendingUrls.map((url) => quota.add(url, 1, 1)))
  expect([...pictures]).toEqual(pendingUrls)
  expect([...recorded.keys()]).toEqual(pendingUrls)
})
