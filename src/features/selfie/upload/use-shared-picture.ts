import { useEffect, useEffectEvent } from 'react'
import { reportError } from '../../../platform/errors/index.ts'
import { takeSharedPicture } from '../../../platform/install/index.ts'

/** Starts with the picture that was shared with the app, once this page may process one. */
export function useSharedPicture(isAllowed: boolean, processPicture: (picture: Blob) => Promise<void>): void {
  const onPicture = useEffectEvent(processPicture)
  useEffect(() => {
    if (!isAllowed) return undefined
    const abortController = new AbortController()
    const start = async () => {
      const picture = await takeSharedPicture()
      if (picture && !abortController.signal.aborted) await onPicture(picture)
    }
    start().catch((error: unknown) => {
      if (!abortController.signal.aborted) reportError(error)
    })
    return () => abortController.abort()
  }, [isAllowed])
}
