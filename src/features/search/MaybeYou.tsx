import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { SlitImage } from '../../ui/SlitImage.tsx'
import { altOf, smallOf } from '../photos/index.ts'

const shownAtOnce = 8

interface Props {
  event: Event
  photos: readonly Photo[]
  onSay: (photo: Photo, itIsMe: boolean) => void
  onOpen: (photo: Photo) => void
}

/** Photos of which only the runner herself can tell. */
export function MaybeYou({ event, photos, onSay, onOpen }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const [all, setAll] = useState(false)
  if (photos.length === 0) return null
  const shown = all ? photos : photos.slice(0, shownAtOnce)
  return (
    <section className="mt-10" aria-labelledby="maybe-you">
      <h2 id="maybe-you" className="display-d2">
        <Text id="search.maybe.title" />
      </h2>
      <p className="mt-2 mb-4 max-w-[34rem] text-sm text-ink-2">
        <Text id="search.maybe.text" />
      </p>
      <ul className="grid grid-cols-2 gap-x-2 gap-y-4 md:grid-cols-3 lg:grid-cols-4">
        {shown.map((photo) => {
          const alt = altOf(photo, event, language, text)
          return (
            <li key={photo.photoId} className="flex flex-col justify-end gap-1.5">
              <button
                type="button"
                className="pf-tile pf-tile-free block w-full"
                style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
                onClick={() => onOpen(photo)}
              >
                <SlitImage
                  src={smallOf(photo).url}
                  width={photo.thumb.width}
                  height={photo.thumb.height}
                  placeholder={photo.thumb.placeholder ?? photo.preview.placeholder}
                  alt={alt}
                />
              </button>
              <div className="grid grid-cols-2 gap-1.5" role="group" aria-label={text('photos.ask.label')}>
                <Button size="sm" className="px-1!" onClick={() => onSay(photo, true)}>
                  <Text id="photos.ask.me" />
                </Button>
                <Button size="sm" kind="sub" className="px-1!" onClick={() => onSay(photo, false)}>
                  <Text id="photos.ask.notMe" />
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {shown.length < photos.length && (
        <Button kind="sub" className="mt-4" onClick={() => setAll(true)}>
          <Text id="search.maybe.more" values={{ count: photos.length - shown.length }} />
        </Button>
      )}
    </section>
  )
}
