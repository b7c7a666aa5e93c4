import { getPreorderDetails } from '../../../contract/preorders.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { Authenticator } from '../identity/index.ts'
import { authorizeOrder, getVisibleEmail, type PackagePhotos, presentItems } from '../orders/index.ts'
import { deliverPreorders, deliverPreordersJob } from './deliver-preorders.ts'

export { publishPreorders } from './deliver-preorders.ts'
export { closePreorders, openPreorders, PreordersRefused } from './open-preorders.ts'

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
