import type { Event } from '../../../../contract/events.ts'
import { Text } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'

/** Links out of a search: to all photos of its event, or to another event. */
export function SearchFallback({ event, isOnly }: { event?: Event | undefined; isOnly?: boolean }) {
  return (
    <Button kind={isOnly ? 'action' : 'outline'} href={event ? `/event/${event.eventId}` : '/search'}>
      <Text id={event ? 'search.allPhotos' : 'search.otherEvent'} />
    </Button>
  )
}
