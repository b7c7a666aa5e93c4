import { memo, type ReactNode, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { firstScreenNow } from '../../lib/first-screen.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { TileSlot } from '../../ui/JustifiedRows.tsx'
import { PhotoTile, type PhotoTileState } from '../../ui/PhotoTile.tsx'
import { tileSources } from './tile-sources.ts'
import { usePicture } from './use-picture.ts'
import { altOf } from './words.ts'

interface Props extends TileSlot {
  event: Event
  photo: Photo
  index: number
  /** Surely on the first screen. */
  eager: boolean
  state: PhotoTileState
  mark: ReactNode
  canBuy: boolean
  /** Came since her last visit. */
  isNew?: boolean
  onOpen: (photo: Photo, index: number) => void
  /** Chooses it, or takes it back; with Shift all from the one that was chosen before. */
  onPick: (photo: Photo, index: number, withShift: boolean) => void
}

/**
 * A photo of the wall: a tap opens, the plus chooses. Without its picture it is still all that. A wall has many, so one
 * is made anew only when something of its own changes.
 */
export const WallTile = memo(function WallTile(props: Props) {
  const { event, photo, index, eager, state, mark, canBuy, isNew, tabIndex, width } = props
  const text = useText()
  const { language } = useLanguage()
  const online = useOnline()
  const { image, src, tries, retry, onLoad, onFail } = usePicture(photo)
  // a tile that the server drew keeps its choice: another one would be fetched besides
  const [drawnWidth] = useState(() => firstScreenNow() && width)
  if (!image && online) {
    return (
      <PhotoTile
        state="failed"
        alt=""
        say={text('photos.tile.failedOne')}
        retryLabel={text('photos.tile.retry')}
        onRetry={retry}
        tabIndex={tabIndex}
      />
    )
  }
  const { thumb, preview } = photo
  const alt = altOf(photo, event, language, text)
  const pick = canBuy ? (withShift: boolean) => props.onPick(photo, index, withShift) : undefined
  return (
    <PhotoTile
      key={tries}
      state={state}
      mark={mark}
      src={src}
      {...(src === thumb.url && tileSources(photo, drawnWidth ?? width))}
      width={thumb.width}
      height={thumb.height}
      placeholder={thumb.placeholder ?? preview.placeholder}
      alt={image ? alt : `${alt}. ${text('photos.tile.unseen')}`}
      eager={eager && index === 0 ? 'first' : eager}
      onLoad={onLoad}
      onFail={onFail}
      pickLabel={text(state === 'selected' ? 'photos.tile.unchoose' : 'photos.tile.choose', { alt })}
      onPick={pick && ((press) => pick(press.shiftKey))}
      onLongPress={pick && (() => pick(false))}
      onOpen={(press) => (press.shiftKey && pick ? pick(true) : props.onOpen(photo, index))}
      tabIndex={tabIndex}
    >
      {isNew && (
        <span className="absolute top-2 left-2 z-2 rounded-print bg-accent px-2 py-1 text-xs font-bold text-on-accent pointer-events-none">
          <Text id="photos.tile.new" />
        </span>
      )}
      {!image && (
        <span className="pf-tile-absent">
          <Icon name="no-network" />
        </span>
      )}
    </PhotoTile>
  )
})
