import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { formatCount } from '../../lib/format/count.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { lazyPart, NotLoaded, useCode } from '../../platform/loading/index.ts'
import { useNavigate, useParams, usePath, useTitle } from '../../platform/navigation/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { isUpcoming, useEvent } from '../events/index.ts'
import { LazyMyPhotos } from '../search/index.ts'
import { AlbumTab, ReportTab } from './AlbumTab.tsx'
import { EventHead } from './EventHead.tsx'
import { VideosSkeleton } from './VideosSkeleton.tsx'

const loadFutureEvent = () => import('./ahead/FutureEvent.tsx').then((it) => it.FutureEvent)

const VideosTab = lazyPart(() => import('./videos/VideosTab.tsx').then((it) => it.VideosTab), VideosSkeleton)

const tabIds = ['photos', 'my', 'report', 'video'] as const
type TabId = (typeof tabIds)[number]

interface EventProps {
  event: Event
  /** States when cached data of an earlier visit was read, in ms. */
  savedOn: number | undefined
}

/** Renders `/event/:id` with its tabs: all photos, the runner's own, the photo report and the videos. */
export function EventPage() {
  const { id } = useParams<'/event/:id'>()
  const loaded = useEvent(id)
  const event = loaded.value
  if (event) return <EventView event={event} savedOn={loaded.savedOn} />
  if (loaded.state === 'failed') {
    if (isApiError(loaded.error, 'EventNotFound')) return <NoSuchEvent />
    return <NotLoaded error={loaded.error} onRetry={loaded.reload} />
  }
  return <EventSkeleton />
}

function EventView({ event, savedOn }: EventProps) {
  const [now] = useState(() => new Date())
  const tab = usePath().split('/').at(-1)
  const search = getEventSearch(event.eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  if (isUpcoming(event, now)) return <UpcomingEvent event={event} savedOn={savedOn} now={now} />
  // search results fill the page; their count replaces the event's head
  if (tab === 'my' && (last || selfieId)) return <LazyMyPhotos event={event} />
  const shownTab = tabIds.find((each) => each === tab) ?? 'photos'
  return <EventTabs event={event} savedOn={savedOn} tab={shownTab} />
}

/** Shows an upcoming event, which has no tabs. Everything but its head is loaded lazily. */
function UpcomingEvent({ event, savedOn, now }: EventProps & { now: Date }) {
  const { requestTexts } = useLanguage()
  useTitle(event.title)
  const { code: FutureEvent } = useCode(loadFutureEvent, async () => {
    const [part] = await Promise.all([loadFutureEvent(), requestTexts('page')])
    return part
  })
  return (
    <>
      <EventHead event={event} savedOn={savedOn} now={now} />
      {FutureEvent ? <FutureEvent event={event} /> : <Skeleton height={420} className="wrap mt-4" />}
    </>
  )
}

function EventTabs({ event, savedOn, tab }: EventProps & { tab: TabId }) {
  const text = useText()
  const navigate = useNavigate()
  const { language } = useLanguage()
  useTitle(event.title)
  const { photos, report = 0, videos } = event.counts
  const buildTab = (id: TabId, label: string, count: number | undefined) => ({
    id,
    label,
    href: buildTabPath(event.eventId, id),
    count: count === undefined ? undefined : formatCount(count, language),
  })
  const items = [
    buildTab('photos', text('events.tab.photos'), photos),
    buildTab('my', text('events.tab.my'), undefined),
    ...(report > 0 || tab === 'report' ? [buildTab('report', text('photos.report.tab'), report)] : []),
    ...(videos > 0 || tab === 'video' ? [buildTab('video', text('events.tab.video'), videos)] : []),
  ]
  return (
    <>
      <EventHead event={event} savedOn={savedOn} />
      <Tabs
        label={text('events.tabs')}
        className="wrap"
        items={items}
        value={tab}
        onChange={(chosen) => navigate(buildTabPath(event.eventId, chosen), { replace: true })}
      >
        {tab === 'photos' && <AlbumTab event={event} />}
        {tab === 'my' && <LazyMyPhotos event={event} />}
        {tab === 'report' && <ReportTab event={event} />}
        {tab === 'video' && <VideosTab event={event} />}
      </Tabs>
    </>
  )
}

function buildTabPath(eventId: string, tab: TabId): string {
  return tab === 'photos' ? `/event/${eventId}` : `/event/${eventId}/${tab}`
}

function NoSuchEvent() {
  const text = useText()
  useTitle(text('events.notFound.title'))
  return (
    <EmptyScreen
      title={<Text id="events.notFound.title" />}
      actions={
        <Button kind="primary" href="/search">
          <Text id="events.notFound.search" />
        </Button>
      }
    >
      <Text id="error.EventNotFound" />
    </EmptyScreen>
  )
}

function EventSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="events.loading" />
      </p>
      <div className="wrap pt-4 lg:pt-6.5">
        <div className="flex items-center gap-3.5 lg:gap-7">
          <Skeleton width={92} height={124} />
          <div className="min-w-0 grow">
            <Skeleton height={74} className="w-full max-w-120" />
            <Skeleton text width={240} className="mt-3 max-w-full" />
          </div>
        </div>
        <Skeleton height={52} className="mt-6" />
        <Skeleton height={420} className="mt-4" />
      </div>
    </div>
  )
}
