import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'
import { countReconnects, getConnection, watchConnection, watchReconnects } from './watch.ts'

export { pauseUntilVisibleAndOnline } from './pause.ts'
export { countReconnects, getConnection, watchReconnects } from './watch.ts'

/** Returns the connection state according to the last calls; `navigator.onLine` is only a hint. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, getConnection, () => 'online')
}

/** Returns whether the server is probably reachable. A call may still fail. */
export function useOnline(): boolean {
  const connection = useConnection()
  return connection === 'online' || connection === 'slow'
}

/** Calls back each time the server answers again after a failure. */
export function useOnReconnect(callback: () => void): void {
  const onReconnect = useEffectEvent(callback)
  useEffect(() => {
    const unsubscribe = watchReconnects(() => onReconnect())
    return () => void unsubscribe()
  }, [])
}

/**
 * Retries work that failed without a network when it is back, even if it came back before the failure was rendered.
 *
 * @param reconnectsAtStart {@link countReconnects} at the start of the failed work; undefined if there is none
 */
export function useRetryOnReconnect(reconnectsAtStart: number | undefined, retry: () => void): void {
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (reconnectsAtStart === undefined) return undefined
    if (reconnectsAtStart !== countReconnects()) retryNow()
    const unsubscribe = watchReconnects(() => retryNow())
    return () => void unsubscribe()
  }, [reconnectsAtStart])
}
