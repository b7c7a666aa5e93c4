import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findEvent } from '../events/index.ts'
import { keepSelfieUntil } from '../recognition/index.ts'
import { deliveryOf, isPackage, type PackagePhotos } from './deliver.ts'
import type { FrameToMake } from './file-sources.ts'
import { findOrder, findOrderItems, isDelivered, type OrderItemRow } from './store.ts'

const hourInMs = 60 * 60_000
/** Most photos come within hours of the race, the last ones within two weeks. */
const gapsInHours = [1, 1, 2, 4, 8, 12, 24, 24, 24, 48, 48, 72, 72]

const Task = z.object({ orderId: z.string(), round: z.int() })
const Made = z.object({ orderId: z.string() })

/** After the last look. */
const selfieNeededForInMs = (gapsInHours.reduce((sum, gap) => sum + gap) + 1) * hourInMs

/**
 * Puts the first look for later photos in line, when an order holds a package that may grow, and keeps the selfie that
 * it was found by until the last one: else no later photo would be found.
 */
export async function lookForMoreLater(context: Context, orderId: string): Promise<void> {
  const packages = (await findOrderItems(context, orderId)).filter(isPackage)
  if (packages.length === 0) return
  // what is bought before the race comes after it
  const event = await findEvent(context, packages[0]?.eventId ?? '')
  const begin = new Date(Math.max(context.now.getTime(), event?.startsOn.getTime() ?? 0))
  const until = new Date(begin.getTime() + selfieNeededForInMs)
  for (const { subject } of packages)
    if (subject?.kind === 'face') await keepSelfieUntil(context, subject.selfieId, until)
  await lookAgain({ ...context, now: begin }, orderId, 0)
}

/** A job: looks whether photos of a bought package have come since, and has the buyer told of them once. */
export async function lookForMore(context: Context, finder: PackagePhotos, payload: unknown): Promise<void> {
  const { orderId, round } = z.parse(Task, payload)
  if (!(await tellOfMore(context, finder, orderId))) return
  await lookAgain(context, orderId, round + 1)
}

/** Looks for photos of an order now, out of turn; for the same `reason` once. */
export async function lookForMoreNow(context: Context, orderId: string, reason: string): Promise<void> {
  await enqueue(context, {
    kind: 'orders.look-for-more',
    key: `${orderId}:${reason}`,
    payload: { orderId, round: gapsInHours.length },
  })
}

/** A job: everything of an order is in its frame; the letter of the purchase goes, or after it one of later photos. */
export async function noteFramesMade(
  context: Context,
  finder: PackagePhotos,
  payload: unknown,
): Promise<void> {
  const { orderId } = z.parse(Made, payload)
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return
  await enqueue(context, { kind: 'mailing.order-completed', key: orderId, payload: { orderId } })
  await tellOfMore(context, finder, orderId)
}

/**
 * Puts a letter in line when there are photos that none has told of; those that want a frame get it first.
 *
 * @returns whether the order is delivered at all
 */
async function tellOfMore(context: Context, finder: PackagePhotos, orderId: string): Promise<boolean> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return false
  const items = (await findOrderItems(context, orderId)).filter(isPackage)
  const { files, toMake } = await deliveryOf(context, finder, items)
  // the letter of the purchase comes first
  const isTold = items.every(({ firstCount }) => firstCount !== null)
  if (toMake.length > 0) await makeFrames(context, orderId, toMake)
  else if (isTold && files.some((file) => file.isUntold)) {
    const key = `${orderId}:${totalOf(items, files.length)}`
    await enqueue(context, { kind: 'mailing.more-photos', key, payload: { orderId } })
  }
  return true
}

/** Has what an order lacks put into frames; asking again for the same does nothing. */
export async function makeFrames(
  context: Context,
  orderId: string,
  toMake: readonly FrameToMake[],
): Promise<void> {
  const what = toMake.map(({ photoId, frameId }) => `${photoId} ${frameId}`).toSorted()
  await enqueue(context, {
    kind: 'frame.make-ordered',
    key: `${orderId}:${sha256(what.join())}`,
    payload: { orderId },
  })
}

/** Distinguishes one letter from the next: it grows with what is told. */
const totalOf = (items: readonly OrderItemRow[], files: number) =>
  items.reduce((sum, { toldCount }) => sum + toldCount, files)

async function lookAgain(context: Context, orderId: string, round: number): Promise<void> {
  const gapInHours = gapsInHours[round]
  if (gapInHours === undefined) return
  await enqueue(context, {
    kind: 'orders.look-for-more',
    key: `${orderId}:${round}`,
    payload: { orderId, round },
    runAt: new Date(context.now.getTime() + gapInHours * hourInMs),
  })
}
