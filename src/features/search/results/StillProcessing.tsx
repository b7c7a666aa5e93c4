import type { Event } from '../../../../contract/events.ts'
import { Text } from '../../../platform/language/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { NotificationOffer } from '../../push/index.ts'

/** Says below the photos how many are still being processed, and offers a notification of the runner's new ones. */
export function StillProcessing({ event, last }: { event: Event; last: LastSearch }) {
  const { photosReady, photosTotal } = event.processing
  return (
    <Note tone="warn" icon="clock" className="mt-4">
      <Text id="search.processing" values={{ left: photosTotal - photosReady }} />
      <NotificationOffer topic={{ eventId: event.eventId }} search={last} className="mt-3 text-ink" />
    </Note>
  )
}
