import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { selfies } from '../../lib/memory/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'
import { type KeptSelfie, newestOf, type Place, placeOf } from './place.ts'

/** All selfies of this device as last read; undefined until they were. */
export const keptSelfiesAtom = atom<readonly KeptSelfie[] | undefined>(undefined)
keptSelfiesAtom.onMount = () => {
  void readKeptSelfies()
  return selfies.onChange(() => void readKeptSelfies())
}

let reading = 0

/** Brings the atom up to what is kept; resolves when it is. */
export async function readKeptSelfies(): Promise<void> {
  const turn = ++reading
  // a device that keeps nothing, or never answers, has nothing kept
  const entries = await Promise.race([selfies.entries().catch(() => []), nothingAfter(patienceInMs)])
  // a reading that was overtaken knows less than the one before it
  if (turn !== reading && getDefaultStore().get(keptSelfiesAtom) !== undefined) return
  getDefaultStore().set(
    keptSelfiesAtom,
    entries.map(([, record]) => record),
  )
}

const patienceInMs = 5_000

const nothingAfter = (inMs: number) => new Promise<[]>((resolve) => setTimeout(() => resolve([]), inMs))

export interface Whereabouts {
  /** Read from the device; before that nothing is known. */
  known: boolean
  record?: KeptSelfie
  place: Place
}

/** Where the newest selfie of an event is. */
export function useWhereabouts(eventId: string): Whereabouts {
  const kept = useAtomValue(keptSelfiesAtom)
  const { entries, progress } = useOutbox()
  const connection = useConnection()
  const record = newestOf(kept ?? [], eventId)
  const entry = entries.find((each) => each.id === record?.id)
  const now = useTimeSince(entry?.notBefore)
  const share = record && progress[record.id]
  return { known: kept !== undefined, record, place: placeOf(record, entry, { connection, share, now }) }
}

/** The time, known anew when a moment has come. */
function useTimeSince(moment = 0): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setTimeout(look, Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return now
}
