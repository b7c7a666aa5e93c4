import type { Money } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { findEventByAlbum } from '../events/index.ts'
import { findPaymentTypes } from './payment-types.ts'
import type { SupportsPayment } from './ports.ts'
import { findAttempts, type PaymentRow } from './store.ts'

/** Describes the current total of an order, in minor units. */
export interface AmountToPay {
  readonly amount: number
  /** Payment type that was used, or last begun. */
  readonly paymentTypeId: string | undefined
}

export interface OrderToPay {
  readonly invoiceId: string
  readonly albumId: string
  readonly totalAmount: number
  readonly currencyId: Money['currencyId']
}

/** Binds {@link findAmountsToPay} to the banks' capabilities. */
export const createAmountsFinder =
  (supportsPayment: SupportsPayment) =>
  (context: Context, orders: readonly OrderToPay[]): Promise<ReadonlyMap<string, AmountToPay>> =>
    findAmountsToPay(context, supportsPayment, orders)

/**
 * Returns the totals of orders. For paid orders: what was paid, without duplicate payments. For unpaid ones: the price by the
 * payment type that was begun last, or else by the first that the event allows.
 *
 * @returns by invoice
 */
async function findAmountsToPay(
  context: Context,
  supportsPayment: SupportsPayment,
  orders: readonly OrderToPay[],
): Promise<ReadonlyMap<string, AmountToPay>> {
  const attempts = await findAttempts(
    context,
    orders.map(({ invoiceId }) => invoiceId),
  )
  const events = new Map<string, ReturnType<typeof findEventByAlbum>>()
  const amounts = new Map<string, AmountToPay>()
  for (const order of orders) {
    const orderAttempts = attempts.filter(({ invoiceId }) => invoiceId === order.invoiceId)
    const paid = orderAttempts.find(
      ({ state, reviewReason }) => state === 'Succeeded' && reviewReason === null,
    )
    const event = paid ? undefined : (events.get(order.albumId) ?? findEventByAlbum(context, order.albumId))
    if (event) events.set(order.albumId, event)
    const allowedTypeIds = (await event)?.switches.paymentTypes
    amounts.set(
      order.invoiceId,
      paid
        ? toAmountToPay(paid)
        : computeUnpaidAmount(context, supportsPayment, order, {
            lastAttempt: orderAttempts.at(-1),
            allowedTypeIds,
          }),
    )
  }
  return amounts
}

const toAmountToPay = ({ amount, paymentTypeId }: PaymentRow): AmountToPay => ({ amount, paymentTypeId })

function computeUnpaidAmount(
  context: Context,
  supportsPayment: SupportsPayment,
  { totalAmount, currencyId }: OrderToPay,
  {
    lastAttempt,
    allowedTypeIds,
  }: { lastAttempt: PaymentRow | undefined; allowedTypeIds: readonly string[] | undefined },
): AmountToPay {
  const types = findPaymentTypes(
    context,
    supportsPayment,
    { amount: totalAmount, currencyId },
    allowedTypeIds,
  )
  const type = types.find(({ paymentTypeId }) => paymentTypeId === lastAttempt?.paymentTypeId) ?? types[0]
  return { amount: type?.amountToPay.amount ?? totalAmount, paymentTypeId: lastAttempt?.paymentTypeId }
}
