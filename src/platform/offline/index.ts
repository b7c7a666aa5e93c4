import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'
import { connectionNow, countReturns, watchConnection, watchReturns } from './watch.ts'

export { connectionNow, countReturns, watchReturns } from './watch.ts'

/** How the service can be reached, as far as the last calls can tell; the browser's own word is a hint. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, connectionNow, () => 'online')
}

/** Whether there is a network that leads to the service. A call may still find none. */
export function useOnline(): boolean {
  const connection = useConnection()
  return connection === 'online' || connection === 'slow'
}

/** Does something each time the service answers again after it did not. */
export function useWhenBack(act: () => void): void {
  const onReturn = useEffectEvent(act)
  useEffect(() => {
    const stop = watchReturns(() => onReturn())
    return () => void stop()
  }, [])
}

/**
 * Tries again what has failed for want of a network, when there is one, and also when it came back before the failure was
 * drawn.
 *
 * @param begunAt {@link countReturns} when that was begun which has failed; undefined while nothing has
 */
export function useRetryWhenBack(begunAt: number | undefined, retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (begunAt === undefined) return undefined
    if (begunAt !== countReturns()) again()
    const stop = watchReturns(() => again())
    return () => void stop()
  }, [begunAt])
}
