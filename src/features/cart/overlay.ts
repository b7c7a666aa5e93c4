import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Money } from '../../../contract/common.ts'
import type { SearchTokenRequest } from '../../../contract/competitors.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { AnyEntry, Entry } from '../../lib/outbox/index.ts'
import type { CartItemReference, CartRemoval } from './sync/bodies.ts'

/** Describes a displayed cart item: confirmed by the service, or still queued. */
export interface ShownItem extends Omit<CartItem, 'price' | 'originalPrice'> {
  /** Absent until it is known. */
  price?: Money
  originalPrice?: Money
  /** The price is estimated on the device and not confirmed by the service. */
  isEstimated?: boolean
  /** Set only for items that are missing from the cached cart. */
  waiting?: OutboxPosition
}

/** Locates an item in the outbox. */
export interface OutboxPosition {
  entryId: string
  at: number
  /** The service has accepted it, but the cart has not been read since. */
  isSent: boolean
  /** Why the service rejected it. */
  code?: ErrorCode
  /** The search whose person the package is for. */
  tokenRequest?: SearchTokenRequest
}

/** Describes an event under which its items are grouped before the service has confirmed them. */
export interface CartEvent {
  title: string
  catalogId: string
}

/** Returns the identity of an item that a cart holds once. Packages are distinguished by their token request: one per person. */
export function toItemKey(
  { productId, photoId, videoId, frameId }: CartItemReference,
  tokenRequest?: unknown,
): string {
  const person = photoId === undefined && videoId === undefined ? tokenRequest : undefined
  return JSON.stringify([productId, photoId, videoId, frameId, person])
}

/** Returns the fields that distinguish an item from others in its cart. */
export const toCartItem = ({
  product: { productId },
  photoId,
  videoId,
  frameId,
}: Pick<ShownItem, 'product' | 'photoId' | 'videoId' | 'frameId'>): CartItemReference => ({
  productId,
  photoId,
  videoId,
  frameId,
})

/** Lists the outbox entries that change the items of a cart, in the order they were queued. */
export type CartEntry = (Entry<'cart.add'> | Entry<'cart.remove'>) & {
  /** The service has accepted it. */
  isSent?: boolean
}

export function filterCartEntries(entries: readonly AnyEntry[]): CartEntry[] {
  return entries.filter((entry) => entry.kind === 'cart.add' || entry.kind === 'cart.remove')
}

/**
 * Applies queued removals and additions to the cached cart (optimistic update).
 *
 * @param events by id, for items of events that the service's cart does not contain yet
 */
export function overlay(
  cart: Pick<Cart, 'items'> | null,
  entries: readonly CartEntry[],
  events: Readonly<Record<string, CartEvent>>,
): ShownItem[] {
  let shown: ShownItem[] = [...(cart?.items ?? [])]
  const removedItems = new Map<string, CartItem>()
  for (const entry of entries) {
    if (isAdding(entry)) {
      const shownKeys = new Set(shown.map(toShownItemKey))
      const isNew = (item: ShownItem) => isRepeatable(item) || !shownKeys.has(toShownItemKey(item))
      shown.push(...toShownItems(entry, removedItems, events).filter(isNew))
    } else if (!entry.parked) {
      const ids = findRemovedIds(entry.body, shown)
      // a package found by a selfie does not say whose it is
      for (const item of cart?.items ?? [])
        if (
          ids.has(item.shoppingCartItemId) &&
          (item.photosCount === undefined || item.subject !== undefined)
        )
          removedItems.set(toItemKey(toCartItem(item), item.subject), item)
      shown = shown.filter((item) => !ids.has(item.shoppingCartItemId))
    }
  }
  return shown
}

/** Returns the ids of removed items among those shown. Items that were in flight may have arrived under another id. */
function findRemovedIds(
  { itemIds, waitingIds = [], targets = [], stay = [] }: CartRemoval,
  shown: readonly ShownItem[],
): Set<string> {
  const ids = new Set([...itemIds, ...waitingIds])
  const candidates = shown.filter(
    ({ shoppingCartItemId, waiting }) =>
      !waiting && !ids.has(shoppingCartItemId) && !stay.includes(shoppingCartItemId),
  )
  const isShown = (id: string) => shown.some(({ shoppingCartItemId }) => shoppingCartItemId === id)
  if ([...ids].every(isShown)) return ids
  for (const target of targets) {
    const at = candidates.findIndex((item) => toItemKey(toCartItem(item)) === toItemKey(target))
    for (const { shoppingCartItemId } of at < 0 ? [] : candidates.splice(at, 1)) ids.add(shoppingCartItemId)
  }
  return ids
}

/** Returns the number or surname of a search, as the service returns it with a package. */
function getLabel(request: SearchTokenRequest | undefined): string | undefined {
  if (!request) return undefined
  if ('number' in request) return request.number
  return 'surname' in request ? request.surname : undefined
}

const isAdding = (entry: CartEntry): entry is Entry<'cart.add'> => entry.kind === 'cart.add'

/** Returns whether the item may be bought repeatedly, like gift codes. */
const isRepeatable = (item: ShownItem) => item.product.productType === 'promocode'

/** Returns the identity of a shown item. The service does not return a package's token request, so each counts as another person's. */
export function toShownItemKey(item: ShownItem): string {
  const { product, photoId, videoId, frameId, waiting } = item
  const tokenRequest = waiting ? waiting.tokenRequest : item.shoppingCartItemId
  return toItemKey({ productId: product.productId, photoId, videoId, frameId }, tokenRequest)
}

function toShownItems(
  { id, body, parked, isSent = false }: Entry<'cart.add'> & { isSent?: boolean },
  removedItems: ReadonlyMap<string, CartItem>,
  events: Readonly<Record<string, CartEvent>>,
): ShownItem[] {
  const event = events[body.eventId]
  return body.items.map((item, at) => {
    // added again before the service has processed its removal: all its fields are known
    const removedItem = removedItems.get(toItemKey(item, getLabel(body.searchCredentials?.tokenRequest)))
    const shownItem = body.shown?.[at]
    return {
      shoppingCartItemId: `${id}/${at}`,
      product: removedItem?.product ?? {
        productId: item.productId,
        title: shownItem?.title ?? '',
        productType: shownItem?.productType ?? 'photo',
      },
      photoId: item.photoId,
      videoId: item.videoId,
      frameId: item.frameId,
      recipients: item.recipients,
      gift: item.gift,
      taken: removedItem?.taken ?? shownItem?.taken,
      photosCount: removedItem?.photosCount,
      subject: removedItem?.subject,
      price: removedItem?.price ?? shownItem?.price,
      originalPrice: removedItem?.originalPrice,
      catalog: removedItem?.catalog ?? { catalogId: event?.catalogId ?? '', title: event?.title ?? '' },
      eventId: body.eventId,
      thumb:
        removedItem?.thumb ??
        (shownItem?.thumbUrl ? { url: shownItem.thumbUrl, width: 4, height: 3 } : undefined),
      waiting: {
        entryId: id,
        at,
        isSent,
        code: parked?.code,
        tokenRequest: body.searchCredentials?.tokenRequest,
      },
    }
  })
}
