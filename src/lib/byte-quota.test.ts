import { expect, it } from 'vitest'
import { ByteQuota, type CacheEntry } from './byte-quota.ts'

function aQuota(limitInBytes: number, before: [string, CacheEntry][] = []) {
  const written = new Map(before)
  const ledger = {
    entries: async () => [...written],
    set: async (key: string, weighed: CacheEntry) => void written.set(key, weighed),
    remove: async (keys: string[]) => {
      for (const key of keys) written.delete(key)
    },
  }
  return { quota: new ByteQuota(ledger, async () => limitInBytes), written }
}

it('lets everything in that fits', async () => {
  const { quota, written } = aQuota(100)
  expect(await quota.add('a', 60, 1)).toEqual([])
  expect(await quota.add('b', 40, 2)).toEqual([])
  expect([...written.keys()]).toEqual(['a', 'b'])
})

it('makes room to spare by sending away what was not seen for the longest time', async () => {
  const { quota, written } = aQuota(100)
  for (const [at, key] of ['a', 'b', 'c', 'd'].entries()) await quota.add(key, 25, at)
  expect(await quota.add('e', 10, 9)).toEqual(['a'])
  expect([...written.keys()]).toEqual(['b', 'c', 'd', 'e'])
})

it('keeps what was seen again', async () => {
  const day = 86_400_000
  const { quota } = aQuota(100, [
    ['old', { bytes: 50, seenOn: 0 }],
    ['new', { bytes: 40, seenOn: day }],
  ])
  await quota.touch('old', 2 * day)
  expect(await quota.add('more', 40, 2 * day)).toEqual(['new'])
})

it('counts the same key once', async () => {
  const { quota } = aQuota(100)
  await quota.add('a', 60, 1)
  expect(await quota.add('a', 60, 2)).toEqual([])
})

it('writes nothing for a second look within the same visit', async () => {
  const { quota, written } = aQuota(100)
  await quota.add('a', 60, 1_000)
  await quota.touch('a', 2_000)
  expect(written.get('a')).toEqual({ bytes: 60, seenOn: 1_000 })
})
