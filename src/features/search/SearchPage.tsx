import { useEffect, useRef, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useNavigate, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { AsOf, EventRows, EventRowsSkeleton, useEventSearch, useNewestEvents } from '../events/index.ts'

const shownAtOnce = 50

/** `/search` finds an event. */
export function SearchPage() {
  const text = useText()
  const navigate = useNavigate()
  const query = useQuery()
  const [typed, setTyped] = useState(query.get('q') ?? '')
  const field = useRef<HTMLInputElement>(null)
  const found = useEventSearch(typed, shownAtOnce)
  const newest = useNewestEvents()
  const all = typed.trim() === ''
  const { state, value } = all ? newest : found
  useTitle(text('search.events.title'))
  useEffect(() => {
    if (found.settled)
      navigate(found.wanted ? `/search?q=${encodeURIComponent(found.wanted)}` : '/search', { replace: true })
  }, [found.settled, found.wanted, navigate])
  return (
    <div className="wrap py-6 lg:py-10">
      <h1 className="display-d1">
        <Text id="search.events.title" />
      </h1>
      <form role="search" className="mt-5 max-w-[34rem]" onSubmit={(press) => press.preventDefault()}>
        <SearchField
          ref={field}
          label={text('search.events.label')}
          placeholder={text('search.events.placeholder')}
          clearLabel={text('search.events.clear')}
          value={typed}
          onChange={setTyped}
          maxLength={200}
        />
      </form>
      <p role="status" className="mt-4 mb-2 text-sm text-ink-2">
        {value && (found.settled || all) && (
          <Text id="search.events.count" values={{ count: value.total, all: all ? 'yes' : 'no' }} />
        )}
        {all && <AsOf on={newest.savedOn} className="ml-3 text-xs whitespace-nowrap lining-nums" />}
        {state === 'failed' && !value && <Text id="search.events.failed" />}
      </p>
      {value ? (
        <div className="max-w-[44rem]">
          <EventRows events={value.items} />
        </div>
      ) : (
        state === 'loading' && (
          <div className="max-w-[44rem]" aria-busy="true">
            <EventRowsSkeleton count={4} />
          </div>
        )
      )}
    </div>
  )
}
