import { useEffect, useState } from 'react'
import { longestDelayInMs } from '../../lib/timeouts.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOpenSelfies, useOutbox } from '../../platform/outbox/index.ts'
import { type QueueState, showDelayInMs } from './queue-texts.ts'

/** Returns the state that the texts of the queue depend on, updated when an entry is to be shown. */
export function useQueue(): QueueState {
  const { entries, progress, readOn } = useOutbox()
  const selfies = useOpenSelfies()
  const online = useOnline()
  const [checkedOn, setCheckedOn] = useState(0)
  const now = Math.max(readOn, checkedOn)
  useEffect(() => {
    // entries are shown after `showDelayInMs`, and delayed ones not before `notBefore`
    const showTimes = entries.map(({ putOn, notBefore }) => Math.max(putOn + showDelayInMs, notBefore))
    const nextTime = Math.min(...showTimes.filter((time) => time >= now))
    if (!Number.isFinite(nextTime)) return undefined
    const delayInMs = Math.min(nextTime - Date.now() + 50, longestDelayInMs)
    const timer = setTimeout(() => setCheckedOn(Date.now()), delayInMs)
    return () => clearTimeout(timer)
  }, [entries, now])
  return { entries, progress, selfies, online, now }
}
