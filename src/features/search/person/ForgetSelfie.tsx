import type { Event } from '../../../../contract/events.ts'
import { useNavigate } from '../../../platform/navigation/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { ForgetSelfiePrompt } from '../../selfie/index.ts'

/** Deletes the selfie and the results found by it. */
export function ForgetSelfie({ event }: { event: Event }) {
  const { eventId } = event
  const navigate = useNavigate()
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
