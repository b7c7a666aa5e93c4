import { useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { alertStorageInDays } from '../../../../contract/push.ts'
import { waitingSelfies } from '../../../lib/memory/index.ts'
import { device } from '../../../platform/storage/index.ts'

const dayInMs = 24 * 60 * 60_000

/**
 * Stores a selfie for an event that has no photos yet, replacing an earlier one. It stays on this device until the runner
 * searches with it, and 30 days after the event at most.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function storeWaitingSelfie(
  { eventId, endsOn }: Pick<Event, 'eventId' | 'endsOn'>,
  picture: Blob,
): Promise<void> {
  device.waitingSelfie.write(true)
  await waitingSelfies.put(eventId, {
    eventId,
    mime: picture.type || 'image/jpeg',
    bytes: await picture.arrayBuffer(),
    takenOn: Date.now(),
    deleteOn: Date.parse(endsOn) + alertStorageInDays * dayInMs,
  })
  // a purge that started before has found no selfie and removed the flag
  device.waitingSelfie.write(true)
}

/** Returns the stored selfie of an event without photos; undefined where there is none. Never throws. */
export async function readWaitingSelfie(eventId: string): Promise<Blob | undefined> {
  const record = await waitingSelfies.get(eventId).catch(() => undefined)
  return record && record.deleteOn > Date.now() ? new Blob([record.bytes], { type: record.mime }) : undefined
}

export async function deleteWaitingSelfie(eventId: string): Promise<void> {
  await waitingSelfies.remove(eventId)
}

/** Deletes the expired selfies. */
export async function purgeWaitingSelfies(): Promise<void> {
  const all = await waitingSelfies.entries()
  const expired = all.filter(([, { deleteOn }]) => deleteOn <= Date.now())
  for (const [eventId] of expired) await deleteWaitingSelfie(eventId)
  if (expired.length === all.length) device.waitingSelfie.remove()
}

/** Returns an object URL of the event's stored selfie; null while there is none, undefined until it is read. */
export function useWaitingSelfie(eventId: string): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    let isUnmounted = false
    let createdUrl: string | undefined
    const updateUrl = async () => {
      const picture = await readWaitingSelfie(eventId)
      if (isUnmounted) return
      if (createdUrl) URL.revokeObjectURL(createdUrl)
      createdUrl = picture && URL.createObjectURL(picture)
      setUrl(createdUrl ?? null)
    }
    void updateUrl()
    const stop = waitingSelfies.onChange((key) => {
      if (key === undefined || key === eventId) void updateUrl()
    })
    return () => {
      isUnmounted = true
      stop()
      if (createdUrl) URL.revokeObjectURL(createdUrl)
    }
  }, [eventId])
  return url
}
