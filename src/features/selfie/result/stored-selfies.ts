import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { selfies } from '../../../lib/memory/index.ts'
import { limitFactor, longestDelayInMs } from '../../../lib/timeouts.ts'
import { useConnection } from '../../../platform/offline/index.ts'
import { useOutbox } from '../../../platform/outbox/index.ts'
import { findNewestSelfie, getSelfieStatus, type SelfieStatus, type StoredSelfie } from './status.ts'

/** Stores all selfies of this device as last read; undefined before the first read. */
export const storedSelfiesAtom = atom<readonly StoredSelfie[] | undefined>(undefined)
storedSelfiesAtom.onMount = () => {
  void readStoredSelfies()
  return selfies.onChange(() => void readStoredSelfies())
}

let lastReadNumber = 0

/** Reads the stored selfies into the atom; resolves when it is up to date. */
export async function readStoredSelfies(): Promise<void> {
  const readNumber = ++lastReadNumber
  // storage that fails or never answers counts as empty
  const entries = await Promise.race([selfies.entries().catch(() => []), resolveEmptyAfter(readTimeoutInMs)])
  // a later read has started: this result is outdated
  if (readNumber !== lastReadNumber && getDefaultStore().get(storedSelfiesAtom) !== undefined) return
  getDefaultStore().set(
    storedSelfiesAtom,
    entries.map(([, record]) => record),
  )
}

const readTimeoutInMs = 5_000 * limitFactor

const resolveEmptyAfter = (delayInMs: number) =>
  new Promise<[]>((resolve) => setTimeout(() => resolve([]), delayInMs))

export interface NewestSelfie {
  /** Whether storage was read; before that, the other fields are not reliable. */
  isRead: boolean
  record?: StoredSelfie
  status: SelfieStatus
}

/** Returns the status of the newest selfie of an event. */
export function useNewestSelfie(eventId: string): NewestSelfie {
  const storedSelfies = useAtomValue(storedSelfiesAtom)
  const { entries, progress } = useOutbox()
  const connection = useConnection()
  const record = findNewestSelfie(storedSelfies ?? [], eventId)
  const entry = entries.find((each) => each.id === record?.id)
  const now = useNowUpdatedAt(entry?.notBefore)
  const sentShare = record && progress[record.id]
  return {
    isRead: storedSelfies !== undefined,
    record,
    status: getSelfieStatus(record, entry, { connection, sentShare, now }),
  }
}

/** Returns the current time; updates once `moment` is reached. */
function useNowUpdatedAt(moment = 0): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const update = () => setNow(Date.now())
    const delayInMs = Math.min(Math.max(0, moment - Date.now()), longestDelayInMs)
    const timer = setTimeout(update, delayInMs)
    return () => clearTimeout(timer)
  }, [moment])
  return now
}
