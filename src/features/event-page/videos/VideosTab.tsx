import { type ReactNode, useId } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Video } from '../../../../contract/videos.ts'
import { Text } from '../../../platform/language/index.ts'
import { PartNotLoaded } from '../../../platform/loading/index.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { type Buying, useBuying } from '../../photos/index.ts'
import { VideosSkeleton } from '../VideosSkeleton.tsx'
import { useVideoPreference, useVideos, type VideoPreference } from './use-videos.ts'
import { VideoCard } from './VideoCard.tsx'

/** Lists the event's videos; after a search, first those of the runner, then those of the whole event. */
export function VideosTab({ event }: { event: Event }) {
  const preference = useVideoPreference(event)
  const { first, items, total, hasMore, loadMoreState, firstNewId, loadMore } = useVideos(event, preference)
  const buying = useBuying(event)
  if (!first.value) {
    if (first.state === 'failed') {
      return (
        <div className="wrap py-6">
          <PartNotLoaded error={first.error} onRetry={first.reload} />
        </div>
      )
    }
    return <VideosSkeleton />
  }
  const eventTotal = event.counts.videos
  if (items.length === 0 && (!preference || eventTotal === 0)) {
    return (
      <div className="wrap py-8">
        <EmptyState title={<Text id="events.video.none.title" />}>
          <p role="status">
            <Text id="events.video.none.text" />
          </p>
        </EmptyState>
      </div>
    )
  }
  const renderList = (videos: readonly Video[], level: 2 | 3) => (
    <VideoList videos={videos} level={level} buying={buying} firstNewId={firstNewId} />
  )
  return (
    <div className="wrap py-5 lg:py-7">
      {preference ? (
        <GroupedVideos preference={preference} videos={items} renderList={renderList} />
      ) : (
        <>
          <p className="mb-4 text-sm text-ink-2">
            <Text id="events.video.hint" />
          </p>
          {renderList(items, 2)}
        </>
      )}
      {hasMore && (
        <div className="mt-6" role="status">
          {loadMoreState === 'failed' && (
            <p className="mb-2 text-sm text-ink-2">
              <Text id="events.video.moreFailed" />
            </p>
          )}
          <Button kind="outline" busy={loadMoreState === 'loading'} onClick={loadMore}>
            <Text id="events.video.more" />
          </Button>
        </div>
      )}
      {preference && eventTotal > total && (
        <p className="mt-6">
          <AppLink className="pf-link" href={`/event/${event.eventId}/video?all`}>
            <Text id="events.video.all" values={{ count: eventTotal }} />
          </AppLink>
        </p>
      )}
    </div>
  )
}

interface GroupedVideosProps {
  preference: NonNullable<VideoPreference>
  videos: readonly Video[]
  renderList: (videos: readonly Video[], level: 3) => ReactNode
}

function GroupedVideos({ preference, videos, renderList }: GroupedVideosProps) {
  const ownVideos = videos.filter(({ personal }) => personal)
  const otherVideos = videos.filter(({ personal }) => !personal)
  const title =
    preference.by === 'number' ? (
      <Text id="events.video.number" values={{ number: preference.label }} />
    ) : (
      preference.label
    )
  return (
    <>
      <Section title={title}>
        {ownVideos.length > 0 ? (
          renderList(ownVideos, 3)
        ) : (
          <p role="status" className="text-sm text-ink-2">
            <Text id="events.video.noneOwn" />
          </p>
        )}
      </Section>
      {otherVideos.length > 0 && (
        <div className="mt-8">
          <Section title={<Text id="events.video.race" />}>{renderList(otherVideos, 3)}</Section>
        </div>
      )}
    </>
  )
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="display-d3 mb-4">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Moves the focus to the first new card: the button may be gone after the last page. */
const focusCard = (card: HTMLElement | null) => card?.focus()

interface VideoListProps {
  videos: readonly Video[]
  level: 2 | 3
  buying: Buying
  firstNewId: string | undefined
}

function VideoList({ videos, level, buying, firstNewId }: VideoListProps) {
  return (
    <ul className="grid gap-x-8 gap-y-8 md:grid-cols-2 ml:grid-cols-3">
      {videos.map((video) => (
        <li key={video.videoId}>
          <VideoCard
            video={video}
            buying={buying}
            level={level}
            ref={video.videoId === firstNewId ? focusCard : undefined}
          />
        </li>
      ))}
    </ul>
  )
}
