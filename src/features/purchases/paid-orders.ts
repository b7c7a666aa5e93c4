import * as z from 'zod/mini'
import { Money } from '../../../contract/common.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'

/** Describes the content of a paid order of an event, as ids. */
const PaidOrder = z.object({
  orderId: z.string(),
  number: z.string(),
  /** ISO 8601 */
  paidOn: z.string(),
  /** Photos bought one by one, without a frame. */
  singles: z.array(z.string()),
  /** The photos of each package without a frame, as found so far. */
  packages: z.array(z.array(z.string())),
  framed: z.array(z.object({ photoId: z.string(), frameId: z.string() })),
  videos: z.array(z.string()),
  /** Price of each of `singles` by photo id; minor units. */
  paidFor: z.record(z.string(), z.int()),
  /** Price of `singles` together, at most the part of the order that was not refunded. */
  paidForSingles: Money,
  /** Photos bought one by one in a frame; minor units. Absent in entries of earlier versions, as the next field. */
  framedSingles: z.optional(z.array(z.object({ photoId: z.string(), frameId: z.string(), paid: z.int() }))),
  /** The part of the order that was not refunded; minor units. */
  notRefunded: z.optional(z.int()),
  /** Known only from this account's list of orders: counts while the account is signed in. */
  account: z.optional(z.string()),
})
export type PaidOrder = z.infer<typeof PaidOrder>

const lists = new Map<string, Persisted<readonly PaidOrder[]>>()

/** Returns the persisted list of an event's paid orders, the oldest first. */
export function getPersistedOrders(eventId: string): Persisted<readonly PaidOrder[]> {
  const list =
    lists.get(eventId) ??
    persisted<readonly PaidOrder[]>({
      key: `purchases.${eventId}`,
      schema: z.array(PaidOrder),
      initial: [],
      isEmpty: (orders) => orders.length === 0,
    })
  lists.set(eventId, list)
  return list
}

interface OrderReference {
  readonly orderId: string
}

/** Describes a bought package of photos without a frame. */
interface BoughtPackage extends OrderReference {
  readonly number: string
  /** ISO 8601 */
  readonly paidOn: string
  /** Photos of the package found so far. */
  readonly photoIds: readonly string[]
}

/** Describes the purchases of an event. */
export interface Purchases {
  /** Photos without a frame, by id, bought one by one or in a package. */
  readonly photos: ReadonlyMap<string, OrderReference>
  /** Photos in a frame, by the ids of the frame and of the photo. */
  readonly framed: ReadonlyMap<string, ReadonlyMap<string, OrderReference>>
  /** By id. */
  readonly videos: ReadonlyMap<string, OrderReference>
  /** Packages of photos without a frame, the oldest first. */
  readonly packages: readonly BoughtPackage[]
  readonly orderIds: readonly string[]
  /** Amount paid for individually bought photos without a frame, in all orders; undefined when there are none. */
  readonly paidForSingles: Money | undefined
  /**
   * Amount paid for the given photos one by one, without a frame or in the given one; minor units. Each photo counts once.
   * Photos of a bought package are excluded: the package has counted them.
   */
  readonly paidFor: (photoIds: readonly string[], frameId?: string) => number
}

/** Returns the key of a photo, which is a separate item in each frame. */
const toItemKey = (photoId: string, frameId = '') => `${photoId} ${frameId}`

/** Returns the keys of the photos in the packages of an order. */
function getPackageItemKeys({ packages, framed, framedSingles = [] }: PaidOrder): string[] {
  const singles = new Set(framedSingles.map(({ photoId, frameId }) => toItemKey(photoId, frameId)))
  const inFrames = framed.map(({ photoId, frameId }) => toItemKey(photoId, frameId))
  const plain = packages.flat().map((photoId) => toItemKey(photoId))
  return [...plain, ...inFrames.filter((key) => !singles.has(key))]
}

/** Returns the prices of the photos that an order sold one by one, by key. */
function getSinglePhotoPrices({ paidFor, framedSingles = [] }: PaidOrder): { key: string; paid: number }[] {
  const plain = Object.entries(paidFor).map(([photoId, paid]) => ({ key: toItemKey(photoId), paid }))
  const framed = framedSingles.map((each) => ({
    key: toItemKey(each.photoId, each.frameId),
    paid: each.paid,
  }))
  return [...plain, ...framed]
}

/** Merges the orders of an event. */
export function mergeOrders(orders: readonly PaidOrder[]): Purchases {
  const photos = new Map<string, OrderReference>()
  const framed = new Map<string, Map<string, OrderReference>>()
  const videos = new Map<string, OrderReference>()
  let paidForSingles: Money | undefined
  for (const order of orders) {
    const { orderId, paidForSingles: paid } = order
    for (const id of [...order.singles, ...order.packages.flat()]) photos.set(id, { orderId })
    for (const id of order.videos) videos.set(id, { orderId })
    for (const { frameId, photoId } of order.framed) {
      const inFrame = framed.get(frameId) ?? new Map<string, OrderReference>()
      framed.set(frameId, inFrame.set(photoId, { orderId }))
    }
    if (order.singles.length > 0) {
      paidForSingles = { ...paid, amount: paid.amount + (paidForSingles?.amount ?? 0) }
    }
  }
  const packages = orders.flatMap(({ orderId, number, paidOn, packages: orderPackages }) =>
    orderPackages.map((photoIds) => ({ orderId, number, paidOn, photoIds })),
  )
  const inPackages = new Set(orders.flatMap(getPackageItemKeys))
  const paidFor = (photoIds: readonly string[], frameId?: string) => {
    const keys = photoIds.map((photoId) => toItemKey(photoId, frameId)).filter((key) => !inPackages.has(key))
    const uncountedKeys = new Set(keys)
    return orders.reduce((sum, order) => {
      const counted = getSinglePhotoPrices(order).filter(({ key }) => uncountedKeys.delete(key))
      const paid = counted.reduce((all, each) => all + each.paid, 0)
      return sum + Math.min(order.notRefunded ?? order.paidForSingles.amount, paid)
    }, 0)
  }
  const orderIds = orders.map(({ orderId }) => orderId)
  return { photos, framed, videos, packages, orderIds, paidForSingles, paidFor }
}

let lastResult:
  | { orders: readonly PaidOrder[]; subject: string | undefined; purchases: Purchases }
  | undefined

/**
 * Memoizes `mergeOrders`: the same object for the same orders of the same account.
 *
 * @param subject of the signed-in account
 */
export function collectPurchases(orders: readonly PaidOrder[], subject: string | undefined): Purchases {
  if (lastResult?.orders !== orders || lastResult.subject !== subject) {
    const ownOrders = orders.filter(({ account }) => account === undefined || account === subject)
    lastResult = { orders, subject, purchases: mergeOrders(ownOrders) }
  }
  return lastResult.purchases
}

/** Returns the current purchases of an event, of this device and of the signed-in account. */
export function readPurchases(eventId: string): Purchases {
  return collectPurchases(getPersistedOrders(eventId).read(), signedInUser.read()?.subject)
}
