import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { countReturns, useRetryWhenBack } from '../offline/index.ts'

export type Loaded<Value> =
  | { state: 'loading'; value?: Value }
  | { state: 'ready'; value: Value }
  /** `value` contains earlier data. */
  | { state: 'failed'; value?: Value; error: unknown }

const wantsNetwork = (error: unknown) => isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable')

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
  remembered?: Value,
): Loaded<Value> & { reload: () => void } {
  const [round, setRound] = useState(0)
  const [kept, setKept] = useState<{ key: string | null; loaded: Loaded<Value>; returnsBefore: number }>()

  // `load` is new in every render; only another key means other data
  const start = useEffectEvent(load)
  useEffect(() => {
    if (key === null) return undefined
    const controller = new AbortController()
    const returnsBefore = countReturns()
    const setLoaded = (change: (before: Value | undefined) => Loaded<Value>) => {
      if (controller.signal.aborted) return
      // `startTransition` keeps rendering interruptible
      startTransition(() =>
        setKept((before) => ({
          key,
          loaded: change(before?.key === key ? before.loaded.value : undefined),
          returnsBefore,
        })),
      )
    }
    start(controller.signal).then(
      (value) => setLoaded(() => ({ state: 'ready', value })),
      (error: unknown) => setLoaded((value) => ({ state: 'failed', value, error })),
    )
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round loads anew
  }, [key, round])

  const loaded: Loaded<Value> = kept?.key === key && kept ? kept.loaded : { state: 'loading' }
  const reload = useCallback(() => setRound((before) => before + 1), [])
  const waitsForNetwork = loaded.state === 'failed' && wantsNetwork(loaded.error)
  useRetryWhenBack(waitsForNetwork ? kept?.returnsBefore : undefined, reload)
  return loaded.value === undefined && remembered !== undefined && loaded.state !== 'ready'
    ? { ...loaded, value: remembered, reload }
    : { ...loaded, reload }
}
