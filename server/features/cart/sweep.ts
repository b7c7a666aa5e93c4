import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { deleteOldCarts, isAnyCartOpen } from './store.ts'

const dayInMs = 24 * 60 * 60_000
/** A device forgets its cart a year after it was last there; the day more is for clocks that differ. */
const keptForInMs = 366 * dayInMs

export const sweepCarts = 'cart.sweep'

/** Puts the next day's sweep in line; there is one a day, as long as there are carts. */
export async function sweepLater(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 1) * dayInMs)
  await enqueue(context, { kind: sweepCarts, key: runAt.toISOString(), payload: {}, runAt })
}

/** A job: forgets carts that no device can come back to. What became an order is never among them. */
export async function sweep(context: Context): Promise<void> {
  const before = new Date(context.now.getTime() - keptForInMs)
  let gone = 1
  while (gone > 0) gone = await deleteOldCarts(context, before)
  if (await isAnyCartOpen(context)) await sweepLater(context)
}
