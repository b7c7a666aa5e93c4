import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { useParams, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import { findProduct, useProducts } from '../catalog/index.ts'
import { useEvent } from '../events/index.ts'
import { ChooseEvent } from './ChooseEvent.tsx'
import { GiftForm } from './GiftForm.tsx'

/** Renders `/gift` and `/gift/:id`: gift codes for the runners of a company. */
export function GiftPage() {
  const text = useText()
  useTitle(text('gifts.title'))
  const { id } = useParams<'/gift/:id?'>()
  return id === undefined ? <ChooseEvent /> : <GiftsOfEvent eventId={id} />
}

function GiftsOfEvent({ eventId }: { eventId: string }) {
  const event = useEvent(eventId)
  if (event.value) return <GiftFormOfEvent event={event.value} />
  if (event.state !== 'failed') return <FormSkeleton />
  return isApiError(event.error, 'EventNotFound') ? (
    <NoGifts />
  ) : (
    <NotLoaded title={<Text id="gifts.failed" />} error={event.error} onRetry={event.reload} />
  )
}

function GiftFormOfEvent({ event }: { event: Event }) {
  const loaded = useProducts(event.catalogId)
  const product = findProduct(loaded.products, 'promocode')
  if (product) return <GiftForm event={event} product={product} />
  if (loaded.state === 'failed')
    return <NotLoaded title={<Text id="gifts.failed" />} error={loaded.error} onRetry={loaded.reload} />
  return loaded.state === 'ready' ? <NoGifts event={event} /> : <FormSkeleton />
}

/** Explains that the event does not exist or sells no gift codes. */
function NoGifts({ event }: { event?: Event }) {
  return (
    <EmptyScreen
      title={<Text id="gifts.none.title" />}
      actions={
        <Button kind="primary" href="/gift">
          <Text id="gifts.none.choose" />
        </Button>
      }
    >
      {event ? (
        <Text id="gifts.none.text" values={{ event: event.title }} />
      ) : (
        <Text id="error.EventNotFound" />
      )}
    </EmptyScreen>
  )
}

/** Renders a placeholder of the form while event and prices are loading, with the same layout. */
function FormSkeleton() {
  return (
    <div aria-busy="true">
      <WithSidebar
        title={<Text id="gifts.title" />}
        sidebar={<Skeleton height={164} className="max-md:hidden" />}
      >
        <p className="mt-2 text-ink-2">
          <Text id="gifts.lead" />
        </p>
        <Skeleton text width="60%" className="mt-6" />
        <Skeleton text width={116} className="mt-5" />
        <Skeleton text width={150} className="mt-8" />
        <Skeleton height={56} width={176} className="mt-2 rounded-control" />
        <Skeleton height={22} className="mt-9" />
        <Skeleton text width={180} className="mt-14" />
        <Skeleton height={56} className="mt-2 rounded-control" />
      </WithSidebar>
    </div>
  )
}
