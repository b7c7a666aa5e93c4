import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { beginCode } from './under-way.ts'

/** Caches loaded code by its loader. */
const here = new WeakMap<object, unknown>()

/** Caches loaded code, so that it renders synchronously from now on. */
export function keepCode<Code>(load: () => Promise<Code>, code: Code): void {
  here.set(load, code)
}

/**
 * Loads code on demand; `code` is undefined until then. Throws when loading fails.
 *
 * React's `lazy` would delay it: Suspense shows content at least 300 ms after the last fallback appeared, even if it has
 * loaded sooner.
 *
 * @param load the same function each time; undefined loads nothing
 * @param loadWithDependencies loads the code together with data that it needs
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
        // `startTransition` keeps rendering interruptible
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
