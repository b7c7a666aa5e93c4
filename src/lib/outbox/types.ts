import type { NewCartItem } from '../../../contract/cart.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import type { TokenWish } from '../../../contract/competitors.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { PhotoTag } from '../../../contract/photos.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { SubscriptionKeys } from '../push-subscription.ts'

/** Bearer for what depends on a search, and what renews it once. An empty token is renewed at once. */
export interface SearchPass {
  eventId: string
  token: string
  wish: TokenWish
}

/** How a product is drawn until the service has it. */
export interface ShownItem {
  title: string
  thumbUrl?: string
  price?: Money
  productType: ProductType
}

/** What tells one thing in a cart from another, where the service's id of it is not known or another one by now. */
export type Thing = Pick<NewCartItem, 'productId' | 'photoId' | 'videoId' | 'frameId'>

/** Things to be taken out of a cart. */
export interface CartRemoval {
  cartId: string
  /** The service's ids, as far as they are known. */
  itemIds: string[]
  /** The same things, and those that had not reached the service yet: looked for when the ids do not tell. */
  things?: Thing[]
  /** Ids of what was in the cart beside them, and stays. */
  stay?: string[]
  /** Of things that had not reached the service: `<entry>/<place>`. */
  waitingIds?: string[]
}

/** What each kind of entry carries. */
export interface Bodies {
  /** The bytes lie in memory `selfies` under the entry's id. */
  selfie: { eventId: string; albumId: string }
  /** A selfie to be forgotten at the service: the id it was sent under, and its own where it is known. */
  'selfie.forget': { sentAs?: string; selfieId?: string }
  'cart.add': {
    cartId: string
    items: NewCartItem[]
    pass?: SearchPass
    eventId: string
    shown?: ShownItem[]
  }
  'cart.remove': CartRemoval
  'cart.promo': { cartId: string; code: string }
  /** The letter of a paid order once more. */
  'order.letter': { orderId: string }
  /** Where letters about an order go from now on. */
  'order.email': { orderId: string; email: string }
  'cart.customer': { cartId: string; email: string }
  checkout: { cartId: string; email: string; expectedTotal: Money; paymentTypeId?: string }
  itsMe: { photoId: string; itIsMe: boolean; tag?: PhotoTag; pass: SearchPass }
  /** Another subscription takes the place of the one that the service sends messages to. */
  'push.renew': { former: { endpoint: string; auth: string }; subscription: SubscriptionKeys }
  /** A filled form of a page. */
  request: { kind: RequestKind; fields: Record<string, string> }
}

export type EntryKind = keyof Bodies

/** Something that has to reach the service. */
export interface Entry<K extends EntryKind = EntryKind> {
  /** Random; also the Idempotency-Key of its call, the same for every repeat. */
  id: string
  kind: K
  /** Entries of one lane go one after another in the order they were put; lanes are independent. */
  lane: string
  body: Bodies[K]
  /** ms, by the clock of the device */
  putOn: number
  /** Attempts that failed. */
  tries: number
  /** ms; not sent again before, except when the user asks. */
  notBefore: number
  /** Needs attention: shown with Retry and Delete; later entries of its lane go on unless they depend on it. */
  aside?: { code: ErrorCode; since: number }
  /** The database did not take it: it would be lost with the page. */
  unkept?: true
}

/** An entry of any kind; `kind` tells the body. */
export type AnyEntry = { [K in EntryKind]: Entry<K> }[EntryKind]

/** What became of an entry. */
export type Outcome = { is: 'done'; answer?: unknown } | { is: 'aside'; code: ErrorCode } | { is: 'dropped' }

export interface SenderTools {
  signal: AbortSignal
  /** Share of the bytes that were sent, 0 to 1. */
  onProgress(share: number): void
}

/**
 * Takes one entry to the service. Resolves with the answer (plain data) after its effect is stored on the device;
 * throws what `src/lib/api.ts` throws. A repeat with the same entry must be harmless.
 */
export type Sender<K extends EntryKind> = (entry: Entry<K>, tools: SenderTools) => Promise<unknown>

export type Senders = { [K in EntryKind]: Sender<K> }

/** What has to reach the service, sent by page or worker, one sender at a time. */
export interface Outbox {
  /**
   * Resolves after read-back, then starts a flush. The same id twice is one entry. With `afterInMs` it may still be taken
   * back by `drop` for so long, or sent earlier by `retry`.
   *
   * @throws ApiError DeviceFull, MemoryLost
   */
  put<K extends EntryKind>(
    kind: K,
    lane: string,
    body: Bodies[K],
    options?: { id?: string; afterInMs?: number },
  ): Promise<Entry<K>>
  /** All that is not yet sent, in the order it was put. */
  entries(): Promise<AnyEntry[]>
  /** By the user: deletes it, and a selfie's bytes with it. */
  drop(id: string): Promise<void>
  /** By the user: tries again now. */
  retry(id: string): Promise<void>
  /** Sends what is due; resolves when nothing more is. `now` skips the waits of entries that only lacked a network. */
  flush(options?: { now?: boolean }): Promise<void>
  /** Resolves when the entry was answered or set aside, whoever sent it. */
  settled(id: string, signal?: AbortSignal): Promise<Outcome>
  /** Entries changed, here or elsewhere. */
  onChange(listener: () => void): () => void
  onProgress(listener: (id: string, share: number) => void): () => void
}
