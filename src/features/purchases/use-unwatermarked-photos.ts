import { useEffect, useSyncExternalStore } from 'react'
import { getUnwatermarkedPhotos, subscribeToUnwatermarkedPhotos } from './unwatermarked-photos.ts'

/** Fetches unwatermarked pictures while a component shows them. */
function useUnwatermarkedPhotoRequests(eventId: string, photoIds: string): void {
  useEffect(() => {
    if (photoIds === '') return undefined
    let release: (() => void) | undefined
    let isUnmounted = false
    import('./request-unwatermarked-photos.ts').then(
      ({ requestUnwatermarkedPhotos }) => {
        if (!isUnmounted) release = requestUnwatermarkedPhotos(eventId, photoIds.split(' '))
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
export function useUnwatermarkedPhoto(eventId: string, photoId: string | undefined): string | undefined {
  useUnwatermarkedPhotoRequests(eventId, photoId ?? '')
  return useSyncExternalStore(
    subscribeToUnwatermarkedPhotos,
    () => (photoId === undefined ? undefined : getUnwatermarkedPhotos().get(photoId)),
    () => undefined,
  )
}

/** Returns the object URLs of all loaded photos without watermark, by id; fetches the given ones. */
export function useUnwatermarkedPhotos(
  eventId: string,
  photoIds: readonly string[],
): ReadonlyMap<string, string> {
  useUnwatermarkedPhotoRequests(eventId, photoIds.join(' '))
  return useSyncExternalStore(subscribeToUnwatermarkedPhotos, getUnwatermarkedPhotos, getUnwatermarkedPhotos)
}
