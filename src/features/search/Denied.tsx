import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { listPhotos, type Photo } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { TryAgain, useLoaded } from '../../platform/loading/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SlitImage } from '../../ui/SlitImage.tsx'
import { altOf, smallOf } from '../photos/index.ts'

interface Props {
  event: Event
  search: string
  /** Denied in this visit; the service may not have heard of it yet. */
  here: readonly Photo[]
  /** Given back in this visit. */
  isBack: (photo: Photo) => boolean
  onGiveBack: (photo: Photo) => void
  /** Shown at once where there are any, and else nothing: the page has nothing else to show. */
  atOnce?: boolean
}

/** What she said does not show her: gone from her photos for ever, unless she takes a word back here. */
export function Denied(props: Props) {
  const [open, setOpen] = useState(false)
  if (props.atOnce) return <DeniedPhotos {...props} />
  return (
    <section className="mt-8" aria-labelledby="denied">
      {open ? (
        <DeniedPhotos {...props} />
      ) : (
        <Button id="denied" kind="ghost" icon="image" className="-ml-4" onClick={() => setOpen(true)}>
          <Text id="search.denied.show" />
        </Button>
      )}
    </section>
  )
}

function DeniedPhotos({ event, search, here, isBack, onGiveBack, atOnce }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const errorText = useErrorText()
  const { eventId, albumId } = event
  const loaded = useLoaded(`denied ${search}`, (signal) =>
    withSearchToken(eventId, 'person', async (token) => {
      const query = { albumId, denied: 'only', count: 100 } as const
      return (await request(listPhotos, { query, token, signal })).items
    }),
  )
  const known = loaded.value ?? []
  const fresh = here.filter(({ photoId }) => !known.some((photo) => photo.photoId === photoId))
  const photos = [...known, ...fresh].filter((photo) => !isBack(photo))
  if (atOnce && photos.length === 0) return null
  if (loaded.state === 'loading' && photos.length === 0) return <Skeleton className="mt-3 h-40 w-full" />
  return (
    <>
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
      <ul className="mt-3 grid grid-cols-2 gap-x-2 gap-y-4 md:grid-cols-3 lg:grid-cols-4">
        {photos.map((photo) => (
          <li key={photo.photoId} className="flex flex-col justify-end gap-1.5">
            <div
              className="pf-tile pf-tile-free block w-full"
              style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
            >
              <SlitImage
                src={smallOf(photo).url}
                width={photo.thumb.width}
                height={photo.thumb.height}
                placeholder={photo.thumb.placeholder ?? photo.preview.placeholder}
                alt={altOf(photo, event, language, text)}
              />
            </div>
            <Button size="sm" kind="sub" onClick={() => onGiveBack(photo)}>
              <Text id="search.denied.back" />
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
