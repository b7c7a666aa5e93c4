import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../tests/support/server/shop.ts'
import { DependencyUnavailable } from '../unavailable.ts'
import { createUnfinishedJobs, scheduleRemoval } from './unfinished-uploads.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Creates the temporary file of a write that was interrupted at a time. */
function interruptWrite(key: string, at: string): string {
  const path = join(shop.services.config.dataDir, 'objects', `${key}.000000000000.part`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'a part')
  utimesSync(path, new Date(at), new Date(at))
  return path
}

it('removes what killed processes left, each day what is older than a day', async () => {
  const old = interruptWrite('originals/one/old', '2026-09-11T15:00:00Z')
  const recent = interruptWrite('archives/recent', '2026-09-13T10:00:00Z')
  await scheduleRemoval(shop.context())
  await scheduleRemoval(shop.context())
  shop.moveClock(dayInMs)
  expect(await shop.jobs.drain()).toBe(1)
  expect([old, recent].map(existsSync)).toEqual([false, true])
  shop.moveClock(dayInMs)
  expect(await shop.jobs.drain()).toBe(1)
  expect([old, recent].map(existsSync)).toEqual([false, false])
})

it('is repeated after an outage, and not when the store refuses', async () => {
  const runWith = (failure: Error) =>
    createUnfinishedJobs({ objects: { removeUnfinished: () => Promise.reject(failure) } })[
      'objects.remove-unfinished'
    ]?.(shop.context(), {})
  await expect(runWith(new DependencyUnavailable('no answer'))).rejects.toThrow('no answer')
  await expect(runWith(new Error('Access Denied'))).resolves.toBeUndefined()
})
