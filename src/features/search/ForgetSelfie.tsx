import { useAtomValue } from 'jotai'
import type { Event } from '../../../contract/events.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { AskToForget } from '../selfie/index.ts'

/** For whoever has been searched for by face: deletes the selfie and what was found by it. */
export function ForgetSelfie({ event }: { event: Event }) {
  const { eventId } = event
  const navigate = useNavigate()
  const search = eventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  if (last?.by !== 'face' && !selfieId) return null
  const leave = () => {
    // what was found by number or name is still there
    if (eventSearch(eventId).last.read() === null) navigate(`/event/${eventId}`, { replace: true })
  }
  return (
    <div className="mt-4">
      <AskToForget eventId={eventId} onForgotten={leave} />
    </div>
  )
}
