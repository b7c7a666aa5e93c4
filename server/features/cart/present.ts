import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import { mediaUrl } from '../../platform/objects/keys.ts'
import { type EventRow, findEventsByIds, presentTaken } from '../events/index.ts'
import { maskEmail, type PackagePhotos } from '../orders/index.ts'
import { identifyBuyer, isProven, type Proof } from './owner.ts'
import { findPhotosOfRunners } from './photos-of-runners.ts'
import { type PricedCart, priceItems } from './price-cart.ts'
import {
  type CartItemRow,
  type CartRow,
  framedThumbs,
  itemsOfCart,
  originalSizes,
  type ShownPhoto,
  shownPhotos,
  type Thumb,
  videoPosters,
} from './store.ts'

/**
 * Converts a cart to the contract's form, at current prices.
 *
 * @param proof of the caller: without one that is valid no e-mails are shown, and of an ordered cart nothing
 */
export async function presentCart(
  context: Context,
  finder: PackagePhotos,
  cart: CartRow,
  proof: Proof,
): Promise<Cart> {
  const isOwn = isProven(context, cart, proof)
  const items = isOwn || cart.state !== 'Processed' ? await itemsOfCart(context, cart.id) : []
  const found = await findPhotosOfRunners(context, finder, items)
  const packages = found.ofPackage
  const priced = await priceItems(context, cart, identifyBuyer(context, cart, proof), items, found)
  const photos = await shownPhotos(
    context,
    items.flatMap((item) => listPhotoIds(item, packages)),
  )
  const thumbs = await findThumbs(context, items, packages, photos)
  const sizes = await originalSizes(
    context,
    items.flatMap((item) => plainPhotos(item, packages)),
  )
  const events = await findEventsByIds(context, items)
  const albumId = events.get(items[0]?.eventId ?? '')?.albumId
  const money = (amount: number) => ({ amount, currencyId: cart.currencyId })
  const { pricing } = priced
  return {
    cartId: cart.id,
    shoppingCartId: cart.id,
    state: cart.state,
    currencyId: cart.currencyId,
    amount: money(pricing.amount),
    totalAmount: money(pricing.totalAmount),
    ...(pricing.savedByPackages > 0 ? { savedByPackages: money(pricing.savedByPackages) } : {}),
    customer: cart.email === null || !isOwn ? null : { email: maskEmail(cart.email) },
    orderId: isOwn ? cart.orderId : null,
    ...(albumId === undefined ? {} : { albumId }),
    items: items.flatMap(
      (item) =>
        presentItem(context, { cart, item, priced, packages, thumbs, photos, sizes, events, isOwn }) ?? [],
    ),
    promotionalCodes: priced.codes.map(({ id, code }) => ({
      codeId: id,
      code,
      discount: money(pricing.discounts.find(({ codeId }) => codeId === id)?.discount ?? 0),
      refusal: priced.refusedCodes.get(id),
    })),
    attributes: cart.attributes,
    ...(pricing.nextTier
      ? { nextTier: { missing: pricing.nextTier.missing, price: money(pricing.nextTier.price) } }
      : {}),
  }
}

function presentItem(
  context: Context,
  known: {
    cart: CartRow
    item: CartItemRow
    priced: PricedCart
    packages: ReadonlyMap<string, readonly string[]>
    thumbs: ReadonlyMap<string, readonly Image[]>
    photos: ReadonlyMap<string, ShownPhoto>
    sizes: ReadonlyMap<string, PixelSize>
    events: ReadonlyMap<string, EventRow>
    isOwn: boolean
  },
): CartItem | undefined {
  const { cart, item, priced, packages } = known
  const product = priced.products.get(item.productId)
  const line = priced.pricing.lines.find(({ id }) => id === item.id)
  if (!product || !line) return undefined
  const thumbs = known.thumbs.get(item.id) ?? []
  const [thumb] = thumbs
  const event = known.events.get(item.eventId)
  const photo = known.photos.get(item.photoId ?? '')
  return {
    shoppingCartItemId: item.id,
    product: {
      productId: product.id,
      title: localText(product.title, context.language),
      productType: product.productType,
    },
    ...(item.photoId === null ? {} : { photoId: item.photoId }),
    ...(item.videoId === null ? {} : { videoId: item.videoId }),
    ...(item.frameId === null ? {} : { frameId: item.frameId }),
    ...(photo && event ? { taken: presentTaken(event, photo, context.language) } : {}),
    ...toResolution(plainPhotos(item, packages).flatMap((id) => known.sizes.get(id) ?? [])),
    ...(item.subject ? { photosCount: (packages.get(item.id) ?? item.photoIds).length } : {}),
    ...(item.subjectLabel === '' ? {} : { subject: item.subjectLabel }),
    ...(item.recipients && known.isOwn ? { recipients: item.recipients } : {}),
    price: { amount: line.price, currencyId: cart.currencyId },
    originalPrice: { amount: line.originalPrice, currencyId: cart.currencyId },
    ...(line.chargedAs === item.productType ? {} : { chargedAs: line.chargedAs }),
    catalog: { catalogId: item.catalogId, title: event ? localText(event.title, context.language) : '' },
    eventId: item.eventId,
    ...(thumb ? { thumb } : {}),
    ...(item.subject && thumb ? { thumbs: [...thumbs] } : {}),
  }
}

interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Returns the photos that an item delivers as they were taken; none for a framed photo, whose size is that of the frame. */
function plainPhotos(item: CartItemRow, packages: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (item.frameId !== null) return []
  return item.photoId === null ? (packages.get(item.id) ?? []) : [item.photoId]
}

function toResolution(sizes: readonly PixelSize[]): Pick<CartItem, 'resolution'> {
  const [smallest, ...larger] = sizes.toSorted((a, b) => a.width * a.height - b.width * b.height)
  return smallest ? { resolution: { smallest, largest: larger.at(-1) ?? smallest } } : {}
}

const thumbsAtMost = 4

/** Returns the photos that illustrate an item: the single photo, or the first of a package. */
function listPhotoIds(
  item: CartItemRow,
  packages: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return item.photoId === null ? (packages.get(item.id) ?? []).slice(0, thumbsAtMost) : [item.photoId]
}

/** Returns the thumbnails of items, by item id; framed ones for framed products. */
async function findThumbs(
  context: Context,
  items: readonly CartItemRow[],
  packages: ReadonlyMap<string, readonly string[]>,
  photos: ReadonlyMap<string, ShownPhoto>,
): Promise<Map<string, Image[]>> {
  const pictures = new Map(items.map((item) => [item.id, listPhotoIds(item, packages)]))
  const framed = await framedThumbs(context, [...photos.keys()])
  const posters = await videoPosters(
    context,
    items.flatMap(({ videoId }) => videoId ?? []),
  )
  const found = new Map<string, Image[]>()
  for (const item of items) {
    const ofPhotos = (pictures.get(item.id) ?? []).flatMap((id) => {
      const inFrame = framed.find(
        ({ photoId, frameId, bib }) => photoId === id && frameId === item.frameId && bib === item.bib,
      )
      return inFrame ?? photos.get(id) ?? []
    })
    const poster = posters.get(item.videoId ?? '')
    found.set(item.id, (ofPhotos.length > 0 || !poster ? ofPhotos : [poster]).map(toImage))
  }
  return found
}

function toImage({ thumbKey, thumbWidth, thumbHeight, placeholder }: Thumb): Image {
  return {
    url: mediaUrl(thumbKey),
    width: thumbWidth,
    height: thumbHeight,
    ...(placeholder ? { placeholder } : {}),
  }
}
