import { searchCompetitors } from '../../../contract/competitors.ts'
import type { Event } from '../../../contract/events.ts'
import { request } from '../../lib/api.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'

/** More are no help to choose from. */
const mostShown = 12

/** When several runners bear the surname that was typed, the photos are all of theirs: she says which one she is. */
export function Bearers({ event, surname }: { event: Event; surname: string }) {
  const text = useText()
  const { eventId, competitorsListId } = event
  const { value = [] } = useLoaded(`bearers ${competitorsListId} ${surname}`, async (signal) => {
    const query = { competitorsListId, search: surname }
    return (await request(searchCompetitors, { query, signal })).items
  })
  if (value.length < 2) return null
  return (
    <section className="pb-3">
      <p className="mb-1 text-sm text-ink-2">
        <Text id="search.bearers" />
      </p>
      <ChipRow label={text('search.bearers')}>
        {value.slice(0, mostShown).map((runner) => (
          <Chip
            key={runner.competitorId}
            href={`/search/${eventId}/${encodeURIComponent(runner.number)}`}
            count={runner.number}
          >
            {runner.firstName} {runner.surname}
          </Chip>
        ))}
      </ChipRow>
    </section>
  )
}
