import { expect, test, vi } from 'vitest'
import { recordInstalled, wasInstalled } from '../src/lib/badge.ts'
import { selfies } from '../src/lib/memory/index.ts'
import { installFakeDatabase } from '../tests/fake-database.ts'
import { updateBadgeOnChange } from './badge.ts'

installFakeDatabase()

const setAppBadge = vi.fn(async (_count: number) => {})
vi.stubGlobal('navigator', { setAppBadge, clearAppBadge: async () => {} })

const createSelfie = (id: string) => ({
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
  updateBadgeOnChange()
  await selfies.put('1', createSelfie('1'))
  recordInstalled()
  await expect.poll(wasInstalled).toBe(true)
  await selfies.put('2', createSelfie('2'))
  await expect.poll(() => setAppBadge.mock.calls).toEqual([[2]])
})
