import type { Money } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { findEventByAlbum } from '../events/index.ts'
import { paymentTypesFor } from './payment-types.ts'
import type { TakesPayment } from './ports.ts'
import { findAttempts, type PaymentRow } from './store.ts'

/** Describes the current total of an order, in minor units. */
export interface SumToPay {
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

/** Binds {@link sumsToPay} to the banks' capabilities. */
export const createSumsToPay =
  (takes: TakesPayment) =>
  (context: Context, orders: readonly OrderToPay[]): Promise<ReadonlyMap<string, SumToPay>> =>
    sumsToPay(context, takes, orders)

/**
 * Returns the totals of orders. For paid orders: what was paid, without duplicate payments. For unpaid ones: the price by the
 * payment type that was begun last, or else by the first that the event allows.
 *
 * @returns by invoice
 */
async function sumsToPay(
  context: Context,
  takes: TakesPayment,
  orders: readonly OrderToPay[],
): Promise<ReadonlyMap<string, SumToPay>> {
  const attempts = await findAttempts(
    context,
    orders.map(({ invoiceId }) => invoiceId),
  )
  const events = new Map<string, ReturnType<typeof findEventByAlbum>>()
  const sums = new Map<string, SumToPay>()
  for (const order of orders) {
    const own = attempts.filter(({ invoiceId }) => invoiceId === order.invoiceId)
    const paid = own.find(({ state, reviewReason }) => state === 'Succeeded' && reviewReason === null)
    const event = paid ? undefined : (events.get(order.albumId) ?? findEventByAlbum(context, order.albumId))
    if (event) events.set(order.albumId, event)
    const offered = (await event)?.switches.paymentTypes
    sums.set(
      order.invoiceId,
      paid ? toSumToPay(paid) : awaited(context, takes, order, { last: own.at(-1), offered }),
    )
  }
  return sums
}

const toSumToPay = ({ amount, paymentTypeId }: PaymentRow): SumToPay => ({ amount, paymentTypeId })

function awaited(
  context: Context,
  takes: TakesPayment,
  { totalAmount, currencyId }: OrderToPay,
  { last, offered }: { last: PaymentRow | undefined; offered: readonly string[] | undefined },
): SumToPay {
  const types = paymentTypesFor(context, takes, { amount: totalAmount, currencyId }, offered)
  const type = types.find(({ paymentTypeId }) => paymentTypeId === last?.paymentTypeId) ?? types[0]
  return { amount: type?.amountToPay.amount ?? totalAmount, paymentTypeId: last?.paymentTypeId }
}
