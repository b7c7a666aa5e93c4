import { useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { listPhotos, type Photo } from '../../../../contract/photos.ts'
import { request } from '../../../lib/api.ts'
import { Text, useErrorText, useLanguage, useText } from '../../../platform/language/index.ts'
import { TryAgain, useLoaded } from '../../../platform/loading/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { ProgressiveImage } from '../../../ui/media/ProgressiveImage.tsx'
import { chooseSmallImage, toAltText } from '../../photos/index.ts'
import { toSearchKey } from './found-photos.ts'

interface Props {
  event: Event
  last: LastSearch
  /** Contains the photos denied in this visit. The service may not have received the answers yet. */
  rejectedThisVisit: readonly Photo[]
  /** Returns whether the denial was withdrawn in this visit. */
  isDenialWithdrawn: (photo: Photo) => boolean
  onWithdrawDenial: (photo: Photo) => void
  /** Expands the list from the start, for a page without other content. */
  isInitiallyOpen?: boolean
}

/**
 * Lists the photos that the runner has denied. They are hidden from the results until the runner withdraws the denial. Renders
 * nothing without denied photos.
 */
export function RejectedPhotos({
  event,
  last,
  rejectedThisVisit,
  isDenialWithdrawn,
  onWithdrawDenial,
  isInitiallyOpen,
}: Props) {
  const text = useText()
  const { language } = useLanguage()
  const [open, setOpen] = useState(isInitiallyOpen)
  const errorText = useErrorText()
  const { eventId, albumId } = event
  const loaded = useLoaded(`denied ${toSearchKey(eventId, last)} ${language}`, (signal) =>
    withSearchToken(eventId, { search: last }, async (token) => {
      const query = { albumId, denied: 'only', count: 100 } as const
      return (await request(listPhotos, { query, token, signal })).items
    }),
  )
  const loadedPhotos = loaded.value ?? []
  const newlyDenied = rejectedThisVisit.filter(
    ({ photoId }) => !loadedPhotos.some((photo) => photo.photoId === photoId),
  )
  const photos = [...loadedPhotos, ...newlyDenied].filter((photo) => !isDenialWithdrawn(photo))
  if (photos.length === 0 && (isInitiallyOpen || !open)) return null
  if (!open) {
    return (
      <Button kind="ghost" icon="image" className="mt-8 -ml-3" onClick={() => setOpen(true)}>
        <Text id="search.denied.show" />
      </Button>
    )
  }
  return (
    <section className="mt-8" aria-labelledby="denied">
      <h2 id="denied" className="title">
        <Text id="search.denied.title" />
      </h2>
      {loaded.state === 'failed' && (
        <Note tone="warn" className="mt-3" action={<TryAgain small onRetry={loaded.reload} />}>
          {errorText(loaded.error)}
        </Note>
      )}
      {photos.length === 0 && loaded.state === 'ready' && (
        <p className="mt-2 text-ink-2" role="status">
          <Text id="search.denied.none" />
        </p>
      )}
      <ul className="mt-3 grid grid-cols-2 gap-x-2 gap-y-4 md:grid-cols-3 ml:grid-cols-4">
        {photos.map((photo) => (
          <li key={photo.photoId} className="flex flex-col justify-end gap-1.5">
            <div
              className="pf-tile pf-tile-free block w-full"
              style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
            >
              <ProgressiveImage
                src={chooseSmallImage(photo).url}
                width={photo.thumb.width}
                height={photo.thumb.height}
                placeholder={photo.thumb.placeholder ?? photo.preview.placeholder}
                alt={toAltText(photo, event, language, text)}
              />
            </div>
            <Button size="sm" kind="sub" onClick={() => onWithdrawDenial(photo)}>
              <Text id="search.denied.back" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
