import { getPreorderDetails } from '../../../contract/preorders.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { findOrder, type PackagePhotos, presentItems } from '../orders/index.ts'
import { publish, publishJob } from './publish.ts'

export { closePreorders, openPreorders, PreordersRefused } from './open.ts'
export { publishPreorders } from './publish.ts'

/** Packages that were bought before there were photos. A preorder's id is its order's. */
export function createPreordersFeature(ground: Ground, ports: { finder: PackagePhotos }): Feature {
  return {
    jobs: { [publishJob]: publish },
    routes: (app) => {
      handle(app, getPreorderDetails, async (context, { params }) => {
        const order = await findOrder(context, params.preorderId)
        if (!order?.preorder) throw new Failure('PreorderNotFound')
        const { catalogId, state, email, number } = order
        const items = await presentItems(context, ground, ports.finder, order)
        return { catalogId, state, email, number, items }
      })
    },
  }
}
