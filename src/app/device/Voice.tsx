import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/language/index.ts'
import { routeTitleAtom } from '../../platform/navigation/index.ts'
import { saidAtom, useSay } from '../../platform/notices/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { usePageTexts } from './use-page-texts.ts'

/** Words that others follow at once are not said: a tap may lead through several states before it rests. */
const settledAfterInMs = 400

/** Stays in the page, mostly empty, and reads out what comes into it. */
export function Voice() {
  const said = useSettled(useAtomValue(saidAtom), {})
  useSayConnection()
  useSayTitle()
  return (
    // what is new alone: a status is else read from its beginning whenever anything in it changes
    <div role="status" aria-atomic="false" className="sr-only">
      {Object.entries(said).map(([sayer, words]) => (
        <p key={sayer}>{words}</p>
      ))}
    </div>
  )
}

function useSettled<Value>(value: Value, before: Value): Value {
  const [settled, setSettled] = useState(before)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterInMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The name of a page whose heading does not take the focus, which reads it out by itself; the first one is the browser's to tell. */
function useSayTitle(): void {
  const title = useAtomValue(routeTitleAtom)
  const [first] = useState(title)
  const [words, setWords] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const isRead = document.activeElement?.matches('main h1') ?? false
      setWords((before) => (isRead || (title === first && before === undefined) ? undefined : title))
    }, settledAfterInMs)
    return () => clearTimeout(timer)
  }, [title, first])
  useSay(words)
}

/** The bar shows it; that the network is back is only heard. */
function useSayConnection(): void {
  const text = useText()
  const connection = useConnection()
  const isAway = connection !== 'online'
  const [wasAway, setWasAway] = useState(false)
  if (isAway && !wasAway) setWasAway(true)
  const hasTexts = usePageTexts(wasAway)
  const back = wasAway && hasTexts ? text('device.connection.back') : undefined
  useSay(isAway ? text(`app.connection.${connection}`) : back)
}
