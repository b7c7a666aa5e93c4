import { memo, type ReactNode, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { getHydrationData } from '../../../lib/initial-data.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { TileSlot } from '../../../ui/media/JustifiedRows.tsx'
import { PhotoTile, type PhotoTileState } from '../../../ui/media/PhotoTile.tsx'
import { useUnwatermarkedPhoto } from '../../purchases/index.ts'
import { toAltText } from '../photo-text.ts'
import { buildTileSources } from './tile-sources.ts'
import { useTilePicture } from './use-tile-picture.ts'

interface Props extends TileSlot {
  event: Event
  photo: Photo
  index: number
  /** Fetches the picture at once, as the tile is certainly above the fold; `first`: before the others. */
  eager: boolean | 'first'
  state: PhotoTileState
  badge?: ReactNode
  /** Path of a bought photo in its order. */
  orderHref?: string
  canBuy: boolean
  /** Whether the photo was added since the last visit. */
  isNew?: boolean
  onOpen: (photo: Photo, index: number) => void
  /** Toggles the selection; with Shift, selects the range from the last selected photo. */
  onToggleSelection: (photo: Photo, index: number, withShift: boolean) => void
}

/**
 * Renders one photo of the grid. A tap opens it; the plus button selects it, even if its picture failed to load. The mark of a
 * bought photo leads to its order. Memoized: a wall has many tiles, and each renders again only when its props or state
 * change.
 */
export const PhotoGridTile = memo(function PhotoGridTile(props: Props) {
  const { event, photo, index, eager, state, badge, orderHref, canBuy, isNew } = props
  const { tabIndex, width, narrowWidth } = props
  const text = useText()
  const { language } = useLanguage()
  const online = useOnline()
  const { image, src, tries, retry, onLoad, onFail } = useTilePicture(photo)
  const isBought = state === 'bought'
  const unwatermarkedUrl = useUnwatermarkedPhoto(event.eventId, isBought ? photo.photoId : undefined)
  // a tile from SSR does not change its `sizes`: a change would fetch a second rendition
  const [ssrSize] = useState(() => getHydrationData() && { width, narrowWidth })
  const tileSize = ssrSize ?? { width, narrowWidth }
  if (!image && !unwatermarkedUrl && online) {
    return (
      <PhotoTile
        state="failed"
        alt=""
        message={text('photos.tile.failedOne')}
        retryLabel={text('photos.tile.retry')}
        onRetry={retry}
        tabIndex={tabIndex}
      />
    )
  }
  const { thumb, preview } = photo
  const alt = toAltText(photo, event, language, text)
  const toggleSelection =
    canBuy && !isBought ? (withShift: boolean) => props.onToggleSelection(photo, index, withShift) : undefined
  return (
    <PhotoTile
      key={tries}
      state={state}
      mark={badge}
      markHref={orderHref}
      markLabel={orderHref && text('photos.tile.openBought', { alt })}
      src={unwatermarkedUrl ?? src}
      {...(!unwatermarkedUrl &&
        src === thumb.url &&
        buildTileSources(photo, tileSize.width, tileSize.narrowWidth))}
      width={thumb.width}
      height={thumb.height}
      placeholder={thumb.placeholder ?? preview.placeholder}
      alt={image || unwatermarkedUrl ? alt : `${alt}. ${text('photos.tile.unseen')}`}
      eager={eager}
      onLoad={onLoad}
      onFail={unwatermarkedUrl ? undefined : onFail}
      pickLabel={text(state === 'selected' ? 'photos.tile.unchoose' : 'photos.tile.choose', { alt })}
      onPick={toggleSelection && ((press) => toggleSelection(press.shiftKey))}
      onLongPress={toggleSelection && (() => toggleSelection(false))}
      onOpen={(press) =>
        press.shiftKey && toggleSelection ? toggleSelection(true) : props.onOpen(photo, index)
      }
      tabIndex={tabIndex}
    >
      {isNew && (
        <span className="absolute top-2 left-2 z-2 rounded-print bg-accent px-2 py-1 text-xs font-bold text-on-accent pointer-events-none">
          <Text id="photos.tile.new" />
        </span>
      )}
      {!image && !unwatermarkedUrl && (
        <span className="pf-tile-absent">
          <Icon name="no-network" />
        </span>
      )}
    </PhotoTile>
  )
})
