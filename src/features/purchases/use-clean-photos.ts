import { useEffect, useSyncExternalStore } from 'react'
import { getCleanPhotos, subscribeToCleanPhotos } from './clean-photos.ts'

/** Fetches clean pictures while a component shows them. */
function useCleanPhotoRequests(eventId: string, photoIds: string): void {
  useEffect(() => {
    if (photoIds === '') return undefined
    let release: (() => void) | undefined
    let isUnmounted = false
    import('./request-clean-photos.ts').then(
      ({ requestCleanPhotos: wantPhotos }) => {
        if (!isUnmounted) release = wantPhotos(eventId, photoIds.split(' '))
      },
      // the watermarked ones stay
      () => {},
    )
    return () => {
      isUnmounted = true
      release?.()
    }
  }, [eventId, photoIds])
}

/**
 * Returns the object URL of a bought photo without watermark; undefined until loaded. @param photoId undefined when not bought
 */
export function useCleanPhoto(eventId: string, photoId: string | undefined): string | undefined {
  useCleanPhotoRequests(eventId, photoId ?? '')
  return useSyncExternalStore(
    subscribeToCleanPhotos,
    () => (photoId === undefined ? undefined : getCleanPhotos().get(photoId)),
    () => undefined,
  )
}

/** Returns the object URLs of all loaded photos without watermark, by id; fetches the given ones. */
export function useCleanPhotos(eventId: string, photoIds: readonly string[]): ReadonlyMap<string, string> {
  useCleanPhotoRequests(eventId, photoIds.join(' '))
  return useSyncExternalStore(subscribeToCleanPhotos, getCleanPhotos, getCleanPhotos)
}
