import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { keepSelfieUntil } from '../recognition/index.ts'
import { filesOfItems, isPackage, type PackagePhotos } from './deliver.ts'
import { findOrder, findOrderItems, isDelivered, type OrderItemRow } from './store.ts'

const hourInMs = 60 * 60_000
/** Most photos come within hours of the race, the last ones within two weeks. */
const gapsInHours = [1, 1, 2, 4, 8, 12, 24, 24, 24, 48, 48, 72, 72]

const Task = z.object({ orderId: z.string(), round: z.int() })

/** After the last look. */
const selfieNeededForInMs = (gapsInHours.reduce((sum, gap) => sum + gap) + 1) * hourInMs

/**
 * Puts the first look for later photos in line, when an order holds a package that may grow, and keeps the selfie that
 * it was found by until the last one: else no later photo would be found.
 */
export async function lookForMoreLater(context: Context, orderId: string): Promise<void> {
  const packages = (await findOrderItems(context, orderId)).filter(isPackage)
  if (packages.length === 0) return
  const until = new Date(context.now.getTime() + selfieNeededForInMs)
  for (const { subject } of packages)
    if (subject?.kind === 'face') await keepSelfieUntil(context, subject.selfieId, until)
  await lookAgain(context, orderId, 0)
}

/** A job: looks whether photos of a bought package have come since, and has the buyer told of them once. */
export async function lookForMore(context: Context, finder: PackagePhotos, payload: unknown): Promise<void> {
  const { orderId, round } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return
  const items = (await findOrderItems(context, orderId)).filter(isPackage)
  const files = await filesOfItems(context, finder, items)
  // the letter of the purchase comes first
  const isTold = items.every(({ firstCount }) => firstCount !== null)
  if (isTold && files.some((file) => file.isUntold)) {
    const key = `${orderId}:${totalOf(items, files.length)}`
    await enqueue(context, { kind: 'mailing.more-photos', key, payload: { orderId } })
  }
  await lookAgain(context, orderId, round + 1)
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
