import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { beginCode } from './under-way.ts'

/** Code that is here already, by what brings it. */
const here = new WeakMap<object, unknown>()

/** Has code that is here drawn at once from now on. */
export function keepCode<Code>(load: () => Promise<Code>, code: Code): void {
  here.set(load, code)
}

/**
 * Code that is not of the first load; `code` is undefined until it is here. Throws where it does not come.
 *
 * React's `lazy` would hold it back: what has waited in a Suspense is shown 300 ms after whatever began to wait there last,
 * however soon it has come.
 *
 * @param load the same function each time; undefined brings nothing
 * @param bring what more has to come with it
 */
export function useCode<Code>(
  load: (() => Promise<Code>) | undefined,
  bring: (() => Promise<Code>) | undefined = load,
): { code: Code | undefined } {
  const [failed, setFailed] = useState<{ error: unknown }>()
  const [, drawAnew] = useState(0)
  const start = useEffectEvent(async () => bring?.())
  const code = load && (here.get(load) as Code | undefined)
  const isHere = code !== undefined
  useEffect(() => {
    if (!load || isHere) return undefined
    let gone = false
    const end = beginCode()
    start().then(
      (come) => {
        here.set(load, come)
        // in small pieces, so that the page answers meanwhile
        if (!gone) startTransition(() => drawAnew((before) => before + 1))
      },
      (error: unknown) => {
        if (!gone) setFailed({ error })
      },
    )
    return () => {
      gone = true
      end()
    }
  }, [load, isHere])
  if (failed) throw failed.error
  return { code }
}
