import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { deleteOldCarts, deleteOldEmails, hasOpenCart } from './store.ts'

const dayInMs = 24 * 60 * 60_000
/** Exceeds by one day the year after which a device deletes an unused cart, because clocks differ. */
const cartRetentionInMs = 366 * dayInMs
/** Longer than buyers usually take to return to the checkout. */
const emailRetentionInMs = 30 * dayInMs

export const purgeCartsJob = 'cart.sweep'

/** Schedules the purge of the next day. There is one purge per day while open carts exist. */
export async function scheduleCartPurge(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 1) * dayInMs)
  await enqueue(context, { kind: purgeCartsJob, key: runAt.toISOString(), payload: {}, runAt })
}

/**
 * Deletes e-mails of carts that were left for 30 days, and carts that no device can return to. Runs as a job. Carts that became
 * orders remain.
 */
export async function purgeExpired(context: Context): Promise<void> {
  await deleteOldEmails(context, new Date(context.now.getTime() - emailRetentionInMs))
  const before = new Date(context.now.getTime() - cartRetentionInMs)
  let deletedCount = 1
  while (deletedCount > 0) deletedCount = await deleteOldCarts(context, before)
  if (await hasOpenCart(context)) await scheduleCartPurge(context)
}
