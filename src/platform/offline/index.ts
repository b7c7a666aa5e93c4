import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'
import { connectionNow, countReturns, watchConnection, watchReturns } from './watch.ts'

export { connectionNow, countReturns, watchReturns } from './watch.ts'

/** Returns the connection state according to the last calls; `navigator.onLine` is only a hint. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, connectionNow, () => 'online')
}

/** Returns whether the server is probably reachable. A call may still fail. */
export function useOnline(): boolean {
  const connection = useConnection()
  return connection === 'online' || connection === 'slow'
}

/** Calls back each time the server answers again after a failure. */
export function useWhenBack(act: () => void): void {
  const onReturn = useEffectEvent(act)
  useEffect(() => {
    const stop = watchReturns(() => onReturn())
    return () => void stop()
  }, [])
}

/**
 * Retries work that failed without a network when it is back, even if it came back before the failure was rendered.
 *
 * @param reconnectsAtStart {@link countReconnects} at the start of the failed work; undefined if there is none
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
