import { getCoverImageAttributes } from '../../../contract/cover.ts'
import type { Event } from '../../../contract/events.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { DateBib } from '../../ui/Bib.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { EventTitle, formatMonth, formatPlace, InDays, LastUpdated } from '../events/index.ts'

interface Props {
  event: Event
  /** States when cached data of an earlier visit was read, in ms. */
  savedOn?: number
  /** Adds the number of days until an upcoming event. */
  now?: Date
}

/** Shows date bib, title and place. The cover is shown above them only while there are no photos. */
export function EventHead({ event, savedOn, now }: Props) {
  const { counts, cover } = event
  const hasPhotos = counts.photos + (counts.report ?? 0) > 0
  return (
    <header>
      {!hasPhotos && cover && (
        <div className="pf-tile h-47 rounded-none! lg:h-67">
          <ProgressiveImage
            {...getCoverImageAttributes(cover)}
            width={cover.width}
            height={cover.height}
            placeholder={cover.placeholder}
            alt=""
            eager="first"
            className="object-[50%_45%] lg:object-[50%_56%]"
          />
        </div>
      )}
      <TitleAndPlace event={event} savedOn={savedOn} now={now} />
    </header>
  )
}

function TitleAndPlace({ event, savedOn, now }: Props) {
  const { language } = useLanguage()
  return (
    <div className="wrap flex items-center gap-3.5 pt-4 pb-1.5 short:py-1 lg:gap-7 lg:pt-6.5 lg:pb-3.5">
      <DateBib
        size="head"
        className="short:hidden"
        day={Number(event.localDay.slice(-2))}
        month={formatMonth(event.localDay, language)}
        year={event.localDay.slice(0, 4)}
        dateTime={event.localDay}
      />
      <div className="min-w-0 grow">
        <h1 className="display text-[clamp(1.75rem,9.4vw,2.3125rem)] short:text-[1.75rem] lg:text-[4.75rem]">
          <EventTitle>{event.title}</EventTitle>
        </h1>
        <p className="mt-1.5 text-sm text-ink-2 lg:mt-2 lg:text-base">
          {formatPlace(event, language)}
          <LastUpdated on={savedOn} className="ml-3 text-xs whitespace-nowrap lining-nums" />
          {now && <InDays event={event} now={now} />}
        </p>
      </div>
    </div>
  )
}
