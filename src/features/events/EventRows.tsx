import type { Event } from '../../../contract/events.ts'
import { splitDay } from '../../lib/format/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateBib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { formatPlace } from './day.ts'
import { EventTitle } from './EventTitle.tsx'
import { InDays } from './InDays.tsx'

interface RowsProps {
  events: readonly Event[]
  /** Adds to each row the number of days until the event, a photo alert and a pre-order. */
  now?: Date
  /** The link of a row; the event's page when absent. */
  getHref?: (event: Event) => string
  /** Uses two columns on a wide screen. */
  columns?: boolean
}

/** Lists events: date with year, title, place, photo count, picture. */
export function EventRows({ events, now, getHref, columns }: RowsProps) {
  return (
    <ul className={columns ? 'lg:grid lg:grid-cols-2 lg:gap-x-16' : undefined}>
      {events.map((event) => (
        <li
          key={event.eventId}
          className={
            now ? 'border-b border-line border-l-4 border-l-accent pb-3.5 pl-3' : 'border-t border-line'
          }
        >
          <EventRow event={event} now={now} href={getHref?.(event) ?? `/event/${event.eventId}`} />
          {now && <UpcomingActions event={event} />}
        </li>
      ))}
    </ul>
  )
}

function UpcomingActions({ event }: { event: Event }) {
  const href = `/event/${event.eventId}`
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="outline" icon="bell" className="grow" href={`${href}?call`}>
        <Text id="events.callMe" />
      </Button>
      {event.features.preorder && (
        <Button kind="sub" className="grow" href={href}>
          <Text id="events.preorder" />
        </Button>
      )}
    </div>
  )
}

function EventRow({ event, now, href }: { event: Event; now: Date | undefined; href: string }) {
  const { language } = useLanguage()
  const { day, month, year } = splitDay(event.localDay, language)
  return (
    <AppLink href={href} className="flex min-h-28 items-center gap-3.5 py-3.5">
      <DateBib size="row" day={day} month={month} year={year} dateTime={event.localDay} />
      <span className="min-w-0 flex-1">
        <span className="block text-balance font-bold leading-[1.22]">
          <EventTitle>{event.title}</EventTitle>
        </span>
        <span className="block text-sm text-ink-2">{formatPlace(event, language)}</span>
        {now && <InDays event={event} now={now} />}
        {!now && (event.counts.photos > 0 || event.features.preorder) && (
          <span className="mt-0.5 block text-xs font-semibold text-ink-2 lining-nums">
            <Text
              id={event.counts.photos > 0 ? 'events.photos' : 'events.preorder'}
              values={{ count: event.counts.photos }}
            />
          </span>
        )}
      </span>
      {event.cover && (
        <span className="pf-tile h-21 w-24 flex-none">
          <ProgressiveImage
            src={(event.cover.small ?? event.cover).url}
            width={event.cover.width}
            height={event.cover.height}
            placeholder={event.cover.placeholder}
            alt=""
            className="object-[50%_50%]"
          />
        </span>
      )}
    </AppLink>
  )
}

/** Renders placeholders of the rows while they are loading. */
export function EventRowsSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="flex min-h-28 items-center gap-3.5 border-t border-line py-3.5">
          <Skeleton width={56} height={56} />
          <span className="flex-1">
            <Skeleton text width="80%" />
            <Skeleton text width="55%" className="mt-2" />
          </span>
          <Skeleton width={96} height={84} />
        </div>
      ))}
    </div>
  )
}
