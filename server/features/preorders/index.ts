import { getPreorderDetails } from '../../../contract/preorders.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findOrder, type PackagePhotos, presentItems } from '../orders/index.ts'
import { publish, publishJob } from './publish.ts'

export { closePreorders, openPreorders, PreordersRefused } from './open.ts'
export { publishPreorders } from './publish.ts'

/** Creates the feature for packages bought before there are photos. A preorder's id is that of its order. */
export function createPreordersFeature(services: Services, ports: { finder: PackagePhotos }): Feature {
  return {
    jobs: { [publishJob]: publish },
    routes: (app) => {
      handle(app, getPreorderDetails, async (context, { params }) => {
        const order = await findOrder(context, params.preorderId)
        if (!order?.preorder) throw new Failure('PreorderNotFound')
        const { catalogId, state, email, number } = order
        const items = await presentItems(context, services, ports.finder, order)
        return { catalogId, state, email, number, items }
      })
    },
  }
}
