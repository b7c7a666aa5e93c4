import { type Context, inTransaction } from '../../platform/context.ts'
import { setPreorderDiscount } from '../catalog/index.ts'
import { type EventRow, setEventSwitches } from '../events/index.ts'
import { countPhotos } from '../photos/index.ts'

/** Pre-orders cannot be taken. */
export class PreordersRefused extends Error {
  override readonly name = 'PreordersRefused'
}

/**
 * Sells the packages of an event in advance, unseen and cheaper.
 *
 * @param percent off the usual price
 * @throws PreordersRefused when its photos are there already
 */
export async function openPreorders(context: Context, event: EventRow, percent: number): Promise<void> {
  const { Ready: photos } = await countPhotos(context, event.id)
  if (photos > 0) throw new PreordersRefused(`${photos} photos of the event are there already`)
  await inTransaction(context, async (inside) => {
    await setPreorderDiscount(inside, event.catalogId, percent)
    await setEventSwitches(inside, event.id, { preorder: true })
  })
}

/** Sells at the usual price again, to whoever is on a photo; what was bought in advance is delivered all the same. */
export async function closePreorders(context: Context, event: EventRow): Promise<void> {
  await setEventSwitches(context, event.id, { preorder: false })
}
