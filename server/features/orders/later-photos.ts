import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findEvent } from '../events/index.ts'
import { extendSelfieLifetime } from '../recognition/index.ts'
import { buildDelivery, isPackage, type PackagePhotos } from './delivery.ts'
import type { FrameToMake } from './file-sources.ts'
import { findOrder, findOrderItems, isDelivered, isPrepaid, type OrderItemRow } from './store.ts'

const hourInMs = 60 * 60_000
/** Intervals of searches: most photos arrive within hours of the race, the last ones within two weeks. */
const gapsInHours = [1, 1, 2, 4, 8, 12, 24, 24, 24, 48, 48, 72, 72]

/** Payload of a search job. `eventId` is absent in jobs of an earlier release and in additional searches. */
const Task = z.object({ orderId: z.string(), eventId: z.optional(z.string()), round: z.int() })
type Task = z.infer<typeof Task>
const FramesMadeTask = z.object({ orderId: z.string() })

/** Lifetime of a selfie from the first search on; ends after the last one. */
const selfieLifetimeInMs = (gapsInHours.reduce((sum, gapInHours) => sum + gapInHours) + 1) * hourInMs

/**
 * Schedules the first search for later photos in each event of which an order holds a package that may grow. Extends the
 * lifetime of its selfie until the last search, because later photos cannot be found without it.
 */
export async function scheduleSearches(context: Context, orderId: string): Promise<void> {
  const packages = (await findOrderItems(context, orderId)).filter(isPackage)
  for (const eventId of new Set(packages.map((item) => item.eventId))) {
    // For orders placed before the race, the searches begin at its start.
    const event = await findEvent(context, eventId)
    const begin = new Date(Math.max(context.now.getTime(), event?.startsOn.getTime() ?? 0))
    const until = new Date(begin.getTime() + selfieLifetimeInMs)
    for (const { subject } of packages.filter((item) => item.eventId === eventId))
      if (subject?.kind === 'face') await extendSelfieLifetime(context, subject.selfieId, until)
    await scheduleNextSearch({ ...context, now: begin }, { orderId, eventId, round: 0 })
  }
}

/** Searches for later photos of a bought package, and schedules one letter about each new batch of them. Runs as a job. */
export async function searchMorePhotos(
  context: Context,
  finder: PackagePhotos,
  payload: unknown,
): Promise<void> {
  const task = z.parse(Task, payload)
  if (!(await announceMorePhotos(context, finder, task.orderId))) return
  await scheduleNextSearch(context, { ...task, round: task.round + 1 })
}

/** Schedules an additional search for photos of an order now; once per `reason`. */
export async function scheduleSearchNow(context: Context, orderId: string, reason: string): Promise<void> {
  await enqueue(context, {
    kind: 'orders.look-for-more',
    key: `${orderId}:${reason}`,
    payload: { orderId, round: gapsInHours.length },
  })
}

/**
 * Sends the letter of the purchase, or after it one about later photos. Runs as a job when all framed photos of an order are
 * ready.
 */
export async function handleFramesMade(
  context: Context,
  finder: PackagePhotos,
  payload: unknown,
): Promise<void> {
  const { orderId } = z.parse(FramesMadeTask, payload)
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return
  const packages = (await findOrderItems(context, orderId)).filter(isPackage)
  // Frames of later photos may be made when the job of the first letter is no longer stored, so its key does not suffice.
  if (packages.length === 0 || !isPurchaseAnnounced(packages))
    await enqueue(context, { kind: 'mailing.order-completed', key: orderId, payload: { orderId } })
  await announceMorePhotos(context, finder, orderId)
}

/** Returns whether the letter of the purchase has announced all packages of an order. */
const isPurchaseAnnounced = (packages: readonly OrderItemRow[]) =>
  packages.every(({ firstCount }) => firstCount !== null)

/**
 * Schedules a letter when there are unannounced photos; photos that need a frame are framed first.
 *
 * @returns whether the order is delivered at all
 */
async function announceMorePhotos(
  context: Context,
  finder: PackagePhotos,
  orderId: string,
): Promise<boolean> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return false
  const items = (await findOrderItems(context, orderId)).filter(isPackage)
  const { files, framesToMake } = await buildDelivery(context, finder, items)
  const prepaidItemIds = new Set(items.flatMap((item) => (isPrepaid(order, item) ? [item.id] : [])))
  if (framesToMake.length > 0) await scheduleFrames(context, orderId, framesToMake)
  else if (files.some(({ orderItemId }) => prepaidItemIds.has(orderItemId)))
    await scheduleSettlementReceipt(context, orderId)
  // The letter of the purchase is sent first.
  const mayAnnounce = framesToMake.length === 0 && isPurchaseAnnounced(items)
  if (mayAnnounce && files.some((file) => file.isUnannounced)) {
    const key = `${orderId}:${computeLetterNumber(items, files.length)}`
    await enqueue(context, { kind: 'mailing.more-photos', key, payload: { orderId } })
  }
  return true
}

/**
 * Schedules the settlement receipt of a pre-order once the first photos of a prepaid package are delivered, where the tenant
 * sends cash receipts. It covers all prepaid packages: one that stays empty is refunded as a full payment.
 */
async function scheduleSettlementReceipt(context: Context, orderId: string): Promise<void> {
  if (!context.tenant.fiscalReceipts) return
  await enqueue(context, { kind: 'payments.settle-prepayment', key: orderId, payload: { orderId } })
}

/** Schedules the painting of an order's missing framed photos; idempotent for the same photos. */
export async function scheduleFrames(
  context: Context,
  orderId: string,
  framesToMake: readonly FrameToMake[],
): Promise<void> {
  const frameKeys = framesToMake.map(({ photoId, frameId }) => `${photoId} ${frameId}`).toSorted()
  const chain = sha256(frameKeys.join())
  await enqueue(context, {
    kind: 'frame.make-ordered',
    key: `${orderId}:${chain}`,
    payload: { orderId, chain },
  })
}

/** Returns a number for the idempotency key of a letter; it grows with the announced photos. */
const computeLetterNumber = (items: readonly OrderItemRow[], files: number) =>
  items.reduce((sum, { toldCount }) => sum + toldCount, files)

async function scheduleNextSearch(context: Context, task: Task): Promise<void> {
  const { orderId, eventId, round } = task
  const gapInHours = gapsInHours[round]
  if (gapInHours === undefined) return
  await enqueue(context, {
    kind: 'orders.look-for-more',
    key: eventId === undefined ? `${orderId}:${round}` : `${orderId}:${eventId}:${round}`,
    payload: task,
    runAt: new Date(context.now.getTime() + gapInHours * hourInMs),
  })
}
