import type { Photo } from '../../../contract/photos.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { TileSlot } from '../../ui/JustifiedRows.tsx'
import { PhotoTile } from '../../ui/PhotoTile.tsx'
import type { Buying } from './use-buying.ts'
import { usePicture } from './use-picture.ts'

interface Props {
  photo: Photo
  alt: string
  slot: TileSlot
  /** Surely on the first screen. */
  eager: boolean
  buying: Buying
  /** Came since her last visit. */
  isNew?: boolean
  onOpen: () => void
  /** Chooses it, or takes it back; with Shift all from the one that was chosen before. */
  onPick: (withShift: boolean) => void
}

const narrowBelow = 768

/** A photo of the wall: a tap opens, the plus chooses. Without its picture it is still all that. */
export function WallTile({ photo, alt, slot, eager, buying, isNew, onOpen, onPick }: Props) {
  const text = useText()
  const online = useOnline()
  const { image, src, tries, retry, onLoad, onFail } = usePicture(photo)
  const { tabIndex, width, height } = slot
  const size = { width, height }
  if (!image && online) {
    return (
      <PhotoTile
        state="failed"
        alt=""
        say={text('photos.tile.failedOne')}
        retryLabel={text('photos.tile.retry')}
        onRetry={retry}
        tabIndex={tabIndex}
        style={size}
      />
    )
  }
  const { state, mark } = buying.tileOf(photo)
  const { thumb, preview } = photo
  // a phone on a weak network is served the small one, however fine its screen
  const mayBeLarge = src === thumb.url && window.innerWidth >= narrowBelow
  return (
    <PhotoTile
      key={tries}
      state={state}
      mark={mark}
      src={src}
      srcSet={mayBeLarge ? `${thumb.url} ${thumb.width}w, ${preview.url} ${preview.width}w` : undefined}
      sizes={`${width}px`}
      width={thumb.width}
      height={thumb.height}
      placeholder={thumb.placeholder ?? preview.placeholder}
      alt={image ? alt : `${alt}. ${text('photos.tile.unseen')}`}
      eager={eager}
      onLoad={onLoad}
      onFail={onFail}
      pickLabel={text(state === 'selected' ? 'photos.tile.unchoose' : 'photos.tile.choose', { alt })}
      onPick={buying.canBuy ? (press) => onPick(press.shiftKey) : undefined}
      onLongPress={buying.canBuy ? () => onPick(false) : undefined}
      onOpen={(press) => (press.shiftKey && buying.canBuy ? onPick(true) : onOpen())}
      tabIndex={tabIndex}
      style={size}
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
}
