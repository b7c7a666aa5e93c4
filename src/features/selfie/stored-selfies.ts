import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { selfies } from '../../lib/memory/index.ts'
import { limitFactor, longestDelayInMs } from '../../lib/timeouts.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'
import { findNewest, type SelfieStatus, type StoredSelfie, selfieStatus } from './status.ts'

/** Stores all selfies of this device as last read; undefined before the first read. */
export const storedSelfiesAtom = atom<readonly StoredSelfie[] | undefined>(undefined)
storedSelfiesAtom.onMount = () => {
  void readStoredSelfies()
  return selfies.onChange(() => void readStoredSelfies())
}

let reading = 0

/** Reads the stored selfies into the atom; resolves when it is up to date. */
export async function readStoredSelfies(): Promise<void> {
  const turn = ++reading
  // storage that fails or never answers counts as empty
  const entries = await Promise.race([selfies.entries().catch(() => []), nothingAfter(patienceInMs)])
  // a later read has started: this result is outdated
  if (turn !== reading && getDefaultStore().get(storedSelfiesAtom) !== undefined) return
  getDefaultStore().set(
    storedSelfiesAtom,
    entries.map(([, record]) => record),
  )
}

const patienceInMs = 5_000 * limitFactor

const nothingAfter = (inMs: number) => new Promise<[]>((resolve) => setTimeout(() => resolve([]), inMs))

export interface NewestSelfie {
  /** Whether storage was read; before that, the other fields are not reliable. */
  known: boolean
  record?: StoredSelfie
  status: SelfieStatus
}

/** Returns the status of the newest selfie of an event. */
export function useNewestSelfie(eventId: string): NewestSelfie {
  const kept = useAtomValue(storedSelfiesAtom)
  const { entries, progress } = useOutbox()
  const connection = useConnection()
  const record = findNewest(kept ?? [], eventId)
  const entry = entries.find((each) => each.id === record?.id)
  const now = useTimeSince(entry?.notBefore)
  const share = record && progress[record.id]
  return {
    known: kept !== undefined,
    record,
    status: selfieStatus(record, entry, { connection, share, now }),
  }
}

/** Returns the current time; updates once `moment` is reached. */
function useTimeSince(moment = 0): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = () => setNow(Date.now())
    const delayInMs = Math.min(Math.max(0, moment - Date.now()), longestDelayInMs)
    const timer = setTimeout(look, delayInMs)
    return () => clearTimeout(timer)
  }, [moment])
  return now
}
