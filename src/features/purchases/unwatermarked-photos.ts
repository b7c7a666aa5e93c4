/** Maps ids of bought photos to object URLs without watermark; in the memory of this page only. */
let urlsByPhotoId: ReadonlyMap<string, string> = new Map<string, string>()
const listeners = new Set<() => void>()

/** Subscribes to changes. Returns the unsubscribe function. */
export const subscribeToUnwatermarkedPhotos = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the current map. */
export const getUnwatermarkedPhotos = (): ReadonlyMap<string, string> => urlsByPhotoId

/** Replaces the map and notifies the listeners. */
export function setUnwatermarkedPhotos(photos: ReadonlyMap<string, string>): void {
  urlsByPhotoId = photos
  for (const listener of listeners) listener()
}
