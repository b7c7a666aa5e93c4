import { getCoverImageAttributes } from '../../../contract/cover.ts'
import type { Event } from '../../../contract/events.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateBib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { formatMonth, formatPlace } from './day.ts'
import { EventTitle } from './EventTitle.tsx'

/** Shows today's event with a large picture; if there is none today, the newest one. */
export function LeadEvent({ event, isToday }: { event: Event; isToday: boolean }) {
  const { language } = useLanguage()
  const text = useText()
  const hasFaceSearch = event.features.faceSearch
  return (
    // as the only event of the page it takes the full width
    <section aria-labelledby="lead-event" className="pf-lead">
      <div className="mt-9 mb-3 flex items-baseline justify-between gap-4 lg:mt-10 lg:mb-2.5">
        <h2 id="lead-event" className="display-d2">
          <Text id={isToday ? 'events.today' : 'events.latest'} />
        </h2>
        {isToday && (
          <span className="pf-live">
            <Text id="events.live" />
          </span>
        )}
      </div>
      <article className="grid gap-y-3.5 md:max-lg:grid-cols-2 md:max-lg:gap-x-8">
        <AppLink href={`/event/${event.eventId}`} className="relative block h-54 lg:h-75">
          <span className="sr-only">{event.title}</span>
          <span className="pf-tile block h-full">
            {event.cover && (
              <ProgressiveImage
                {...getCoverImageAttributes(event.cover)}
                width={event.cover.width}
                height={event.cover.height}
                placeholder={event.cover.placeholder}
                alt=""
                className="object-[50%_50%]"
              />
            )}
          </span>
          <DateBib
            className="absolute -bottom-4.5 left-3"
            day={Number(event.localDay.slice(-2))}
            month={formatMonth(event.localDay, language)}
            year={event.localDay.slice(0, 4)}
            dateTime={event.localDay}
          />
        </AppLink>
        <div className="grid content-center gap-3.5 pt-6">
          <div>
            <h3 className="title">
              <AppLink href={`/event/${event.eventId}`} className="py-3">
                <EventTitle>{event.title}</EventTitle>
              </AppLink>
            </h3>
            <p className="text-sm text-ink-2">
              {formatPlace(event, language)}
              <br />
              <span className="lining-nums">
                <Text id="events.photos" values={{ count: event.counts.photos }} />
              </span>
              {event.processing.photosReady < event.processing.photosTotal && text('events.moreComing')}
            </p>
          </div>
          <Button
            full
            icon={hasFaceSearch ? 'face' : 'bib'}
            href={hasFaceSearch ? `/event/${event.eventId}/selfie` : `/event/${event.eventId}`}
          >
            <Text id={hasFaceSearch ? 'events.bySelfie' : 'events.byNumber'} />
          </Button>
        </div>
      </article>
    </section>
  )
}
