import { deviceHeader } from '../../../contract/call.ts'
import {
  addOrderDevice,
  correctEmail as correctEmailCall,
  getOrder,
  getPicture,
  listOrderItems,
  listOrders,
  openReturn as openReturnCall,
  sendLetterAgain as sendLetterAgainCall,
} from '../../../contract/orders.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { handle } from '../../platform/http/handle.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findEvent, findEventsByIds } from '../events/index.ts'
import { type Callers, mustBeSignedIn } from '../identity/index.ts'
import { authorizeOrder, visibleEmail } from './access/authorize.ts'
import { isKeyOfOrder } from './access/order-keys.ts'
import { openReturn } from './access/returns.ts'
import { addDevice } from './access/store.ts'
import type { PackagePhotos } from './deliver.ts'
import { serveFiles } from './files.ts'
import { correctEmail, sendLetterAgain } from './letters.ts'
import { lookForMore, noteFramesMade } from './more-photos.ts'
import { forgetPicture, forgetPictures, openPicture } from './pictures.ts'
import type { Shrinker } from './ports.ts'
import { presentItems, presentOrder, type SumsToPay } from './present.ts'
import { findOrder, findOrdersByOwner, refundsOfInvoices, refundsToTell } from './store.ts'

export { type AccessServices, authorizeOrder, visibleEmail } from './access/authorize.ts'
export { maskEmail } from './access/mask-email.ts'
export { addressForLetter, keyForOrder } from './access/order-keys.ts'
export { addressOfReturn } from './access/returns.ts'
export { findOpenOrders } from './access/store.ts'
export { cancelOrder } from './cancel.ts'
export { completeOrder } from './complete.ts'
export {
  buildDelivery,
  type DeliveredFile,
  filesOfItems,
  framesToMake,
  isPackage,
  type PackagePhotos,
} from './deliver.ts'
export { titlesOfItems } from './file-sources.ts'
export { lastingPath, linkTo } from './files.ts'
export { codesOfItems } from './gifts.ts'
export { lookForMoreNow } from './more-photos.ts'
export { type OrderedItem, placeOrder } from './place-order.ts'
export type { Shrinker } from './ports.ts'
export { presentItems } from './present.ts'
export {
  type BoughtBy,
  findBought,
  findOrder,
  findOrderByNumber,
  findOrderItems,
  isDelivered,
  isPrepaid,
  type OrderItemRow,
  type OrderRow,
  preordersOfEvent,
  refundsOfInvoices,
  setEmailRefused,
  setTold,
} from './store.ts'
export { withdrawOrder } from './withdraw.ts'

/** Limits the letters of an order: prevents flooding a foreign mailbox through an order with its address. */
const lettersOfAnOrder = {
  rateLimit: {
    max: 5,
    timeWindowInMs: 60 * 60_000,
    getKey: ({ params }: { params: unknown }) => (params as { orderId: string }).orderId,
  },
}

/**
 * Creates the feature for orders and their files. Calls about an order are authorized by {@link authorizeOrder}; the list of an
 * account's orders requires its sign-in.
 */
export function createOrdersFeature(
  services: Services,
  ports: { finder: PackagePhotos; callers: Callers; sumsToPay: SumsToPay; shrinker: Shrinker },
): Feature {
  const { config, objects } = services
  const access = { config, callers: ports.callers }
  const pictureParts = { config, objects, shrinker: ports.shrinker }
  return {
    jobs: {
      'orders.look-for-more': (context, payload) => lookForMore(context, ports.finder, payload),
      'orders.frames-made': (context, payload) => noteFramesMade(context, ports.finder, payload),
      [forgetPictures]: (_context, payload) => forgetPicture(services, payload),
    },
    routes: (app) => {
      handle(app, getOrder, async (context, input) => {
        const order = await authorizeOrder(context, access, input, input.params.orderId, { mayClaim: false })
        const sums = await ports.sumsToPay(context, [order])
        const refunds = await refundsToTell(context, order.invoiceId)
        const event = await findEvent(context, order.eventId)
        const sum = sums.get(order.invoiceId)
        return presentOrder({ ...order, email: visibleEmail(order) }, { refunds, sum, event })
      })
      handle(app, addOrderDevice, async (context, { params, body, request }) => {
        const order = await findOrder(context, params.orderId)
        const key = { purpose: 'order', value: body.key } as const
        if (!order || !isKeyOfOrder(context, services, order, key)) throw new Failure('OrderNotFound')
        const deviceHash = readDeviceHash(request)
        if (deviceHash === undefined)
          throw new Failure('ValidationFailed', {
            fields: [{ field: deviceHeader, code: 'Invalid', message: 'the key of the device is missing' }],
          })
        await addDevice(context, order.id, deviceHash)
        return undefined
      })
      handle(app, listOrders, async (context, input) => {
        const { subject, verifiedEmail } = await mustBeSignedIn(ports.callers, context, input)
        const { rows, total } = await findOrdersByOwner(
          context,
          { owner: subject, verifiedEmail },
          input.query,
        )
        const refunds = await refundsOfInvoices(
          context,
          rows.map(({ invoiceId }) => invoiceId),
        )
        const sums = await ports.sumsToPay(context, rows)
        const events = await findEventsByIds(context, rows)
        const items = rows.map((row) =>
          presentOrder(row, {
            refunds: refunds.filter(({ invoiceId }) => invoiceId === row.invoiceId),
            sum: sums.get(row.invoiceId),
            event: events.get(row.eventId),
          }),
        )
        return { items, count: items.length, total }
      })
      handle(app, listOrderItems, async (context, input) => {
        const order = await authorizeOrder(context, access, input, input.params.orderId)
        // file names are unique within the order, so all items are presented
        return paginate(await presentItems(context, services, ports.finder, order), input.query)
      })
      handle(app, getPicture, async (context, { params, request, reply }) => {
        const key = await openPicture(context, pictureParts, params.picture)
        // Not cached: after a refund no copy remains on the way or on the device.
        return sendObject(request, reply, objects, key, { cacheControl: 'no-store' })
      })
      handle(
        app,
        sendLetterAgainCall,
        async (context, input) => {
          const { orderId } = input.params
          await sendLetterAgain(context, orderId, () => authorizeOrder(context, access, input, orderId))
          return undefined
        },
        lettersOfAnOrder,
      )
      handle(
        app,
        correctEmailCall,
        async (context, input) => {
          const order = await authorizeOrder(context, access, input, input.params.orderId)
          await correctEmail(context, order, input.body.email)
          return undefined
        },
        lettersOfAnOrder,
      )
      handle(app, openReturnCall, (context, { body, request }) =>
        openReturn(context, services, body.handle, readDeviceHash(request)),
      )
      serveFiles(app, services, ports)
    },
  }
}
