import { useEffect, useState } from 'react'
import { longestDelayInMs } from '../lib/timeouts.ts'
import { useOnline } from '../platform/offline/index.ts'
import { useOpenSelfies, useOutbox } from '../platform/outbox/index.ts'
import { type QueueSituation, quietInMs } from './queue-words.ts'

/** Returns the state that the texts of the queue depend on, updated when an entry is to be shown. */
export function useQueue(): QueueSituation {
  const { entries, progress, readOn } = useOutbox()
  const selfies = useOpenSelfies()
  const online = useOnline()
  const [lookedOn, setLookedOn] = useState(0)
  const now = Math.max(readOn, lookedOn)
  useEffect(() => {
    // entries are shown after `showDelayInMs`, and delayed ones not before `notBefore`
    const moments = entries.map(({ putOn, notBefore }) => Math.max(putOn + quietInMs, notBefore))
    const next = Math.min(...moments.filter((moment) => moment >= now))
    if (!Number.isFinite(next)) return undefined
    const delayInMs = Math.min(next - Date.now() + 50, longestDelayInMs)
    const timer = setTimeout(() => setLookedOn(Date.now()), delayInMs)
    return () => clearTimeout(timer)
  }, [entries, now])
  return { entries, progress, selfies, online, now }
}
