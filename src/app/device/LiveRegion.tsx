import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/language/index.ts'
import { routeTitleAtom } from '../../platform/navigation/index.ts'
import { announcementsAtom, useAnnounce } from '../../platform/notices/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { usePageTexts } from './use-page-texts.ts'

/** Debounce time of announcements: a tap may cause several states in a row. */
const debounceInMs = 400

/** Renders a live region that is always mounted, usually empty, and announces added text. */
export function LiveRegion() {
  const said = useDebounced(useAtomValue(announcementsAtom), {})
  useAnnounceConnection()
  useAnnounceTitle()
  return (
    // announces additions only: otherwise each change would announce the whole region
    <div role="status" aria-atomic="false" className="sr-only">
      {Object.entries(said).map(([sayer, words]) => (
        <p key={sayer}>{words}</p>
      ))}
    </div>
  )
}

function useDebounced<Value>(value: Value, before: Value): Value {
  const [debounced, setDebounced] = useState(before)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceInMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/**
 * Announces the title of a page unless its heading has the focus, because screen readers read a focused heading. The browser
 * announces the first title.
 */
function useAnnounceTitle(): void {
  const title = useAtomValue(routeTitleAtom)
  const [first] = useState(title)
  const [words, setWords] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const isRead = document.activeElement?.matches('main h1') ?? false
      setWords((before) => (isRead || (title === first && before === undefined) ? undefined : title))
    }, debounceInMs)
    return () => clearTimeout(timer)
  }, [title, first])
  useAnnounce(words)
}

/** Announces the connection state. A bar or a pill shows it as well, except that the network is back. */
function useAnnounceConnection(): void {
  const text = useText()
  const connection = useConnection()
  const isAway = connection !== 'online'
  const [wasAway, setWasAway] = useState(false)
  if (isAway && !wasAway) setWasAway(true)
  const hasTexts = usePageTexts(wasAway)
  const back = wasAway && hasTexts ? text('device.connection.back') : undefined
  useAnnounce(isAway ? text(`app.connection.${connection}`) : back)
}
