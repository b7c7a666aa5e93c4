import type { Competitor } from '../../../../contract/competitors.ts'
import type { Event } from '../../../../contract/events.ts'
import { encodePart } from '../../../../contract/uri.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyScreen } from '../../../ui/feedback/EmptyScreen.tsx'
import { formatDistance } from '../../events/index.ts'
import { SelfieButton } from './SelfieButton.tsx'

interface Props {
  event: Event
  /** Spells the surname as in the start list. */
  surname: string
  /** Runners with the surname, by number. */
  runners: readonly Competitor[]
}

/** Asks which of several runners with the same surname is meant: photos are shown, and a package is sold, for one runner. */
export function ChooseRunner({ event, surname, runners }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const { eventId, features } = event
  return (
    <EmptyScreen
      title={<Text id="search.bearers.title" />}
      actions={
        features.faceSearch && (
          <SelfieButton event={event}>
            <Text id="search.find.selfie" />
          </SelfieButton>
        )
      }
      below={
        <ul className="mt-6 max-w-144" aria-label={text('search.byWord.runners')}>
          {runners.map(({ competitorId, number, firstName, surname: ownSurname, distance }) => (
            <li key={competitorId} className="border-b border-line">
              <AppLink
                href={`/search/${eventId}/${encodePart(number)}`}
                className="flex min-h-13 items-center gap-3 px-1 py-1.5 hover:bg-sunk"
              >
                <b className="display min-w-16 flex-none text-[26px] lining-nums">{number}</b>
                <span className="min-w-0 flex-1 text-sm leading-tight">
                  <span className="block font-semibold">
                    {ownSurname} {firstName}
                  </span>
                  {distance && <span className="block text-ink-2">{formatDistance(language, distance)}</span>}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      }
    >
      <Text id="search.bearers" values={{ surname }} />
    </EmptyScreen>
  )
}
