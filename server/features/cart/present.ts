import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import { mediaUrl } from '../../platform/objects/keys.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import type { PackagePhotos } from '../orders/index.ts'
import { packagesNow } from './package-photos.ts'
import { type PricedCart, priceItems } from './price-cart.ts'
import {
  type CartItemRow,
  type CartRow,
  framedThumbs,
  itemsOfCart,
  shownPhotos,
  type Thumb,
  videoPosters,
} from './store.ts'

/** A cart as the contract shows it, at the prices of this moment. */
export async function presentCart(context: Context, finder: PackagePhotos, cart: CartRow): Promise<Cart> {
  const items = await itemsOfCart(context, cart.id)
  const packages = await packagesNow(context, finder, items)
  const priced = await priceItems(context, cart, items, packages)
  const thumbs = await thumbsOf(context, items, packages)
  const events = await eventsOf(context, items)
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
    customer: cart.email === null ? null : { email: maskEmail(cart.email) },
    orderId: cart.orderId,
    ...(albumId === undefined ? {} : { albumId }),
    items: items.flatMap(
      (item) => presentItem(context, { cart, item, priced, packages, thumbs, events }) ?? [],
    ),
    promotionalCodes: priced.codes.map(({ id, code }) => ({
      codeId: id,
      code,
      discount: money(pricing.discounts.find(({ codeId }) => codeId === id)?.discount ?? 0),
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
    events: ReadonlyMap<string, EventRow>
  },
): CartItem | undefined {
  const { cart, item, priced, packages } = known
  const product = priced.products.get(item.productId)
  const line = priced.pricing.lines.find(({ id }) => id === item.id)
  if (!product || !line) return undefined
  const thumbs = known.thumbs.get(item.id) ?? []
  const [thumb] = thumbs
  const event = known.events.get(item.eventId)
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
    ...(item.subject ? { photosCount: (packages.get(item.id) ?? item.photoIds).length } : {}),
    ...(item.subjectLabel === '' ? {} : { subject: item.subjectLabel }),
    ...(item.recipients ? { recipients: item.recipients } : {}),
    price: { amount: line.price, currencyId: cart.currencyId },
    originalPrice: { amount: line.originalPrice, currencyId: cart.currencyId },
    catalog: { catalogId: item.catalogId, title: event ? localText(event.title, context.language) : '' },
    eventId: item.eventId,
    ...(thumb ? { thumb } : {}),
    ...(item.subject && thumb ? { thumbs: [...thumbs] } : {}),
  }
}

const thumbsAtMost = 4

/** The photos that stand for an item: itself, or a package's first. */
function picturesOf(item: CartItemRow, packages: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return item.photoId === null ? (packages.get(item.id) ?? []).slice(0, thumbsAtMost) : [item.photoId]
}

/** The pictures by which items are known, by item id: framed when that is what is bought. */
async function thumbsOf(
  context: Context,
  items: readonly CartItemRow[],
  packages: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Image[]>> {
  const pictures = new Map(items.map((item) => [item.id, picturesOf(item, packages)]))
  const photos = await shownPhotos(context, [...pictures.values()].flat())
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
    found.set(item.id, (ofPhotos.length > 0 || !poster ? ofPhotos : [poster]).map(imageOf))
  }
  return found
}

function imageOf({ thumbKey, thumbWidth, thumbHeight, placeholder }: Thumb): Image {
  return {
    url: mediaUrl(thumbKey),
    width: thumbWidth,
    height: thumbHeight,
    ...(placeholder ? { placeholder } : {}),
  }
}

async function eventsOf(context: Context, items: readonly CartItemRow[]): Promise<Map<string, EventRow>> {
  const events = new Map<string, EventRow>()
  for (const eventId of new Set(items.map((item) => item.eventId))) {
    const event = await findEvent(context, eventId)
    if (event) events.set(eventId, event)
  }
  return events
}

/** `anna.s@mail.example` as `a•••@mail.example`: enough to recognise one's own. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
