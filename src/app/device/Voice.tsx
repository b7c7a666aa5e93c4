import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useText } from '../../platform/language/index.ts'
import { saidAtom, useSay } from '../../platform/notices/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { useAllTexts } from './use-all-texts.ts'

/** Stays in the page, mostly empty, and reads out what comes into it. */
export function Voice() {
  const said = useAtomValue(saidAtom)
  useSayConnection()
  return (
    <div role="status" className="sr-only">
      {Object.entries(said).map(([sayer, words]) => (
        <p key={sayer}>{words}</p>
      ))}
    </div>
  )
}

/** The bar shows it; that the network is back is only heard. */
function useSayConnection(): void {
  const text = useText()
  const connection = useConnection()
  const isAway = connection !== 'online'
  const [wasAway, setWasAway] = useState(false)
  if (isAway && !wasAway) setWasAway(true)
  const hasTexts = useAllTexts(wasAway)
  const back = wasAway && hasTexts ? text('device.connection.back') : undefined
  useSay(isAway ? text(`app.connection.${connection}`) : back)
}
