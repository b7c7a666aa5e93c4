import { useEffect, useEffectEvent } from 'react'
import { reportError } from '../../../platform/errors/index.ts'
import { useNavigate, useQuery } from '../../../platform/navigation/index.ts'
import { readWaitingSelfie } from './waiting-selfie.ts'

/**
 * Starts with the stored selfie of an event when the URL has `?waiting`: the runner pressed the button that sends it.
 *
 * @param eventId undefined while no picture may be taken
 */
export function useWaitingPicture(
  eventId: string | undefined,
  processPicture: (picture: Blob) => Promise<void>,
): void {
  const isRequested = useQuery().has('waiting')
  const navigate = useNavigate()
  const start = useEffectEvent(async (id: string, signal: AbortSignal) => {
    const picture = await readWaitingSelfie(id)
    if (signal.aborted) return
    // a reload must not send it again
    navigate(`/event/${id}/selfie`, { replace: true })
    if (picture) await processPicture(picture)
  })
  useEffect(() => {
    if (eventId === undefined || !isRequested) return undefined
    const abortController = new AbortController()
    start(eventId, abortController.signal).catch((error: unknown) => {
      if (!abortController.signal.aborted) reportError(error)
    })
    return () => abortController.abort()
  }, [eventId, isRequested])
}
