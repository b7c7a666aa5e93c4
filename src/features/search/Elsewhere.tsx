import type { Event } from '../../../contract/events.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'

/** The way out of a search: all photos of its event, or another event. */
export function Elsewhere({ event, isOnly }: { event?: Event | undefined; isOnly?: boolean }) {
  return (
    <Button kind={isOnly ? 'action' : 'outline'} href={event ? `/event/${event.eventId}` : '/search'}>
      <Text id={event ? 'search.allPhotos' : 'search.otherEvent'} />
    </Button>
  )
}
