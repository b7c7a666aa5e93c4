import { mayGetMorePhotos } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import { findEvent } from '../events/index.ts'
import { presentEvents } from './present.ts'

/**
 * Returns whether a package of an event may still grow: it takes pre-orders, photos are being processed, or the organizer has
 * not closed it.
 */
export async function canEventGetMorePhotos(context: Context, eventId: string): Promise<boolean> {
  const row = await findEvent(context, eventId)
  if (!row) return false
  const [event] = await presentEvents(context, [row])
  return row.switches.preorder === true || (event !== undefined && mayGetMorePhotos(event))
}
