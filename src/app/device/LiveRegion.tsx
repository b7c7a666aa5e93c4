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
  const announcements = useDebounced(useAtomValue(announcementsAtom), {})
  useAnnounceConnection()
  useAnnounceTitle()
  return (
    // announces additions only: otherwise each change would announce the whole region
    <div role="status" aria-atomic="false" className="sr-only">
      {Object.entries(announcements).map(([sourceId, announcement]) => (
        <p key={sourceId}>{announcement}</p>
      ))}
    </div>
  )
}

function useDebounced<Value>(value: Value, initialValue: Value): Value {
  const [debounced, setDebounced] = useState(initialValue)
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
  const [firstTitle] = useState(title)
  const [announcement, setAnnouncement] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const isHeadingFocused = document.activeElement?.matches('main h1') ?? false
      setAnnouncement((previous) =>
        isHeadingFocused || (title === firstTitle && previous === undefined) ? undefined : title,
      )
    }, debounceInMs)
    return () => clearTimeout(timer)
  }, [title, firstTitle])
  useAnnounce(announcement)
}

/** Announces the connection state. A bar or a pill shows it as well, except that the network is back. */
function useAnnounceConnection(): void {
  const text = useText()
  const connection = useConnection()
  const isDegraded = connection !== 'online'
  const [wasDegraded, setWasDegraded] = useState(false)
  if (isDegraded && !wasDegraded) setWasDegraded(true)
  const hasTexts = usePageTexts(wasDegraded)
  const restoredText = wasDegraded && hasTexts ? text('device.connection.back') : undefined
  useAnnounce(isDegraded ? text(`app.connection.${connection}`) : restoredText)
}
