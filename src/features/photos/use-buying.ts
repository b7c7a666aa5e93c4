import { type ReactNode, useMemo } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { formatMoney } from '../../lib/money.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { passOf } from '../../platform/search-token/index.ts'
import type { PhotoTileState } from '../../ui/PhotoTile.tsx'
import { type Adding, addItems, type ShownItem, useCart, type Wished } from '../cart/index.ts'
import { productOf, useProducts } from '../catalog/index.ts'
import { toggleChosen, unchoose, useChosen } from './selection.ts'
import { eachOf, type Steps, stepsOf } from './steps.ts'

export interface Buying {
  /** The event sells single photos. */
  canBuy: boolean
  /** What the event sells is on its way. */
  isLoading: boolean
  single?: Product
  withMe?: Product
  video?: Product
  /** For each frame: one photo in it, and all photos of a person. */
  framed: readonly { single: Product; all: Product }[]
  /** Where a photo is put into a frame. */
  frameHref: string
  chosen: readonly Photo[]
  inCart: (photoId: string) => boolean
  videoInCart: (videoId: string) => boolean
  /** The package of whoever was searched for is in the cart. */
  packageInCart: boolean
  toggle: (photo: Photo) => void
  tileOf: (photo: Photo) => { state: PhotoTileState; mark: ReactNode }
  /** The discount ladder of the chosen photos. @param ofPerson how many photos the package would hold */
  steps: (ofPerson?: number) => Steps | undefined
  /** Puts photos into the cart; false when that did not work, which the user was told. */
  buy: (photos: readonly Photo[]) => Promise<boolean>
  buyPackage: (product: Product) => Promise<boolean>
  buyVideo: (videoId: string) => Promise<boolean>
}

const fold = (label = '') => label.toLowerCase().replaceAll('ё', 'е')

/** Whose photos a page shows: the package holds them, and the cart names the person the same way. */
export interface Mine {
  label: string | undefined
  photos: readonly Photo[]
}

function isPackageOf({ product, subject, waiting }: ShownItem, mine: Mine, eventId: string): boolean {
  if (product.productType !== 'photos_with_me') return false
  if (!waiting || subject !== undefined) return fold(subject) === fold(mine.label)
  return JSON.stringify(waiting.wish) === JSON.stringify(passOf(eventId, 'person')?.wish)
}

/** How a product looks in the cart until the service has it. */
function drawnAs({ title, productType, price }: Product, photo?: Photo): Wished['drawn'] {
  return { title, productType, price, thumbUrl: photo?.thumb.url }
}

function wishedPhoto(single: Product, photo: Photo): Wished {
  return {
    item: { productId: single.productId, photoId: photo.photoId },
    drawn: drawnAs(single, photo),
  }
}

function framedOf(products: readonly Product[]): Buying['framed'] {
  return products.flatMap((all) => {
    if (all.productType !== 'photosWithFrame') return []
    const single = products.find(
      ({ productType, frame }) => productType === 'frame' && frame?.frameId === all.frame?.frameId,
    )
    return single ? [{ single, all }] : []
  })
}

/** What an event sells, what of it is chosen or in the cart, and the verbs to buy. */
export function useBuying(event: Event, mine?: Mine): Buying {
  const text = useText()
  const { language } = useLanguage()
  const { eventId } = event
  const { products, state, value } = useProducts(event.catalogId)
  const isLoading = state === 'loading' && value === undefined
  const cart = useCart()
  const chosen = useChosen(eventId)

  return useMemo(() => {
    const single = productOf(products, 'photo')
    const withMe = productOf(products, 'photos_with_me')
    const video = productOf(products, 'video')
    const items = cart.items.filter((item) => item.eventId === eventId)
    const packageInCart = mine !== undefined && items.some((item) => isPackageOf(item, mine, eventId))
    const put = (things: readonly Wished[], reach?: Adding['reach']) =>
      addItems({ eventId, event, things, reach })
    // a photo in a frame is another thing
    const inCart = new Set(items.flatMap((item) => (item.frameId ? [] : (item.photoId ?? []))))
    if (packageInCart) for (const photo of mine?.photos ?? []) inCart.add(photo.photoId)
    const chosenIds = new Set(chosen.map((photo) => photo.photoId))
    const singlesInCart = items.filter((item) => item.product.productType === 'photo').length
    const inWords = (price?: Money) => price && formatMoney(price, language).text
    const each = inWords(single?.price)
    const eachNow = inWords(single && eachOf(single, Math.max(1, chosen.length + singlesInCart)))

    return {
      canBuy: single !== undefined,
      isLoading,
      single,
      withMe,
      video,
      framed: framedOf(products),
      frameHref: `/event/${eventId}/frame`,
      chosen,
      inCart: (photoId) => inCart.has(photoId),
      videoInCart: (videoId) => items.some((item) => item.videoId === videoId),
      packageInCart,
      toggle: (photo) => toggleChosen(eventId, photo),
      tileOf: (photo) => {
        if (inCart.has(photo.photoId)) return { state: 'in-cart', mark: text('photos.tile.inCart') }
        return chosenIds.has(photo.photoId)
          ? { state: 'selected', mark: eachNow }
          : { state: 'default', mark: each }
      },
      steps: (ofPerson) =>
        single &&
        stepsOf({
          count: chosen.length,
          inCart: singlesInCart,
          single,
          package: withMe && ofPerson ? { price: withMe.price, photosCount: ofPerson } : undefined,
        }),
      buy: async (photos) => {
        if (!single) return false
        const fresh = photos.filter(({ photoId }) => !inCart.has(photoId))
        const bought = await put(fresh.map((photo) => wishedPhoto(single, photo)))
        if (bought)
          unchoose(
            eventId,
            photos.map(({ photoId }) => photoId),
          )
        return bought
      },
      buyPackage: (product) =>
        put(
          [
            {
              item: { productId: product.productId, frameId: product.frame?.frameId },
              drawn: drawnAs(product, mine?.photos[0]),
            },
          ],
          'person',
        ),
      buyVideo: async (videoId) =>
        video !== undefined &&
        put([{ item: { productId: video.productId, videoId }, drawn: drawnAs(video) }]),
    }
  }, [products, isLoading, cart.items, chosen, event, eventId, mine, language, text])
}
