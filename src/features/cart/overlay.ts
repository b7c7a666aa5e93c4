import type { Cart, CartItem } from '../../../contract/cart.ts'
import type { Money } from '../../../contract/common.ts'
import type { TokenWish } from '../../../contract/competitors.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { AnyEntry, CartRemoval, Entry, Thing } from '../../lib/outbox/index.ts'

/** Something on the screen of the cart: the service's own item, or one that it does not know of yet. */
export interface ShownItem extends Omit<CartItem, 'price' | 'originalPrice'> {
  /** Absent while nobody has told it. */
  price?: Money
  originalPrice?: Money
  /** The price is reckoned here and not told by the service. */
  isAbout?: boolean
  /** Only of what the kept cart does not hold yet. */
  waiting?: Waiting
}

/** The place of a thing in the outbox. */
export interface Waiting {
  entryId: string
  at: number
  /** The service has it, and only its cart was not read since. */
  isSent: boolean
  /** Why the service did not take it. */
  code?: ErrorCode
  /** Whose package it is. */
  wish?: TokenWish
}

/** An event as its things are grouped under it before the service has said so. */
export interface EventOfCart {
  title: string
  catalogId: string
}

/** What a cart holds only once. Of packages there may be one for each person, so they are told apart by their wish. */
export function nameOf({ productId, photoId, videoId, frameId }: Thing, wish?: unknown): string {
  const person = photoId === undefined && videoId === undefined ? wish : undefined
  return JSON.stringify([productId, photoId, videoId, frameId, person])
}

/** What tells an item from others in its cart. */
export const thingOf = ({
  product: { productId },
  photoId,
  videoId,
  frameId,
}: Pick<ShownItem, 'product' | 'photoId' | 'videoId' | 'frameId'>): Thing => ({
  productId,
  photoId,
  videoId,
  frameId,
})

/** Entries of the outbox that change what is in a cart, in the order they were put. */
export type CartEntry = (Entry<'cart.add'> | Entry<'cart.remove'>) & {
  /** The service has taken it. */
  isSent?: boolean
}

export function cartEntries(entries: readonly AnyEntry[]): CartEntry[] {
  return entries.filter((entry) => entry.kind === 'cart.add' || entry.kind === 'cart.remove')
}

/**
 * The cart as the user left it: what the service last told, without what is to be taken out, with what is to be put in.
 *
 * @param events by id, for things of events of which the service's cart holds nothing
 */
export function overlay(
  cart: Pick<Cart, 'items'> | null,
  entries: readonly CartEntry[],
  events: Readonly<Record<string, EventOfCart>>,
): ShownItem[] {
  let shown: ShownItem[] = [...(cart?.items ?? [])]
  const taken = new Map<string, CartItem>()
  for (const entry of entries) {
    if (isAdding(entry)) {
      const known = new Set(shown.map(nameOfShown))
      const isNew = (item: ShownItem) => isOften(item) || !known.has(nameOfShown(item))
      shown.push(...shownOf(entry, taken, events).filter(isNew))
    } else if (!entry.aside) {
      const ids = removedIds(entry.body, shown)
      for (const item of cart?.items ?? [])
        if (ids.has(item.shoppingCartItemId)) taken.set(nameOf(thingOf(item)), item)
      shown = shown.filter((item) => !ids.has(item.shoppingCartItemId))
    }
  }
  return shown
}

/** Of the items shown; those that were on their way may have arrived since, under an id of their own. */
function removedIds(
  { itemIds, waitingIds = [], things = [], stay = [] }: CartRemoval,
  shown: readonly ShownItem[],
): Set<string> {
  const ids = new Set([...itemIds, ...waitingIds])
  const others = shown.filter(
    ({ shoppingCartItemId, waiting }) =>
      !waiting && !ids.has(shoppingCartItemId) && !stay.includes(shoppingCartItemId),
  )
  const isThere = (id: string) => shown.some(({ shoppingCartItemId }) => shoppingCartItemId === id)
  if ([...ids].every(isThere)) return ids
  for (const thing of things) {
    const at = others.findIndex((item) => nameOf(thingOf(item)) === nameOf(thing))
    for (const { shoppingCartItemId } of at < 0 ? [] : others.splice(at, 1)) ids.add(shoppingCartItemId)
  }
  return ids
}

const isAdding = (entry: CartEntry): entry is Entry<'cart.add'> => entry.kind === 'cart.add'

/** Gift codes may be bought again and again. */
const isOften = (item: ShownItem) => item.product.productType === 'promocode'

/** The service's items of a package do not tell the wish they were found by, so each counts as another person's. */
export function nameOfShown(item: ShownItem): string {
  const { product, photoId, videoId, frameId, waiting } = item
  const wish = waiting ? waiting.wish : item.shoppingCartItemId
  return nameOf({ productId: product.productId, photoId, videoId, frameId }, wish)
}

function shownOf(
  { id, body, aside, isSent = false }: Entry<'cart.add'> & { isSent?: boolean },
  taken: ReadonlyMap<string, CartItem>,
  events: Readonly<Record<string, EventOfCart>>,
): ShownItem[] {
  const event = events[body.eventId]
  return body.items.map((item, at) => {
    // put back before the service has heard of its leaving: all is known of it
    const before = taken.get(nameOf(item))
    const drawn = body.shown?.[at]
    return {
      shoppingCartItemId: `${id}/${at}`,
      product: before?.product ?? {
        productId: item.productId,
        title: drawn?.title ?? '',
        productType: drawn?.productType ?? 'photo',
      },
      photoId: item.photoId,
      videoId: item.videoId,
      frameId: item.frameId,
      recipients: item.recipients,
      photosCount: before?.photosCount,
      subject: before?.subject,
      price: before?.price ?? drawn?.price,
      originalPrice: before?.originalPrice,
      catalog: before?.catalog ?? { catalogId: event?.catalogId ?? '', title: event?.title ?? '' },
      eventId: body.eventId,
      thumb: before?.thumb ?? (drawn?.thumbUrl ? { url: drawn.thumbUrl, width: 4, height: 3 } : undefined),
      waiting: { entryId: id, at, isSent, code: aside?.code, wish: body.pass?.wish },
    }
  })
}
