import { useEffect, useEffectEvent } from 'react'
import { reportError } from '../../platform/errors/index.ts'
import { useNavigate, useQuery } from '../../platform/navigation/index.ts'
import { readWaitingSelfie } from './waiting.ts'

/**
 * Starts with the stored selfie of an event when the URL has `?waiting`: the runner pressed the button that sends it.
 *
 * @param eventId undefined while no picture may be taken
 */
export function useWaitingPicture(eventId: string | undefined, take: (picture: Blob) => Promise<void>): void {
  const isAsked = useQuery().has('waiting')
  const navigate = useNavigate()
  const begin = useEffectEvent(async (id: string, leaving: AbortSignal) => {
    const picture = await readWaitingSelfie(id)
    if (leaving.aborted) return
    // a reload must not send it again
    navigate(`/event/${id}/selfie`, { replace: true })
    if (picture) await take(picture)
  })
  useEffect(() => {
    if (eventId === undefined || !isAsked) return undefined
    const leaving = new AbortController()
    begin(eventId, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) reportError(error)
    })
    return () => leaving.abort()
  }, [eventId, isAsked])
}
