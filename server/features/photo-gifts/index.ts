import { listGifts } from '../../../contract/orders.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature } from '../../platform/services.ts'
import { findGiftsOfDevice } from '../orders/index.ts'
import { deliverGifts, deliverGiftsJob } from './deliver-gifts.ts'

/**
 * Creates the feature by which visitors of a shared link give its photos to the runner. The giver has the order that was paid,
 * the runner one that costs nothing and delivers the files. Neither order shows the other's e-mail address.
 */
export function createPhotoGiftsFeature(): Feature {
  return {
    jobs: { [deliverGiftsJob]: deliverGifts },
    routes: (app) => {
      registerCall(app, listGifts, async (context, { query, request }) => {
        const { eventId } = query
        const deviceHash = readDeviceHash(request)
        const orderIds =
          deviceHash === undefined ? [] : await findGiftsOfDevice(context, { deviceHash, eventId })
        return paginate(
          orderIds.map((orderId) => ({ orderId })),
          query,
        )
      })
    },
  }
}
