import { coverSources } from '../../../contract/cover.ts'
import type { Event } from '../../../contract/events.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { DateBib } from '../../ui/Bib.tsx'
import { SlitImage } from '../../ui/SlitImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AsOf } from './AsOf.tsx'
import { monthInWords, placeOf } from './day.ts'

/** Cover, date bib, title, place. */
export function EventHead({ event, savedOn }: { event: Event; savedOn?: number }) {
  const { language } = useLanguage()
  const { cover } = event
  return (
    <header>
      <div className="relative h-47 lg:h-67">
        <div className="pf-tile h-full rounded-none!">
          {cover && (
            <SlitImage
              {...coverSources(cover)}
              width={cover.width}
              height={cover.height}
              placeholder={cover.placeholder}
              alt=""
              eager="first"
              className="object-[50%_45%] lg:object-[50%_56%]"
            />
          )}
        </div>
        <div className="wrap absolute inset-x-0 -bottom-6.5 lg:-bottom-8.5">
          <DateBib
            size="plate-lg"
            className="w-fit lg:ml-auto"
            day={Number(event.localDay.slice(-2))}
            month={monthInWords(event.localDay, language)}
            dateTime={event.localDay}
          />
        </div>
      </div>
      <div className="wrap pt-9.5 pb-3.5 lg:pt-6.5 lg:pb-5.5">
        <h1 className="display-d1 max-w-[14em]">{event.title}</h1>
        <p className="mt-2.5 text-ink-2">
          {placeOf(event, language)}
          <AsOf on={savedOn} className="ml-3 text-xs whitespace-nowrap lining-nums" />
        </p>
        <p className="flex flex-wrap gap-x-3 md:gap-x-8">
          {event.features.frames && (
            <TextLink small icon="frame" href={`/event/${event.eventId}/frame`}>
              <Text id="frames.title" />
            </TextLink>
          )}
          <TextLink small icon="tag" href={`/gift/${event.eventId}`}>
            <Text id="events.gift" />
          </TextLink>
        </p>
      </div>
    </header>
  )
}
