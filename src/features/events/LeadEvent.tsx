import { coverSources } from '../../../contract/cover.ts'
import type { Event } from '../../../contract/events.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateBib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { SlitImage } from '../../ui/SlitImage.tsx'
import { monthInWords, placeOf } from './day.ts'

/** The event of the day with a full picture; without one the newest stands in its place. */
export function LeadEvent({ event, live }: { event: Event; live: boolean }) {
  const { language } = useLanguage()
  const text = useText()
  const byFace = event.features.faceSearch
  return (
    // alone on the page it takes the whole of its width
    <section aria-labelledby="lead-event" className="pf-lead">
      <div className="mt-9 mb-3 flex items-baseline justify-between gap-4 lg:mt-10 lg:mb-2.5">
        <h2 id="lead-event" className="display-d2">
          <Text id={live ? 'events.today' : 'events.latest'} />
        </h2>
        {live && (
          <span className="pf-live">
            <Text id="events.live" />
          </span>
        )}
      </div>
      <article className="grid gap-y-3.5">
        <AppLink href={`/event/${event.eventId}`} className="relative block h-54 lg:h-75">
          <span className="sr-only">{event.title}</span>
          <span className="pf-tile block h-full">
            {event.cover && (
              <SlitImage
                {...coverSources(event.cover)}
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
            month={monthInWords(event.localDay, language)}
            dateTime={event.localDay}
          />
        </AppLink>
        <div className="grid content-center gap-3.5 pt-6">
          <div>
            <h3 className="title">
              <AppLink href={`/event/${event.eventId}`} className="py-3">
                {event.title}
              </AppLink>
            </h3>
            <p className="text-sm text-ink-2">
              {placeOf(event, language)}
              <br />
              <span className="lining-nums">
                <Text id="events.photos" values={{ count: event.counts.photos }} />
              </span>
              {event.processing.photosReady < event.processing.photosTotal && text('events.moreComing')}
            </p>
          </div>
          <Button
            full
            icon={byFace ? 'face' : 'bib'}
            href={byFace ? `/event/${event.eventId}/selfie` : `/event/${event.eventId}`}
          >
            <Text id={byFace ? 'events.bySelfie' : 'events.byNumber'} />
          </Button>
        </div>
      </article>
    </section>
  )
}
