import { useAtomValue } from 'jotai'
import type { Event } from '../../../../contract/events.ts'
import { useNavigate } from '../../../platform/navigation/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { ForgetSelfiePrompt } from '../../selfie/index.ts'

/** Deletes the selfie and the results found by it; shown only after a search by face. */
export function ForgetSelfie({ event }: { event: Event }) {
  const { eventId } = event
  const navigate = useNavigate()
  const search = getEventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  if (last?.by !== 'face' && !selfieId) return null
  const leaveResults = () => {
    // results by number or name are kept
    if (getEventSearch(eventId).last.read() === null) navigate(`/event/${eventId}`, { replace: true })
  }
  return (
    <div className="mt-4">
      <ForgetSelfiePrompt eventId={eventId} onForgotten={leaveResults} />
    </div>
  )
}
