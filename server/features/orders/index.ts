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
import type { Context } from '../../platform/context.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findEvent, findEventsByIds } from '../events/index.ts'
import { type Authenticator, requireIdentity } from '../identity/index.ts'
import { reclaimPromos, releasePromos } from '../promo/index.ts'
import { authorizeOrder, getVisibleEmail } from './access/authorize.ts'
import { redeemReturn } from './access/bank-returns.ts'
import { isValidOrderKey } from './access/order-keys.ts'
import { addDevice } from './access/store.ts'
import { isFramed, isGift, type PackagePhotos } from './delivery.ts'
import { serveFiles } from './files.ts'
import { issueOrderGifts, voidOrderGifts } from './gifts.ts'
import { handleFramesMade, scheduleSearches, searchMorePhotos } from './later-photos.ts'
import { correctEmail, resendLetter } from './letters.ts'
import { openPicture, removePicture, removePictureJob } from './pictures.ts'
import type { Shrinker } from './ports.ts'
import { type FindAmountsToPay, type FindRefunds, presentItems, presentOrder } from './present.ts'
import {
  findOrder,
  findOrderItems,
  findOrdersByOwner,
  lockOrder,
  markWithdrawn,
  setOrderState,
} from './store.ts'

export { type AccessServices, authorizeOrder, getVisibleEmail } from './access/authorize.ts'
export { createReturnUrl } from './access/bank-returns.ts'
export { maskEmail } from './access/mask-email.ts'
export { buildOrderUrl, createOrderKey } from './access/order-keys.ts'
export { findAccessibleOrders } from './access/store.ts'
export {
  arePhotosBought,
  type BuyerFilter,
  findBoughtItems,
  findBoughtPhotoIds,
} from './bought-store.ts'
export {
  buildDelivery,
  type DeliveredFile,
  findDeliveredFiles,
  findFramesToMake,
  isFramed,
  isGift,
  isPackage,
  type PackagePhotos,
} from './delivery.ts'
export { findItemTitles } from './file-sources.ts'
export { buildPermanentPath, createFileLink } from './files.ts'
export { findItemGiftCodes } from './gifts.ts'
export { scheduleSearchNow } from './later-photos.ts'
export { type OrderedItem, placeOrder } from './place-order.ts'
export type { Shrinker } from './ports.ts'
export { presentItems } from './present.ts'
export {
  findGiftsOfDevice,
  findLastBuyer,
  findOrder,
  findOrderByNumber,
  findOrderItems,
  findPreordersOfEvent,
  hasGiftOrders,
  isDelivered,
  isPrepaid,
  isSelfieOfPackage,
  lockOrder,
  type OrderItemRow,
  type OrderRow,
  setAnnouncedCount,
  setEmailRefused,
} from './store.ts'

/**
 * Creates the feature for orders and their files. Calls about an order are authorized by {@link authorizeOrder}; the list of an
 * account's orders requires its sign-in.
 */
export function createOrdersFeature(
  services: Services,
  ports: {
    finder: PackagePhotos
    callers: Authenticator
    findAmountsToPay: FindAmountsToPay
    findRefunds: FindRefunds
    shrinker: Shrinker
  },
): Feature {
  const { config, objects } = services
  const access = { config, callers: ports.callers }
  const pictureServices = { config, objects, shrinker: ports.shrinker }
  return {
    jobs: {
      'orders.look-for-more': (context, payload) => searchMorePhotos(context, ports.finder, payload),
      'orders.frames-made': (context, payload) => handleFramesMade(context, ports.finder, payload),
      [removePictureJob]: (_context, payload) => removePicture(services, payload),
    },
    routes: (app) => {
      registerCall(app, getOrder, async (context, input) => {
        const order = await authorizeOrder(context, access, input, input.params.orderId, { mayClaim: false })
        const amounts = await ports.findAmountsToPay(context, [order])
        const refunds = await ports.findRefunds(context, [order.invoiceId])
        const event = await findEvent(context, order.eventId)
        const amountToPay = amounts.get(order.invoiceId)
        return presentOrder({ ...order, email: getVisibleEmail(order) }, { refunds, amountToPay, event })
      })
      registerCall(app, addOrderDevice, async (context, { params, body, request }) => {
        const order = await findOrder(context, params.orderId)
        const key = { purpose: 'order', value: body.key } as const
        if (!order || !isValidOrderKey(context, services, order, key)) throw new Failure('OrderNotFound')
        const deviceHash = readDeviceHash(request)
        if (deviceHash === undefined)
          throw new Failure('ValidationFailed', {
            fields: [{ field: deviceHeader, code: 'Invalid', message: 'the key of the device is missing' }],
          })
        await addDevice(context, order.id, deviceHash)
        return undefined
      })
      registerCall(app, listOrders, async (context, input) => {
        const { subject, verifiedEmail } = await requireIdentity(ports.callers, context, input)
        const { rows, total } = await findOrdersByOwner(
          context,
          { owner: subject, verifiedEmail },
          input.query,
        )
        const refunds = await ports.findRefunds(
          context,
          rows.map(({ invoiceId }) => invoiceId),
        )
        const amounts = await ports.findAmountsToPay(context, rows)
        const events = await findEventsByIds(context, rows)
        const items = rows.map((row) =>
          presentOrder(row, {
            refunds: refunds.filter(({ invoiceId }) => invoiceId === row.invoiceId),
            amountToPay: amounts.get(row.invoiceId),
            event: events.get(row.eventId),
          }),
        )
        return { items, count: items.length, total }
      })
      registerCall(app, listOrderItems, async (context, input) => {
        const order = await authorizeOrder(context, access, input, input.params.orderId)
        // file names are unique within the order, so all items are presented
        return paginate(await presentItems(context, services, ports.finder, order), input.query)
      })
      registerCall(app, getPicture, async (context, { params, request, reply }) => {
        const key = await openPicture(context, pictureServices, params.picture)
        // Not cached: after a refund no copy remains on the way or on the device.
        return sendObject(request, reply, objects, key, { cacheControl: 'no-store' })
      })
      registerCall(app, sendLetterAgainCall, async (context, input) => {
        const { orderId } = input.params
        await resendLetter(context, orderId, () => authorizeOrder(context, access, input, orderId))
        return undefined
      })
      registerCall(app, correctEmailCall, async (context, input) => {
        const order = await authorizeOrder(context, access, input, input.params.orderId)
        await correctEmail(context, order, input.body.email)
        return undefined
      })
      registerCall(app, openReturnCall, (context, { body, request }) =>
        redeemReturn(context, services, body.handle, readDeviceHash(request)),
      )
      serveFiles(app, services, ports)
    },
  }
}

/** Cancels an unpaid order and releases its codes, in the transaction that ends its invoice. */
export async function cancelOrder(context: Context, orderId: string): Promise<void> {
  const order = await lockOrder(context, orderId)
  if (order?.state !== 'AwaitingPayment') return
  await setOrderState(context, orderId, { state: 'Canceled', completedOn: null })
  await releasePromos(context, orderId)
}

/**
 * Completes an order once its invoice is paid, in the same transaction. Schedules its follow-up jobs: gift codes, gifts, frames, the
 * mail, and the receipt when money was paid. Idempotent. An order that was canceled before its money arrived is completed too.
 */
export async function completeOrder(context: Context, orderId: string): Promise<void> {
  const order = await lockOrder(context, orderId)
  if (!order || order.state === 'Completed') return
  await setOrderState(context, orderId, { state: 'Completed', completedOn: context.now })
  if (order.state === 'Canceled') await reclaimPromos(context, orderId)
  await issueOrderGifts(context, orderId)
  const items = await findOrderItems(context, orderId)
  const hasGifts = items.some(isGift)
  if (hasGifts) await enqueue(context, { kind: 'photo-gifts.deliver', key: orderId, payload: { orderId } })
  // The letter is mailed when the framed photos are ready, or the gifts delivered.
  if (items.some(isFramed))
    await enqueue(context, { kind: 'frame.make-ordered', key: orderId, payload: { orderId } })
  else if (!hasGifts)
    await enqueue(context, { kind: 'mailing.order-completed', key: orderId, payload: { orderId } })
  await scheduleSearches(context, orderId)
  if (order.totalAmount > 0) {
    const { invoiceId } = order
    await enqueue(context, { kind: 'receipts.write', key: invoiceId, payload: { orderId, invoiceId } })
  }
}

/**
 * Ends the delivery of an order, in the transaction of its full refund. Photos that it has given are not delivered either.
 * Bought gift codes are voided, codes used for the order become usable again, and a job deletes its archives.
 */
export async function withdrawOrder(context: Context, orderId: string): Promise<void> {
  for (const id of await markWithdrawn(context, orderId))
    await enqueue(context, { kind: 'archives.withdraw', key: id, payload: { orderId: id } })
  await voidOrderGifts(context, orderId)
  await releasePromos(context, orderId)
}
