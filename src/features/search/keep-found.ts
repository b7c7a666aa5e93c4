import type { Photo } from '../../../contract/photos.ts'
import type { LastSearch } from '../../platform/storage/index.ts'
import { persistedResults } from './found-photos.ts'

/** Sets the default search of `storeFoundPhotos`. */
export const searched: LastSearch = { by: 'number', number: '128' }

/** Stores these photos as results of number 128, or of another search, for tests. */
export function keepFound(eventId: string, photos: Photo[], last: LastSearch = searched): void {
  const search = `${eventId} ${JSON.stringify(last)}`
  persistedResults(eventId).write({ search, on: Date.now(), photos })
}
