import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { countReconnects, useRetryOnReconnect } from '../offline/index.ts'

export type LoadState<Value> =
  | { state: 'loading'; value?: Value }
  | { state: 'ready'; value: Value }
  /** `value` contains earlier data. */
  | { state: 'failed'; value?: Value; error: unknown }

interface Reloading {
  /** Loads again. Aborts a running load. */
  reload: () => void
  /** Loads again unless a load is running, so that polls do not abort a slow answer. */
  refresh: () => void
}

const isNetworkError = (error: unknown) => isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable')

/**
 * Loads data by key and never returns data of another key. Loads that failed without a network are retried when it is
 * back.
 *
 * @param key null loads nothing
 * @param cached data to return while the request is pending
 */
export function useLoaded<Value>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Value>,
  cached?: Value,
): LoadState<Value> & Reloading {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{
    key: string | null
    loaded: LoadState<Value>
    reconnectsAtStart: number
  }>()
  const isRunning = useRef(false)

  // `load` is new in every render; only another key means other data
  const start = useEffectEvent(load)
  useEffect(() => {
    if (key === null) return undefined
    const controller = new AbortController()
    const reconnectsAtStart = countReconnects()
    const setLoaded = (change: (previous: Value | undefined) => LoadState<Value>) => {
      if (controller.signal.aborted) return
      isRunning.current = false
      // `startTransition` keeps rendering interruptible
      startTransition(() =>
        setResult((previous) => ({
          key,
          loaded: change(previous?.key === key ? previous.loaded.value : undefined),
          reconnectsAtStart,
        })),
      )
    }
    isRunning.current = true
    start(controller.signal).then(
      (value) => setLoaded(() => ({ state: 'ready', value })),
      (error: unknown) => setLoaded((value) => ({ state: 'failed', value, error })),
    )
    return () => {
      isRunning.current = false
      controller.abort()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round loads anew
  }, [key, attempt])

  const loaded: LoadState<Value> = result?.key === key && result ? result.loaded : { state: 'loading' }
  const reload = useCallback(() => setAttempt((previous) => previous + 1), [])
  const refresh = useCallback(() => {
    if (!isRunning.current) reload()
  }, [reload])
  const waitsForNetwork = loaded.state === 'failed' && isNetworkError(loaded.error)
  useRetryOnReconnect(waitsForNetwork ? result?.reconnectsAtStart : undefined, reload)
  return loaded.value === undefined && cached !== undefined && loaded.state !== 'ready'
    ? { ...loaded, value: cached, reload, refresh }
    : { ...loaded, reload, refresh }
}
