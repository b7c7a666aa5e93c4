import { getPreorderDetails } from '../../../contract/preorders.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { countNoun } from '../../platform/count-noun.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { setPreorderDiscount } from '../catalog/index.ts'
import { type EventRow, setEventSwitches } from '../events/index.ts'
import type { Authenticator } from '../identity/index.ts'
import { authorizeOrder, getVisibleEmail, type PackagePhotos, presentItems } from '../orders/index.ts'
import { countPhotos } from '../photos/index.ts'
import { deliverPreorders, deliverPreordersJob } from './deliver-preorders.ts'

export { publishPreorders } from './deliver-preorders.ts'

/** Creates the feature for packages bought before there are photos. A preorder's id is that of its order. */
export function createPreordersFeature(
  services: Services,
  ports: { finder: PackagePhotos; callers: Authenticator },
): Feature {
  const access = { config: services.config, callers: ports.callers }
  return {
    jobs: { [deliverPreordersJob]: deliverPreorders },
    routes: (app) => {
      registerCall(app, getPreorderDetails, async (context, input) => {
        const refusal = 'PreorderNotFound'
        const order = await authorizeOrder(context, access, input, input.params.preorderId, { refusal })
        if (!order.preorder) throw new Failure(refusal)
        const { catalogId, state, number } = order
        const items = await presentItems(context, services, ports.finder, order)
        return { catalogId, state, email: getVisibleEmail(order), number, items }
      })
    },
  }
}

/** Thrown when pre-orders cannot be opened. */
export class PreordersRefused extends Error {
  override readonly name = 'PreordersRefused'
}

/**
 * Opens pre-orders of an event: its packages are sold before the photos exist, at a discount.
 *
 * @param percent off the regular price
 * @throws PreordersRefused when the event has photos already
 */
export async function openPreorders(context: Context, event: EventRow, percent: number): Promise<void> {
  const { Ready: photos } = await countPhotos(context, event.id)
  if (photos > 0) throw new PreordersRefused(`The event has ${countNoun(photos, 'photo')} already`)
  await inTransaction(context, async (transaction) => {
    await setPreorderDiscount(transaction, event.catalogId, percent)
    await setEventSwitches(transaction, event.id, { preorder: true })
  })
}

/** Closes pre-orders: packages cost the regular price and need photos again. Existing pre-orders are still delivered. */
export async function closePreorders(context: Context, event: EventRow): Promise<void> {
  await setEventSwitches(context, event.id, { preorder: false })
}
