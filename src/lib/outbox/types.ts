import type { NewCartItem } from '../../../contract/cart.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import type { CaptureDetails, Money } from '../../../contract/common.ts'
import type { SearchTokenRequest } from '../../../contract/competitors.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { PhotoTag } from '../../../contract/photos.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { SubscriptionKeys } from '../push-subscription.ts'

/** Authorizes calls that depend on a search: its token, and the input for one renewal. An empty token is renewed at once. */
export interface SearchCredentials {
  eventId: string
  token: string
  tokenRequest: SearchTokenRequest
}

/** Describes how a product is displayed until the service has it. */
export interface ShownItem {
  title: string
  thumbUrl?: string
  /** Of a single photo. */
  taken?: CaptureDetails
  price?: Money
  productType: ProductType
}

/** Identifies an item in a cart when the service's id of it is unknown or has changed. */
export type CartItemReference = Pick<NewCartItem, 'productId' | 'photoId' | 'videoId' | 'frameId'>

/** Lists the items to remove from a cart. */
export interface CartRemoval {
  cartId: string
  /** The service's ids, as far as they are known. */
  itemIds: string[]
  /** The same items, and those that had not reached the service yet. Used when the ids are not sufficient. */
  targets?: CartItemReference[]
  /** Ids of the other items of the cart, which must not be removed. */
  stay?: string[]
  /** Ids of items that had not reached the service: `<entry>/<place>`. */
  waitingIds?: string[]
}

/** Maps kinds of entries to their bodies. */
export interface Bodies {
  /** The bytes are stored in `selfies` under the entry's id. */
  selfie: { eventId: string; albumId: string }
  /** A selfie to delete at the service: the id it was sent under, and the service's id if known. */
  'selfie.forget': { sentAs?: string; selfieId?: string }
  'cart.add': {
    cartId: string
    items: NewCartItem[]
    searchCredentials?: SearchCredentials
    eventId: string
    shown?: ShownItem[]
    /** Paid orders of this device for the event. Their photo payments count towards a package. */
    earlierOrders?: string[]
  }
  'cart.remove': CartRemoval
  'cart.promo': { cartId: string; code: string }
  /** Sends the e-mail of a paid order again. */
  'order.letter': { orderId: string }
  /** Sets the e-mail for messages about an order. */
  'order.email': { orderId: string; email: string }
  'cart.customer': { cartId: string; email: string }
  checkout: {
    cartId: string
    email: string
    expectedTotal: Money
    paymentTypeId?: string
    orderAgain?: boolean
  }
  itsMe: { photoId: string; itIsMe: boolean; tag?: PhotoTag; searchCredentials: SearchCredentials }
  /** Replaces the subscription that the service sends messages to. */
  'push.renew': { former: { endpoint: string; auth: string }; subscription: SubscriptionKeys }
  /** A photo alert. With `push` the sender subscribes this browser, which needs a network. */
  'alert.set': { alertId: string; eventId: string; number?: string; email?: string; push?: boolean }
  'alert.cancel': { alertId: string }
  /** A filled form of a page. */
  request: { kind: RequestKind; fields: Record<string, string> }
}

export type EntryKind = keyof Bodies

/** Describes a request that has to reach the service. */
export interface Entry<K extends EntryKind = EntryKind> {
  /** Random. Also the Idempotency-Key of its call, the same for every retry. */
  id: string
  kind: K
  /** Entries of one lane are sent one after another in order; lanes are independent. */
  lane: string
  body: Bodies[K]
  /** ms, by the clock of the device */
  putOn: number
  /** Attempts that failed. */
  tries: number
  /** ms; not sent earlier, except when the user asks. */
  notBefore: number
  /** Needs attention: shown with Retry and Delete. Later entries of its lane continue unless they depend on it. */
  parked?: { code: ErrorCode; since: number }
  /** The database did not store it: it would be lost with the page. */
  volatile?: true
}

/** Describes an entry of any kind; `kind` discriminates the body. */
export type AnyEntry = { [K in EntryKind]: Entry<K> }[EntryKind]

/** Describes the final state of an entry. */
export type Outcome =
  | { type: 'done'; answer?: unknown }
  | { type: 'parked'; code: ErrorCode }
  | { type: 'dropped' }

export interface SenderContext {
  signal: AbortSignal
  /** Share of the bytes that were sent, 0 to 1. */
  onProgress(share: number): void
}

/**
 * Sends one entry to the service. Resolves with the answer (plain data) after its effect is stored on the device;
 * throws what `src/lib/api.ts` throws. Must be idempotent for the same entry.
 */
export type Sender<K extends EntryKind> = (entry: Entry<K>, context: SenderContext) => Promise<unknown>

export type Senders = { [K in EntryKind]: Sender<K> }

/** Queues requests to the service, sent by page or worker, one sender at a time. */
export interface Outbox {
  /**
   * Resolves after read-back, then starts a flush. Idempotent by id. With `afterInMs` the entry can be taken back by
   * `drop` for this long, or sent earlier by `retry`.
   *
   * @throws ApiError DeviceFull, MemoryLost
   */
  put<K extends EntryKind>(
    kind: K,
    lane: string,
    body: Bodies[K],
    options?: { id?: string; afterInMs?: number },
  ): Promise<Entry<K>>
  /** Returns all unsent entries in the order they were put. */
  entries(): Promise<AnyEntry[]>
  /** Called by the user: deletes the entry, and a selfie's bytes with it. */
  drop(id: string): Promise<void>
  /** Called by the user: retries now. */
  retry(id: string): Promise<void>
  /** Sends the entries that are due; resolves when none is. `now` skips the waits of entries that only lacked a network. */
  flush(options?: { now?: boolean }): Promise<void>
  /** Resolves when the entry was answered or parked, on any thread. */
  waitForOutcome(id: string, signal?: AbortSignal): Promise<Outcome>
  /** Calls back when entries changed, on this thread or another. */
  onChange(listener: () => void): () => void
  onProgress(listener: (id: string, share: number) => void): () => void
}
