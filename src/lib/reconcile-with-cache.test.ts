import { expect, it } from 'vitest'
import { ByteQuota, type CacheEntry } from './byte-quota.ts'
import { reconcileWithCache } from './reconcile-with-cache.ts'

function aCache(cached: string[], before: string[], underway: string[] = []) {
  const pictures = new Set(cached)
  const written = new Map<string, CacheEntry>(before.map((key) => [key, { bytes: 1, seenOn: 0 }]))
  const cache = {
    keys: async () => [...pictures].map((url) => ({ url }) as Request),
    delete: async (url: RequestInfo | URL) => pictures.delete(url as string),
  }
  const ledger = reconcileWithCache(
    {
      entries: async () => [...written],
      set: async (key, weighed) => void written.set(key, weighed),
      remove: async (keys) => {
        for (const key of keys) written.delete(key)
      },
    },
    async () => cache,
    (url) => underway.includes(url),
  )
  return { ledger, pictures, written }
}

it('counts what both know, and lets the rest go', async () => {
  const { ledger, pictures, written } = aCache(['both', 'cached'], ['both', 'written'])
  expect((await ledger.entries()).map(([key]) => key)).toEqual(['both'])
  expect([...pictures]).toEqual(['both'])
  expect([...written.keys()]).toEqual(['both'])
})

it('keeps pictures that came beside the first one and are not written down yet', async () => {
  const underway = ['first', 'second']
  const { ledger, pictures, written } = aCache(underway, [], underway)
  const quota = new ByteQuota(ledger, async () => 100)
  await Promise.all(underway.map((url) => quota.add(url, 1, 1)))
  expect([...pictures]).toEqual(underway)
  expect([...written.keys()]).toEqual(underway)
})
