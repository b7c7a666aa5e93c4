import { useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { PhotoTile } from '../../../ui/media/PhotoTile.tsx'
import { chooseSmallImage, getBoughtPhotoPath, toAltText } from '../../photos/index.ts'
import { type Purchases, useUnwatermarkedPhoto } from '../../purchases/index.ts'

const maxInitiallyShown = 8

interface Props {
  event: Event
  photos: readonly Photo[]
  /** Contains the runner's start number, where it is known. */
  bib: string | undefined
  boughtPhotos: Purchases['photos']
  onAnswer: (photo: Photo, itIsMe: boolean) => void
  onOpen: (photo: Photo) => void
}

/** Asks the runner about photos that only they can confirm or deny. */
export function PossibleMatches({ event, photos, bib, boughtPhotos, onAnswer, onOpen }: Props) {
  const text = useText()
  const [isExpanded, setExpanded] = useState(false)
  if (photos.length === 0) return null
  const shownPhotos = isExpanded ? photos : photos.slice(0, maxInitiallyShown)
  return (
    <section className="mt-10" aria-labelledby="maybe-you">
      <h2 id="maybe-you" className="display-d2">
        <Text id="search.maybe.title" />
      </h2>
      <p className="mt-2 mb-4 max-w-[34rem] text-sm text-ink-2">
        <Text id="search.maybe.text" />
      </p>
      <ul className="grid grid-cols-2 gap-x-2 gap-y-4 md:grid-cols-3 ml:grid-cols-4">
        {shownPhotos.map((photo) => (
          <li key={photo.photoId} className="flex flex-col justify-end gap-1.5">
            <Tile
              event={event}
              photo={photo}
              orderHref={getBoughtPhotoPath(boughtPhotos, photo.photoId)}
              onOpen={onOpen}
            />
            <MatchReason photo={photo} bib={bib} />
            <div className="grid grid-cols-2 gap-1.5" role="group" aria-label={text('photos.ask.label')}>
              <Button size="sm" className="px-1!" onClick={() => onAnswer(photo, true)}>
                <Text id="photos.ask.me" />
              </Button>
              <Button size="sm" kind="sub" className="px-1!" onClick={() => onAnswer(photo, false)}>
                <Text id="photos.ask.notMe" />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shownPhotos.length < photos.length && (
        <Button kind="sub" className="mt-4" onClick={() => setExpanded(true)}>
          <Text id="search.maybe.more" values={{ count: photos.length - shownPhotos.length }} />
        </Button>
      )}
    </section>
  )
}

/** Explains why the runner is asked: no face is visible beside the number, or the face is only similar. */
function MatchReason({ photo, bib }: { photo: Photo; bib: string | undefined }) {
  const numbers = photo.tags.filter(({ name }) => name === 'number').map(({ value }) => value)
  const number = bib !== undefined && numbers.includes(bib) ? bib : numbers[0]
  if (photo.match?.by === 'surname' || (photo.match?.by === 'number' && number === undefined)) return null
  return (
    <p className="text-sm text-ink-2 lining-nums">
      <Text
        id={photo.match?.by === 'number' ? 'search.maybe.noFace' : 'search.maybe.alike'}
        values={{ number }}
      />
    </p>
  )
}

interface TileProps {
  event: Event
  photo: Photo
  /** Path of a bought photo in its order. */
  orderHref: string | undefined
  onOpen: (photo: Photo) => void
}

function Tile({ event, photo, orderHref, onOpen }: TileProps) {
  const text = useText()
  const { language } = useLanguage()
  const unwatermarkedUrl = useUnwatermarkedPhoto(event.eventId, orderHref ? photo.photoId : undefined)
  const alt = toAltText(photo, event, language, text)
  return (
    <PhotoTile
      state={orderHref ? 'bought' : 'default'}
      mark={orderHref && text('photos.tile.bought')}
      markHref={orderHref}
      markLabel={orderHref && text('photos.tile.openBought', { alt })}
      className="pf-tile-free"
      style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
      src={unwatermarkedUrl ?? chooseSmallImage(photo).url}
      width={photo.thumb.width}
      height={photo.thumb.height}
      placeholder={photo.thumb.placeholder ?? photo.preview.placeholder}
      alt={alt}
      onOpen={() => onOpen(photo)}
    />
  )
}
