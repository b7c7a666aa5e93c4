import { useAtomValue } from 'jotai'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { formatCount } from '../../lib/count.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { late, NotLoaded } from '../../platform/loading/index.ts'
import { useNavigate, useParams, usePath, useTitle } from '../../platform/navigation/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { MyPhotos } from '../search/index.ts'
import { AlbumTab, ReportTab } from './AlbumTab.tsx'
import { EventHead } from './EventHead.tsx'
import { useEvent } from './use-events.ts'
import { VideosSkeleton } from './VideosSkeleton.tsx'

const VideosTab = late(() => import('./VideosTab.tsx').then((it) => it.VideosTab), VideosSkeleton)

const tabIds = ['photos', 'my', 'report', 'video'] as const
type TabId = (typeof tabIds)[number]

interface EventProps {
  event: Event
  /** When the service said so, if that was on an earlier visit; ms. */
  savedOn: number | undefined
}

/** `/event/:id`, its photos, the runner's own photos, the photo report, its videos. */
export function EventPage() {
  const { id } = useParams<'/event/:id'>()
  const loaded = useEvent(id)
  const event = loaded.value
  if (event) return <Loaded event={event} savedOn={loaded.savedOn} />
  if (loaded.state === 'failed') {
    if (isApiError(loaded.error, 'EventNotFound')) return <NoSuchEvent />
    return <NotLoaded error={loaded.error} onRetry={loaded.reload} />
  }
  return <EventSkeleton />
}

function Loaded({ event, savedOn }: EventProps) {
  const tab = usePath().split('/').at(-1)
  const search = eventSearch(event.eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  // what was found fills the page; its own head is the count
  if (tab === 'my' && (last || selfieId)) return <MyPhotos event={event} />
  const shown = tabIds.find((each) => each === tab) ?? 'photos'
  return <WithTabs event={event} savedOn={savedOn} tab={shown} />
}

function WithTabs({ event, savedOn, tab }: EventProps & { tab: TabId }) {
  const text = useText()
  const navigate = useNavigate()
  const { language } = useLanguage()
  useTitle(event.title)
  const { photos, report = 0, videos } = event.counts
  const item = (id: TabId, label: string, count: number | undefined) => ({
    id,
    label,
    href: addressOf(event.eventId, id),
    count: count === undefined ? undefined : formatCount(count, language),
  })
  const items = [
    item('photos', text('events.tab.photos'), photos),
    item('my', text('events.tab.my'), undefined),
    ...(report > 0 || tab === 'report' ? [item('report', text('photos.report.tab'), report)] : []),
    ...(videos > 0 || tab === 'video' ? [item('video', text('events.tab.video'), videos)] : []),
  ]
  return (
    <>
      <EventHead event={event} savedOn={savedOn} />
      <Tabs
        label={text('events.tabs')}
        className="wrap"
        items={items}
        value={tab}
        onChange={(chosen) => navigate(addressOf(event.eventId, chosen), { replace: true })}
      >
        {tab === 'photos' && <AlbumTab event={event} />}
        {tab === 'my' && <MyPhotos event={event} />}
        {tab === 'report' && <ReportTab event={event} />}
        {tab === 'video' && <VideosTab event={event} />}
      </Tabs>
    </>
  )
}

function addressOf(eventId: string, tab: TabId): string {
  return tab === 'photos' ? `/event/${eventId}` : `/event/${eventId}/${tab}`
}

function NoSuchEvent() {
  const text = useText()
  useTitle(text('events.notFound.title'))
  return (
    <div className="wrap py-9">
      <EmptyState
        level={1}
        title={<Text id="events.notFound.title" />}
        actions={
          <Button icon="search" href="/search">
            <Text id="events.notFound.search" />
          </Button>
        }
      >
        <Text id="error.EventNotFound" />
      </EmptyState>
    </div>
  )
}

function EventSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="events.loading" />
      </p>
      <Skeleton className="h-47 w-full lg:h-67" />
      <div className="wrap pt-9.5">
        <Skeleton height={48} className="w-full max-w-120" />
        <Skeleton text width={240} className="mt-3" />
        <Skeleton height={52} className="mt-6" />
        <Skeleton height={420} className="mt-4" />
      </div>
    </div>
  )
}
