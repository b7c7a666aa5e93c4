import type { Photo } from '../../../contract/photos.ts'
import { getPersistedResults } from '../../../src/features/search/results/found-photos.ts'
import type { LastSearch } from '../../../src/platform/storage/index.ts'

/** Sets the default search of `storeFoundPhotos`. */
export const defaultSearch: LastSearch = { by: 'number', number: '128' }

/** Stores these photos as results of number 128, or of another search. */
export function storeFoundPhotos(eventId: string, photos: Photo[], last: LastSearch = defaultSearch): void {
  const search = `${eventId} ${JSON.stringify(last)}`
  getPersistedResults(eventId).write({ search, on: Date.now(), photos })
}
