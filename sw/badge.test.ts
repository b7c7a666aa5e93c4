import { expect, test, vi } from 'vitest'
import { recordInstalled, wasInstalled } from '../src/lib/badge.ts'
import { selfies } from '../src/lib/memory/index.ts'
import { withFakeDatabase } from '../tests/fake-database.ts'
import { keepBadge } from './badge.ts'

withFakeDatabase()

const setAppBadge = vi.fn(async (_count: number) => {})
vi.stubGlobal('navigator', { setAppBadge, clearAppBadge: async () => {} })

const selfie = (id: string) => ({
  id,
  eventId: 'event',
  albumId: 'album',
  takenOn: 0,
  mime: 'image/jpeg',
  sha256: 'ab',
  sizeInBytes: 3,
  stage: 'answered' as const,
})

test('finished searches are counted on the icon once the app was opened from it', async () => {
  keepBadge()
  await selfies.put('1', selfie('1'))
  recordInstalled()
  await expect.poll(wasInstalled).toBe(true)
  await selfies.put('2', selfie('2'))
  await expect.poll(() => setAppBadge.mock.calls).toEqual([[2]])
})
