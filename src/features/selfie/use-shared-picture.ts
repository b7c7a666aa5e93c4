import { useEffect, useEffectEvent } from 'react'
import { reportError } from '../../platform/errors/index.ts'
import { takeSharedPicture } from '../../platform/install/index.ts'

/** Starts with the picture that was shared with the app, once this page may process one. */
export function useSharedPicture(may: boolean, take: (picture: Blob) => Promise<void>): void {
  const onPicture = useEffectEvent(take)
  useEffect(() => {
    if (!may) return undefined
    const leaving = new AbortController()
    const begin = async () => {
      const picture = await takeSharedPicture()
      if (picture && !leaving.signal.aborted) await onPicture(picture)
    }
    begin().catch((error: unknown) => {
      if (!leaving.signal.aborted) reportError(error)
    })
    return () => leaving.abort()
  }, [may])
}
