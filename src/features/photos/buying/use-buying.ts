import { type ReactNode, useMemo } from 'react'
import type { Product } from '../../../../contract/catalog.ts'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { useText } from '../../../platform/language/index.ts'
import { getSearchCredentials } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import type { PhotoTileState } from '../../../ui/media/PhotoTile.tsx'
import { type AddItemsInput, addItems, type ItemToAdd, type ShownItem, useCart } from '../../cart/index.ts'
import { findCheapest, findProduct, useProducts, useRunnerDistance } from '../../catalog/index.ts'
import { type Purchases, usePurchases } from '../../purchases/index.ts'
import { getCaptureDetails } from '../photo-text.ts'
import type { PriceBasis } from './select-photos.ts'
import { removeFromSelection, toggleSelection, useSelectedPhotos } from './selection.ts'

/** Describes what a visitor may buy of an event, what is selected, and the actions to buy it. */
export interface Buying {
  /** Whether the event sells single photos. */
  canBuy: boolean
  /** Whether the event's products are being loaded. */
  isLoading: boolean
  single?: Product
  personalPackage?: Product
  video?: Product
  products: readonly Product[]
  chosen: readonly Photo[]
  /** Photos bought without a frame, by id, with their orders. */
  bought: Purchases['photos']
  /** Bought videos, by id, with their orders. */
  boughtVideos: Purchases['videos']
  inCart: (photoId: string) => boolean
  isVideoInCart: (videoId: string) => boolean
  /** Whether the package of the searched runner is in the cart. */
  isPackageInCart: boolean
  toggle: (photo: Photo) => void
  /** `orderHref`: the path of a bought photo in its order. */
  describeTile: (photo: Photo) => { state: PhotoTileState; badge?: ReactNode; orderHref?: string }
  /** For `selectPhotos`. Undefined where the event sells no single photos. */
  priceBasis?: PriceBasis | undefined
  /** Puts photos into the cart; resolves with false on a failure, which was shown to the user. */
  buy: (photos: readonly Photo[]) => Promise<boolean>
  buyPackage: (product: Product) => Promise<boolean>
  buyVideo: (videoId: string) => Promise<boolean>
}

const normalizeLabel = (label = '') => label.toLowerCase().replaceAll('ё', 'е')

/** Identifies the runner whose photos a page shows. */
export interface ShownRunner {
  /** Number or surname, as a package in the cart has it; undefined when found by a selfie. */
  label: string | undefined
  photos: readonly Photo[]
  /** The search that found the photos. It may not be answered yet, while server-rendered results are shown. */
  search?: LastSearch
  /** Set on a shared link, whose visitors may buy the runner's photos. */
  shareId?: string
  /** Gives the photos of the shared link to its runner. Ignores the visitor's own purchases. */
  isGift?: boolean
}

const noPhotos: Purchases['photos'] = new Map<string, never>()
const paidNothing: Purchases['paidFor'] = () => 0

/** Returns whether an item is the package of a runner, or a package with all photos of that runner. */
function isRunnerPackage(
  { product, subject, personId, photoIds = [], waiting }: ShownItem,
  { label, photos, search }: ShownRunner,
  eventId: string,
): boolean {
  if (product.productType !== 'photos_with_me') return false
  if (waiting && subject === undefined) {
    return (
      JSON.stringify(waiting.tokenRequest) ===
      JSON.stringify(getSearchCredentials(eventId, 'person', search)?.tokenRequest)
    )
  }
  if (search?.by === 'face' && search.personId === personId) return true
  if (subject !== undefined && normalizeLabel(subject) === normalizeLabel(label)) return true
  // one runner can be found by number, surname and several selfies
  return photos.length > 0 && photos.every(({ photoId }) => photoIds.includes(photoId))
}

/** Returns how a product is shown in the cart until the service has it. */
function toShownFields({ title, productType, price }: Product, photo?: Photo): ItemToAdd['shownItem'] {
  return { title, productType, price, thumbUrl: photo?.thumb.url }
}

function toPhotoAddition(single: Product, photo: Photo, event: Event, isGift: boolean): ItemToAdd {
  return {
    item: { productId: single.productId, photoId: photo.photoId, ...(isGift && ({ gift: true } as const)) },
    shownItem: { ...toShownFields(single, photo), taken: getCaptureDetails(photo, event) },
  }
}

/** Returns the path that opens a bought photo in its order; undefined when it was not bought. */
export function getBoughtPhotoPath(bought: Purchases['photos'], photoId: string): string | undefined {
  const order = bought.get(photoId)
  return order && `/order/${order.orderId}?photo=${photoId}`
}

/** Returns the event's products, the selection, the cart state and the purchase actions. */
export function useBuying(event: Event, shownRunner?: ShownRunner): Buying {
  const text = useText()
  const { eventId } = event
  const runnerDistance = useRunnerDistance(eventId)
  // a shared link sells photos of another runner than the one searched for on this device
  const { products, state, value } = useProducts(
    event.catalogId,
    shownRunner?.shareId ? undefined : runnerDistance,
  )
  const isLoading = state === 'loading' && value === undefined
  const cart = useCart()
  const selectedPhotos = useSelectedPhotos(eventId)
  const purchases = usePurchases(eventId)
  const isGift = shownRunner?.isGift === true
  const bought = isGift ? noPhotos : purchases.photos
  const paidFor = isGift ? paidNothing : purchases.paidFor
  const boughtVideos = purchases.videos

  return useMemo(() => {
    const single = findProduct(products, 'photo')
    const personalPackage = findCheapest(products, 'photos_with_me')
    const video = findProduct(products, 'video')
    const items = cart.items.filter((item) => item.eventId === eventId)
    const shareId = shownRunner?.shareId
    // a shared link sells its photos individually, at no more than their package
    const isPackageInCart =
      shownRunner !== undefined &&
      shareId === undefined &&
      items.some((item) => isRunnerPackage(item, shownRunner, eventId))
    const addToCart = (additions: readonly ItemToAdd[], tokenScope?: AddItemsInput['tokenScope']) =>
      addItems({ eventId, event, additions, tokenScope })
    // a photo in a frame is a different item
    const inCart = new Set(
      items.flatMap((item) => (item.frameId ? [] : (item.photoId ?? item.photoIds ?? []))),
    )
    if (isPackageInCart) for (const photo of shownRunner?.photos ?? []) inCart.add(photo.photoId)
    // selected on this page, but bought elsewhere meanwhile
    const shownRunnerPhotoIds = new Set(shownRunner?.photos.map(({ photoId }) => photoId))
    const chosen = selectedPhotos.filter(
      ({ photoId }) => !bought.has(photoId) && (shareId === undefined || shownRunnerPhotoIds.has(photoId)),
    )
    const chosenIds = new Set(chosen.map((photo) => photo.photoId))
    const singlesInCart = items.filter((item) => item.product.productType === 'photo')
    // with the token of the searched runner, the service charges no more than that runner's package
    const personScope = shownRunner?.search ? { search: shownRunner.search } : 'person'
    const albumScope = getSearchCredentials(eventId, 'person', shownRunner?.search) ? personScope : 'event'
    const tokenScope = shareId === undefined ? albumScope : { shareId }

    return {
      canBuy: single !== undefined,
      isLoading,
      single,
      personalPackage,
      video,
      products,
      chosen,
      bought,
      boughtVideos,
      inCart: (photoId) => inCart.has(photoId),
      isVideoInCart: (videoId) => items.some((item) => item.videoId === videoId),
      isPackageInCart,
      toggle: (photo) => toggleSelection(eventId, photo),
      describeTile: (photo) => {
        const orderHref = getBoughtPhotoPath(bought, photo.photoId)
        if (orderHref) return { state: 'bought', badge: text('photos.tile.bought'), orderHref }
        if (inCart.has(photo.photoId)) return { state: 'in-cart', badge: text('photos.tile.inCart') }
        return { state: chosenIds.has(photo.photoId) ? 'selected' : 'default' }
      },
      priceBasis: single && {
        event,
        products,
        single,
        personalPackage,
        shownRunner,
        bought,
        singlesInCart,
        isPackageInCart,
        paidFor,
      },
      buy: async (photos) => {
        if (!single) return false
        const newPhotos = photos.filter(({ photoId }) => !inCart.has(photoId) && !bought.has(photoId))
        const isAdded = await addToCart(
          newPhotos.map((photo) => toPhotoAddition(single, photo, event, isGift)),
          tokenScope,
        )
        if (isAdded)
          removeFromSelection(
            eventId,
            photos.map(({ photoId }) => photoId),
          )
        return isAdded
      },
      buyPackage: (product) =>
        addToCart(
          [
            {
              item: { productId: product.productId, frameId: product.frame?.frameId },
              shownItem: toShownFields(product, shownRunner?.photos[0]),
            },
          ],
          personScope,
        ),
      buyVideo: async (videoId) =>
        video !== undefined &&
        addToCart(
          [{ item: { productId: video.productId, videoId }, shownItem: toShownFields(video) }],
          video.distance === undefined ? undefined : personScope,
        ),
    }
  }, [
    products,
    isLoading,
    cart.items,
    selectedPhotos,
    bought,
    boughtVideos,
    paidFor,
    event,
    eventId,
    shownRunner,
    isGift,
    text,
  ])
}
