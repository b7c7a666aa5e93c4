import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { deleteOldCarts, deleteOldEmails, isAnyCartOpen } from './store.ts'

const dayInMs = 24 * 60 * 60_000
/** A device deletes its cart a year after its last use; one more day allows for clock differences. */
const keptForInMs = 366 * dayInMs
/** Longer than buyers usually take to return to the checkout. */
const emailKeptForInMs = 30 * dayInMs

export const sweepCarts = 'cart.sweep'

/** Schedules the next day's sweep: one a day as long as open carts exist. */
export async function sweepLater(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 1) * dayInMs)
  await enqueue(context, { kind: sweepCarts, key: runAt.toISOString(), payload: {}, runAt })
}

/**
 * Job: deletes e-mails of carts that were left for 30 days, and carts that no device can return to. Carts that became orders
 * are kept.
 */
export async function purgeExpired(context: Context): Promise<void> {
  await deleteOldEmails(context, new Date(context.now.getTime() - emailKeptForInMs))
  const before = new Date(context.now.getTime() - keptForInMs)
  let gone = 1
  while (gone > 0) gone = await deleteOldCarts(context, before)
  if (await isAnyCartOpen(context)) await sweepLater(context)
}
