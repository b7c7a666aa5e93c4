import type { Event } from '../../../../contract/events.ts'
import { type AlbumTimes, getAlbumTimes } from '../../../../contract/photos.ts'
import { request } from '../../../lib/api.ts'
import { isSlowLink } from '../../../lib/link.ts'
import { useLoaded, useReloadOnChange } from '../../../platform/loading/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'

/** Excludes small albums: fewer photos are quickly scrolled through. */
const minPhotoCount = 12

/** Loads where and when the photos of an album were taken. Optional: not requested on a slow link. */
export function useAlbumTimes({ eventId, albumId, counts }: Event): AlbumTimes | undefined {
  const isNeeded = counts.photos >= minPhotoCount && !isSlowLink()
  const { value, reload } = useLoaded(isNeeded ? `times ${albumId}` : null, (signal) =>
    withSearchToken(eventId, 'event', (token) =>
      request(getAlbumTimes, { query: { albumId }, token, signal }),
    ),
  )
  useReloadOnChange(counts.photos, reload)
  return value
}
