import type { Event } from '../../../../contract/events.ts'
import { Text } from '../../../platform/language/index.ts'
import { Bib } from '../../../ui/Bib.tsx'
import { RunnerSearchForm } from './RunnerSearchForm.tsx'
import { SelfieButton } from './SelfieButton.tsx'

/** Offers the search by selfie, number or surname, in a plate beside the album on wide screens. */
export function FindYourself({ event }: { event: Event }) {
  const hasFaceSearch = event.features.faceSearch
  return (
    <Bib strip={<Text id="search.find.title" />}>
      <div className="px-5.5 pt-4.5 pb-7.5">
        {hasFaceSearch && (
          <>
            <SelfieButton event={event} className="w-full">
              <Text id="search.find.selfie" />
            </SelfieButton>
            <p className="mt-2.5 mb-4.5 text-center text-xs text-ink-2">
              <Text id="search.find.selfieHint" />
            </p>
            <hr className="mb-4" />
          </>
        )}
        <RunnerSearchForm event={event} />
      </div>
    </Bib>
  )
}
