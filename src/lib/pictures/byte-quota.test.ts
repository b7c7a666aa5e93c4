import { expect, it } from 'vitest'
import { ByteQuota, type CacheEntry } from './byte-quota.ts'

function createQuota(limitInBytes: number, initialEntries: [string, CacheEntry][] = []) {
  const written = new Map(initialEntries)
  const ledger = {
    entries: async () => [...written],
    set: async (key: string, entry: CacheEntry) => void written.set(key, entry),
    remove: async (keys: string[]) => {
      for (const key of keys) written.delete(key)
    },
  }
  return { quota: new ByteQuota(ledger, async () => limitInBytes), written }
}

it('admits everything that fits', async () => {
  const { quota, written } = createQuota(100)
  expect(await quota.add('a', 60, 1)).toEqual([])
  expect(await quota.add('b', 40, 2)).toEqual([])
  expect([...written.keys()]).toEqual(['a', 'b'])
})

it('evicts the least recently used entries, with room to spare', async () => {
  const { quota, written } = createQuota(100)
  for (const [time, key] of ['a', 'b', 'c', 'd'].entries()) await quota.add(key, 25, time)
  expect(await quota.add('e', 10, 9)).toEqual(['a'])
  expect([...written.keys()]).toEqual(['b', 'c', 'd', 'e'])
})

it('keeps entries that were used again', async () => {
  const dayInMs = 86_400_000
  const { quota } = createQuota(100, [
    ['old', { bytes: 50, seenOn: 0 }],
    ['new', { bytes: 40, seenOn: dayInMs }],
  ])
  await quota.markUsed('old', 2 * dayInMs)
  expect(await quota.add('more', 40, 2 * dayInMs)).toEqual(['new'])
})

it('counts the same key once', async () => {
  const { quota } = createQuota(100)
  await quota.add('a', 60, 1)
  expect(await quota.add('a', 60, 2)).toEqual([])
})

it('writes nothing for a second use within the same visit', async () => {
  const { quota, written } = createQuota(100)
  await quota.add('a', 60, 1_000)
  await quota.markUsed('a', 2_000)
  expect(written.get('a')).toEqual({ bytes: 60, seenOn: 1_000 })
})
