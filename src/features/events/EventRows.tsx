import type { Event } from '../../../contract/events.ts'
import { dayParts } from '../../lib/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateBib } from '../../ui/Bib.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SlitImage } from '../../ui/SlitImage.tsx'
import { placeOf } from './day.ts'

/** Events one below the other: date numeral, title, place, photo count, print. */
export function EventRows({ events }: { events: readonly Event[] }) {
  return (
    <ul>
      {events.map((event) => (
        <li key={event.eventId} className="border-t border-line">
          <EventRow event={event} />
        </li>
      ))}
    </ul>
  )
}

function EventRow({ event }: { event: Event }) {
  const { language } = useLanguage()
  const { day, month } = dayParts(event.localDay, language)
  return (
    <AppLink href={`/event/${event.eventId}`} className="flex min-h-28 items-center gap-3.5 py-3.5">
      <DateBib size="row" day={day} month={month} dateTime={event.localDay} />
      <span className="min-w-0 flex-1">
        <span className="block text-balance font-bold leading-[1.22]">{event.title}</span>
        <span className="block text-sm text-ink-2">{placeOf(event, language)}</span>
        {(event.counts.photos > 0 || event.features.preorder) && (
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
          <SlitImage
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

/** The same rows while nothing is known yet. */
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
