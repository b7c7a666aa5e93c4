import { getPreorderDetails } from '../../../contract/preorders.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { Callers } from '../identity/index.ts'
import { authorizeOrder, type PackagePhotos, presentItems, visibleEmail } from '../orders/index.ts'
import { publish, publishJob } from './publish.ts'

export { closePreorders, openPreorders, PreordersRefused } from './open.ts'
export { publishPreorders } from './publish.ts'

/** Creates the feature for packages bought before there are photos. A preorder's id is that of its order. */
export function createPreordersFeature(
  services: Services,
  ports: { finder: PackagePhotos; callers: Callers },
): Feature {
  const access = { config: services.config, callers: ports.callers }
  return {
    jobs: { [publishJob]: publish },
    routes: (app) => {
      handle(app, getPreorderDetails, async (context, input) => {
        const refusal = 'PreorderNotFound'
        const order = await authorizeOrder(context, access, input, input.params.preorderId, { refusal })
        if (!order.preorder) throw new Failure(refusal)
        const { catalogId, state, number } = order
        const items = await presentItems(context, services, ports.finder, order)
        return { catalogId, state, email: visibleEmail(order), number, items }
      })
    },
  }
}
