import type { Product } from '../../../contract/catalog.ts'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { useParams, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useProducts, useRunnerDistance } from '../catalog/index.ts'
import { useEvent } from '../events/index.ts'
import { FrameChooser } from './FrameChooser.tsx'

/** Renders `/event/:id/frame`: a photo in the event's frame, selected by `?photo=` and `?frame=`. */
export function FramePage() {
  const text = useText()
  useTitle(text('frames.title'))
  const { id } = useParams<'/event/:id/frame'>()
  const event = useEvent(id)
  if (event.value) return <WithProducts event={event.value} />
  if (event.state !== 'failed') return <PageSkeleton />
  return isApiError(event.error, 'EventNotFound') ? (
    <NoFrames />
  ) : (
    <NotLoaded title={<Text id="frames.failed" />} error={event.error} onRetry={event.reload} />
  )
}

const isFrame = ({ productType, frame }: Product) => productType === 'frame' && frame !== undefined

function WithProducts({ event }: { event: Event }) {
  const loaded = useProducts(event.catalogId, useRunnerDistance(event.eventId))
  const frames = loaded.products.filter(isFrame)
  if (frames.length > 0) return <FrameChooser event={event} frames={frames} />
  if (loaded.state === 'failed')
    return <NotLoaded title={<Text id="frames.failed" />} error={loaded.error} onRetry={loaded.reload} />
  return loaded.state === 'ready' ? <NoFrames event={event} /> : <PageSkeleton />
}

/** Explains that the event does not exist or has no frames. */
function NoFrames({ event }: { event?: Event }) {
  return (
    <EmptyScreen
      title={<Text id="frames.none.title" />}
      actions={
        <Button kind="primary" href={event ? `/event/${event.eventId}` : '/search'}>
          <Text id={event ? 'frames.none.photos' : 'frames.none.search'} />
        </Button>
      }
    >
      {event ? (
        <Text id="frames.none.text" values={{ event: event.title }} />
      ) : (
        <Text id="error.EventNotFound" />
      )}
    </EmptyScreen>
  )
}

function PageSkeleton() {
  return (
    <div className="wrap pt-6 lg:pt-11" aria-busy="true">
      <h1 className="display-d1">
        <Text id="frames.title" />
      </h1>
      <Skeleton height={320} className="mt-6 w-full" />
      <Skeleton height={96} className="mt-4 w-full" />
    </div>
  )
}
