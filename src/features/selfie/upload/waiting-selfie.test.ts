import { afterEach, expect, test, vi } from 'vitest'
import { installFakeDatabase } from '../../../../tests/fake-database.ts'
import { waitingSelfies } from '../../../lib/memory/index.ts'
import { device } from '../../../platform/storage/index.ts'
import { purgeWaitingSelfies, readWaitingSelfie, storeWaitingSelfie } from './waiting-selfie.ts'

installFakeDatabase()

const dayInMs = 24 * 60 * 60_000
const endsOn = '2027-03-03T10:00:00.000Z'

afterEach(async () => {
  vi.useRealTimers()
  await waitingSelfies.clear()
})

const setDaysAfterEvent = (days: number) =>
  vi.useFakeTimers({ now: Date.parse(endsOn) + days * dayInMs, toFake: ['Date'] })

test('a waiting selfie is deleted 30 days after the event, and not before', async () => {
  setDaysAfterEvent(-90)
  await storeWaitingSelfie({ eventId: 'e1', endsOn }, new Blob(['face'], { type: 'image/jpeg' }))
  setDaysAfterEvent(29)
  await purgeWaitingSelfies()
  expect((await readWaitingSelfie('e1'))?.size).toBe(4)
  setDaysAfterEvent(31)
  expect(await readWaitingSelfie('e1')).toBeUndefined()
  await purgeWaitingSelfies()
  expect(await waitingSelfies.entries()).toEqual([])
})

test('a purge while a selfie is being stored does not hide the selfie', async () => {
  setDaysAfterEvent(-90)
  const storing = storeWaitingSelfie({ eventId: 'e1', endsOn }, new Blob(['face'], { type: 'image/jpeg' }))
  await purgeWaitingSelfies()
  await storing
  expect(device.waitingSelfie.read()).toBe(true)
})

test('another selfie takes the place of the one before it', async () => {
  setDaysAfterEvent(-90)
  for (const face of ['one', 'another'])
    await storeWaitingSelfie({ eventId: 'e1', endsOn }, new Blob([face], { type: 'image/jpeg' }))
  expect(await (await readWaitingSelfie('e1'))?.text()).toBe('another')
  expect(await waitingSelfies.entries()).toHaveLength(1)
})
