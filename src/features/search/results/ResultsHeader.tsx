import type { Event } from '../../../../contract/events.ts'
import { formatCount } from '../../../lib/format/count.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BibNumber } from '../../../ui/Bib.tsx'
import { CountUp } from '../../../ui/feedback/CountUp.tsx'
import { EventTitle } from '../../events/index.ts'

interface Props {
  event: Event
  count: number
  /** Shows the start number of the runner, where it is known. */
  bib?: string
  /** Shows the name of the runner, where there is no number. */
  name?: string
}

/** Shows the number of found photos as the largest text on the screen, and the runner's bib. */
export function ResultsHeader({ event, count, bib, name }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const digits = String(count).length
  // smaller font, so that three digits fit into the width of two
  const fontSizeClass =
    digits > 2 ? 'text-[min(72px,18vw)] lg:text-[130px]' : 'text-[min(92px,23vw)] lg:text-[172px]'
  return (
    <section className="grid grid-cols-[auto_1fr_auto] items-center gap-2.5 pt-2 pb-2 lg:grid-cols-[auto_auto_1fr] lg:gap-6.5 lg:pt-9 lg:pb-5">
      <p className={`display leading-[0.74]! lining-nums ${fontSizeClass}`} aria-hidden="true">
        <CountUp value={count} format={(value) => formatCount(value, language)} />
      </p>
      <div className="min-w-0">
        <h1 className="display text-[min(30px,7.6vw)] leading-[0.94]! lg:text-[64px]">
          <span className="sr-only">{count} </span>
          <span className="whitespace-pre-line">
            <Text id="search.found" values={{ count }} />
          </span>
        </h1>
        <p className="mt-1.5 text-sm font-medium text-balance text-ink-2">
          <AppLink href={`/event/${event.eventId}`} className="py-3.5 hover:underline">
            <EventTitle>{event.title}</EventTitle>
          </AppLink>
          {name && <span className={bib ? 'max-lg:sr-only lg:block' : 'block'}> {name}</span>}
        </p>
      </div>
      {bib && (
        <BibNumber
          className="w-21.5 max-[374px]:hidden lg:w-33 lg:justify-self-end lg:[&_b]:text-[48px]"
          number={
            <>
              <span className="sr-only">{text('search.yourBib')} </span>
              {bib}
            </>
          }
        />
      )}
    </section>
  )
}
