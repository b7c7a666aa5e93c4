import { useEffect } from 'react'
import { errorStatus } from '../../../../contract/errors.ts'
import type { Event } from '../../../../contract/events.ts'
import { listPhotos, type Photo } from '../../../../contract/photos.ts'
import { ApiError, request } from '../../../lib/api.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { useLanguage } from '../../../platform/language/index.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'

/**
 * Loads a photo of an event by its id: its position in the address is outdated once photos were added before it. Shows an
 * error when there is no such photo.
 *
 * @param photoId undefined loads nothing
 */
export function useLinkedPhoto(event: Event, photoId: string | undefined): Photo | undefined {
  const { language } = useLanguage()
  const { eventId, albumId } = event
  const key = photoId === undefined ? null : `photo ${eventId} ${photoId} ${language}`
  const loaded = useLoaded(key, (signal) =>
    withSearchToken(eventId, 'event', async (token) => {
      const { items } = await request(listPhotos, { query: { albumId, photoId, count: 1 }, token, signal })
      const photo = items.find((item) => item.photoId === photoId)
      if (!photo) throw new ApiError('PhotoNotFound', errorStatus.PhotoNotFound)
      return photo
    }),
  )
  const error = loaded.state === 'failed' ? loaded.error : undefined
  useEffect(() => {
    if (error !== undefined) reportError(error)
  }, [error])
  return loaded.value
}
