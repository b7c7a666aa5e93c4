import type { Event } from '../../../contract/events.ts'
import { formatCount } from '../../lib/count.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BibNumber } from '../../ui/Bib.tsx'
import { CountUp } from '../../ui/CountUp.tsx'

interface Props {
  event: Event
  count: number
  /** Start number of whoever was found, where it is known. */
  bib?: string
  /** Name of whoever was found, where there is no number. */
  name?: string
}

/** The found count as the largest thing on the screen, and the runner's bib. */
export function FoundHead({ event, count, bib, name }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const digits = String(count).length
  // three digits need the room of two
  const size =
    digits > 2
      ? 'text-[min(96px,24vw,1.4*var(--pf-t-mega))] lg:text-[190px]'
      : 'text-[min(138px,35.3vw,2.06*var(--pf-t-mega))] lg:text-[236px]'
  return (
    <section className="grid grid-cols-[auto_1fr_auto] items-end gap-3 pt-5 pb-4.5 lg:grid-cols-[auto_auto_1fr] lg:gap-6.5 lg:pt-10 lg:pb-7.5">
      <p className={`display leading-[0.74]! lining-nums ${size}`} aria-hidden="true">
        <CountUp value={count} format={(value) => formatCount(value, language)} />
      </p>
      <div className="min-w-0">
        <h1 className="display text-[min(33px,8.4vw)] leading-[0.94]! lg:text-[76px]">
          <span className="sr-only">{count} </span>
          <span className="whitespace-pre-line">
            <Text id="search.found" values={{ count }} />
          </span>
        </h1>
        <p className="mt-2 text-sm font-semibold text-balance text-ink-2">
          <AppLink href={`/event/${event.eventId}`} className="py-3.5 hover:underline">
            {event.title}
          </AppLink>
          {name && <span className="block">{name}</span>}
        </p>
      </div>
      {bib && (
        <BibNumber
          className="w-25 max-[374px]:hidden lg:w-40 lg:justify-self-end lg:[&_b]:text-[64px]"
          caption={text('search.yourBib')}
          number={bib}
        />
      )}
    </section>
  )
}
