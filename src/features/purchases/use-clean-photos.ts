import { useEffect, useSyncExternalStore } from 'react'
import { cleanPhotos, followCleanPhotos } from './clean-photos.ts'

/** Fetches clean pictures while a component shows them. */
function useWanted(eventId: string, photoIds: string): void {
  useEffect(() => {
    if (photoIds === '') return undefined
    let release: (() => void) | undefined
    let left = false
    import('./want-photos.ts').then(
      ({ wantPhotos }) => {
        if (!left) release = wantPhotos(eventId, photoIds.split(' '))
      },
      // the watermarked ones stay
      () => {},
    )
    return () => {
      left = true
      release?.()
    }
  }, [eventId, photoIds])
}

/**
 * Returns the object URL of a bought photo without watermark; undefined until loaded. @param photoId undefined when not bought
 */
export function useCleanPhoto(eventId: string, photoId: string | undefined): string | undefined {
  useWanted(eventId, photoId ?? '')
  return useSyncExternalStore(
    followCleanPhotos,
    () => (photoId === undefined ? undefined : cleanPhotos().get(photoId)),
    () => undefined,
  )
}

/** Returns the object URLs of all loaded photos without watermark, by id; fetches the given ones. */
export function useCleanPhotos(eventId: string, photoIds: readonly string[]): ReadonlyMap<string, string> {
  useWanted(eventId, photoIds.join(' '))
  return useSyncExternalStore(followCleanPhotos, cleanPhotos, cleanPhotos)
}
