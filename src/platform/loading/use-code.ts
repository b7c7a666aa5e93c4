import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { beginCodeLoading } from './code-loading.ts'

/** Caches loaded code by its loader. */
const loadedCode = new WeakMap<object, unknown>()

/** Caches loaded code, so that it renders synchronously from now on. */
export function cacheCode<Code>(load: () => Promise<Code>, code: Code): void {
  loadedCode.set(load, code)
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
  loadWithDependencies: (() => Promise<Code>) | undefined = load,
): { code: Code | undefined } {
  const [failure, setFailure] = useState<{ error: unknown }>()
  const [, setRenderCount] = useState(0)
  const start = useEffectEvent(async () => loadWithDependencies?.())
  const code = load && (loadedCode.get(load) as Code | undefined)
  const isLoaded = code !== undefined
  useEffect(() => {
    if (!load || isLoaded) return undefined
    let isUnmounted = false
    const endLoading = beginCodeLoading()
    start().then(
      (newCode) => {
        loadedCode.set(load, newCode)
        // `startTransition` keeps rendering interruptible
        if (!isUnmounted) startTransition(() => setRenderCount((count) => count + 1))
      },
      (error: unknown) => {
        if (!isUnmounted) setFailure({ error })
      },
    )
    return () => {
      isUnmounted = true
      endLoading()
    }
  }, [load, isLoaded])
  if (failure) throw failure.error
  return { code }
}
