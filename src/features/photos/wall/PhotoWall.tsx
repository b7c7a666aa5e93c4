import { type Ref, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { useText } from '../../../platform/language/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { JustifiedRows, type JustifiedRowsHandle } from '../../../ui/media/JustifiedRows.tsx'
import { PhotoTile } from '../../../ui/media/PhotoTile.tsx'
import { PurchaseDock } from '../buying/LazyPurchaseDock.tsx'
import { addToSelection } from '../buying/selection.ts'
import type { Buying } from '../buying/use-buying.ts'
import { Lightbox } from '../viewer/LazyLightbox.tsx'
import { PhotoGridTile } from './PhotoGridTile.tsx'

interface Props {
  event: Event
  label: string
  count: number
  /** Returns undefined while the photo is not loaded. */
  getPhoto: (index: number) => Photo | undefined
  buying: Buying
  /** Whether the photo was added since the last visit. */
  isNew?: (photo: Photo) => boolean
  onOpen: (photo: Photo, index: number) => void
  /** Changes when the results of `getPhoto` change. */
  version?: unknown
  isFailed?: (index: number) => boolean
  onRetry?: () => void
  onRange?: (first: number, end: number) => void
  /** Number of tiles certainly above the fold: their pictures are fetched before the app's code. */
  eagerTiles?: number
  ref?: Ref<JustifiedRowsHandle>
}

/** Returns a stable function that calls the `act` of the last render. */
function useLatest<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args) => latest.current(...args), [])
}

/** Lays photos out in justified rows: a tap opens, the plus selects, with Shift the range from the last selected one. */
export function PhotoWall(props: Props) {
  const { event, label, count, getPhoto, buying, isNew, onOpen, version, isFailed, onRetry, onRange } = props
  const { eagerTiles = 6, ref } = props
  const text = useText()
  const online = useOnline()
  const lastSelectedIndex = useRef<number>(undefined)
  const selectPhoto = (photo: Photo, index: number, withShift: boolean) => {
    const from = lastSelectedIndex.current
    lastSelectedIndex.current = index
    if (!withShift || from === undefined) return buying.toggle(photo)
    const indexes = Array.from(
      { length: Math.abs(index - from) + 1 },
      (_, step) => Math.min(from, index) + step,
    )
    const photos = indexes.flatMap((at) => getPhoto(at) ?? [])
    addToSelection(
      event.eventId,
      photos.filter(({ photoId }) => !buying.inCart(photoId) && !buying.bought.has(photoId)),
    )
  }
  const openPhoto = useLatest(onOpen)
  const toggleSelection = useLatest(selectPhoto)
  useEffect(() => {
    // only on photos: an update of the app waits for running imports when it is applied
    const prefetchOnPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest('.pf-rows'))) return
      Lightbox.fetch()
      if (target.closest('.pf-tile-pick')) PurchaseDock.fetch()
    }
    addEventListener('pointerdown', prefetchOnPress)
    return () => removeEventListener('pointerdown', prefetchOnPress)
  }, [])
  return (
    <JustifiedRows
      ref={ref}
      label={label}
      count={count}
      version={version}
      aboveFold={eagerTiles}
      getAspectRatio={(index) => {
        const photo = getPhoto(index)
        return photo ? photo.width / photo.height : Number.NaN
      }}
      getKey={(index) => getPhoto(index)?.photoId ?? index}
      onRange={onRange}
      renderTile={(index, slot) => {
        const photo = getPhoto(index)
        if (!photo) {
          const { tabIndex } = slot
          if (!isFailed?.(index)) return <PhotoTile state="loading" alt="" />
          if (!online) return <PhotoTile state="processing" alt="" message={text('photos.tile.unseen')} />
          return (
            <PhotoTile
              state="failed"
              alt=""
              message={text('photos.tile.failed')}
              retryLabel={text('photos.tile.retry')}
              onRetry={onRetry}
              tabIndex={tabIndex}
            />
          )
        }
        return (
          <PhotoGridTile
            {...slot}
            {...buying.describeTile(photo)}
            event={event}
            photo={photo}
            index={index}
            eager={slot.isLargest ? 'first' : index < eagerTiles}
            canBuy={buying.canBuy}
            isNew={isNew?.(photo)}
            onOpen={openPhoto}
            onToggleSelection={toggleSelection}
          />
        )
      }}
    />
  )
}
