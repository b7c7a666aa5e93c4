import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { getMediaUrl } from '../../platform/objects/keys.ts'
import { type EventRow, findEventsByIds, presentCaptureDetails } from '../events/index.ts'
import { findFramedThumbs } from '../frame/index.ts'
import { maskEmail, type PackagePhotos } from '../orders/index.ts'
import { findOriginalSizes, findPublicPhotos, type PublicPhoto } from '../photos/index.ts'
import { findVideoPosters } from '../videos/index.ts'
import { identifyBuyer, isProvenOwner, type Proof } from './owner.ts'
import { findPhotosOfRunners } from './photos-of-runners.ts'
import { type PricedCart, priceItems } from './price-cart.ts'
import { type CartItemRow, type CartRow, findCartItems } from './store.ts'

/**
 * Converts a cart to the contract's form, at current prices.
 *
 * @param proof of ownership. Without a valid one, e-mails are left out, and an ordered cart is returned empty
 */
export async function presentCart(
  context: Context,
  finder: PackagePhotos,
  cart: CartRow,
  proof: Proof,
): Promise<Cart> {
  const isOwn = isProvenOwner(context, cart, proof)
  const items = isOwn || cart.state !== 'Processed' ? await findCartItems(context, cart.id) : []
  const photosOfRunners = await findPhotosOfRunners(context, finder, items)
  const photoIdsByItem = photosOfRunners.photoIdsByItem
  const priced = await priceItems(context, cart, identifyBuyer(context, cart, proof), items, photosOfRunners)
  const photos = await findPublicPhotos(
    context,
    items.flatMap((item) => listThumbPhotoIds(item, photoIdsByItem)),
  )
  const thumbs = await findThumbs(context, items, photoIdsByItem, photos)
  const sizes = await findOriginalSizes(
    context,
    items.flatMap((item) => listUnframedPhotoIds(item, photoIdsByItem)),
  )
  const events = await findEventsByIds(context, items)
  const albumId = events.get(items[0]?.eventId ?? '')?.albumId
  const toMoney = (amount: number) => ({ amount, currencyId: cart.currencyId })
  const { pricing } = priced
  return {
    cartId: cart.id,
    shoppingCartId: cart.id,
    state: cart.state,
    currencyId: cart.currencyId,
    amount: toMoney(pricing.amount),
    totalAmount: toMoney(pricing.totalAmount),
    ...(pricing.savedByPackages > 0 ? { savedByPackages: toMoney(pricing.savedByPackages) } : {}),
    customer: cart.email === null || !isOwn ? null : { email: maskEmail(cart.email) },
    orderId: isOwn ? cart.orderId : null,
    ...(albumId === undefined ? {} : { albumId }),
    items: items.flatMap(
      (item) =>
        presentItem(context, { cart, item, priced, photoIdsByItem, thumbs, photos, sizes, events, isOwn }) ??
        [],
    ),
    promotionalCodes: priced.codes.map(({ id, code }) => ({
      codeId: id,
      code,
      discount: toMoney(pricing.discounts.find(({ codeId }) => codeId === id)?.discount ?? 0),
      refusal: priced.refusedCodes.get(id),
    })),
    attributes: cart.attributes,
    ...(pricing.nextTier
      ? { nextTier: { missing: pricing.nextTier.missing, price: toMoney(pricing.nextTier.price) } }
      : {}),
  }
}

function presentItem(
  context: Context,
  data: {
    cart: CartRow
    item: CartItemRow
    priced: PricedCart
    photoIdsByItem: ReadonlyMap<string, readonly string[]>
    thumbs: ReadonlyMap<string, readonly Image[]>
    photos: ReadonlyMap<string, PublicPhoto>
    sizes: ReadonlyMap<string, PixelSize>
    events: ReadonlyMap<string, EventRow>
    isOwn: boolean
  },
): CartItem | undefined {
  const { cart, item, priced, photoIdsByItem } = data
  const product = priced.products.get(item.productId)
  const line = priced.pricing.lines.find(({ id }) => id === item.id)
  if (!product || !line) return undefined
  const thumbs = data.thumbs.get(item.id) ?? []
  const [thumb] = thumbs
  const event = data.events.get(item.eventId)
  const photo = data.photos.get(item.photoId ?? '')
  const photoIds = photoIdsByItem.get(item.id) ?? item.photoIds
  return {
    shoppingCartItemId: item.id,
    product: {
      productId: product.id,
      title: resolveLocalText(product.title, context.language),
      productType: product.productType,
    },
    ...(item.photoId === null ? {} : { photoId: item.photoId }),
    ...(item.videoId === null ? {} : { videoId: item.videoId }),
    ...(item.frameId === null ? {} : { frameId: item.frameId }),
    ...(photo && event ? { taken: presentCaptureDetails(event, photo, context.language) } : {}),
    ...toResolution(listUnframedPhotoIds(item, photoIdsByItem).flatMap((id) => data.sizes.get(id) ?? [])),
    ...(item.subject ? { photosCount: photoIds.length } : {}),
    ...(item.subject && data.isOwn ? { photoIds: [...photoIds] } : {}),
    ...(item.subjectLabel === '' ? {} : { subject: item.subjectLabel }),
    ...(item.subject?.kind === 'face' && data.isOwn ? { personId: item.subject.personId } : {}),
    ...(item.giftShareId === null ? {} : { gift: true }),
    ...(item.giftShareId !== null && data.isOwn ? { shareId: item.giftShareId } : {}),
    ...(item.recipients && data.isOwn ? { recipients: item.recipients } : {}),
    price: { amount: line.price, currencyId: cart.currencyId },
    originalPrice: { amount: line.originalPrice, currencyId: cart.currencyId },
    ...(line.chargedAs === item.productType ? {} : { chargedAs: line.chargedAs }),
    catalog: {
      catalogId: item.catalogId,
      title: event ? resolveLocalText(event.title, context.language) : '',
    },
    eventId: item.eventId,
    ...(product.isOnSale ? {} : { offSale: true }),
    ...(thumb ? { thumb } : {}),
    ...(item.subject && thumb ? { thumbs: [...thumbs] } : {}),
  }
}

interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Returns the photos that an item delivers as they were taken; none for a framed photo, whose size is that of the frame. */
function listUnframedPhotoIds(
  item: CartItemRow,
  photoIdsByItem: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (item.frameId !== null) return []
  return item.photoId === null ? (photoIdsByItem.get(item.id) ?? []) : [item.photoId]
}

function toResolution(sizes: readonly PixelSize[]): Pick<CartItem, 'resolution'> {
  const [smallest, ...larger] = sizes.toSorted((a, b) => a.width * a.height - b.width * b.height)
  return smallest ? { resolution: { smallest, largest: larger.at(-1) ?? smallest } } : {}
}

const maxThumbs = 4

/** Returns the photos that illustrate an item: the single photo, or the first of a package. */
function listThumbPhotoIds(
  item: CartItemRow,
  photoIdsByItem: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return item.photoId === null ? (photoIdsByItem.get(item.id) ?? []).slice(0, maxThumbs) : [item.photoId]
}

/** Returns the thumbnails of items, by item id; framed ones for framed products. */
async function findThumbs(
  context: Context,
  items: readonly CartItemRow[],
  photoIdsByItem: ReadonlyMap<string, readonly string[]>,
  photos: ReadonlyMap<string, PublicPhoto>,
): Promise<Map<string, Image[]>> {
  const thumbPhotoIdsByItem = new Map(items.map((item) => [item.id, listThumbPhotoIds(item, photoIdsByItem)]))
  const framedRows = await findFramedThumbs(
    context,
    items.flatMap(({ id, frameId }) => (frameId === null ? [] : (thumbPhotoIdsByItem.get(id) ?? []))),
  )
  const posters = await findVideoPosters(
    context,
    items.flatMap(({ videoId }) => videoId ?? []),
  )
  const thumbsByItem = new Map<string, Image[]>()
  for (const item of items) {
    const photoThumbs = (thumbPhotoIdsByItem.get(item.id) ?? []).flatMap((id) => {
      const framedThumb = framedRows.find(
        ({ photoId, frameId, bib }) => photoId === id && frameId === item.frameId && bib === item.bib,
      )
      return framedThumb ?? photos.get(id) ?? []
    })
    const poster = posters.get(item.videoId ?? '')
    thumbsByItem.set(item.id, (photoThumbs.length > 0 || !poster ? photoThumbs : [poster]).map(toImage))
  }
  return thumbsByItem
}

/** Describes a small public image. */
interface Thumb {
  readonly thumbKey: string
  readonly thumbWidth: number
  readonly thumbHeight: number
  readonly placeholder?: string
}

function toImage({ thumbKey, thumbWidth, thumbHeight, placeholder }: Thumb): Image {
  return {
    url: getMediaUrl(thumbKey),
    width: thumbWidth,
    height: thumbHeight,
    ...(placeholder ? { placeholder } : {}),
  }
}
