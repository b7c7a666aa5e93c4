import type { Money } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { findEventByAlbum } from '../events/index.ts'
import { paymentTypesFor } from './payment-types.ts'
import { attemptsOf, type PaymentRow } from './store.ts'

/** What an order comes to now, in minor units. */
export interface SumToPay {
  readonly amount: number
  /** The way it was paid, or was last begun to be. */
  readonly paymentTypeId: string | undefined
}

export interface OrderToPay {
  readonly invoiceId: string
  readonly albumId: string
  readonly totalAmount: number
  readonly currencyId: Money['currencyId']
}

/**
 * What orders come to: what was paid, without what was paid twice; while nothing is, what is to be paid the way that was
 * begun last, or else the first that the event takes.
 *
 * @returns by invoice
 */
export async function sumsToPay(
  context: Context,
  orders: readonly OrderToPay[],
): Promise<ReadonlyMap<string, SumToPay>> {
  const attempts = await attemptsOf(
    context,
    orders.map(({ invoiceId }) => invoiceId),
  )
  const events = new Map<string, ReturnType<typeof findEventByAlbum>>()
  const sums = new Map<string, SumToPay>()
  for (const order of orders) {
    const own = attempts.filter(({ invoiceId }) => invoiceId === order.invoiceId)
    const paid = own.find(({ state, held }) => state === 'Succeeded' && held === null)
    const event = paid ? undefined : (events.get(order.albumId) ?? findEventByAlbum(context, order.albumId))
    if (event) events.set(order.albumId, event)
    const offered = (await event)?.switches.paymentTypes
    sums.set(order.invoiceId, paid ? sumOf(paid) : awaited(context, order, own.at(-1), offered))
  }
  return sums
}

const sumOf = ({ amount, paymentTypeId }: PaymentRow): SumToPay => ({ amount, paymentTypeId })

function awaited(
  context: Context,
  { totalAmount, currencyId }: OrderToPay,
  last: PaymentRow | undefined,
  offered: readonly string[] | undefined,
): SumToPay {
  const types = paymentTypesFor(context, { amount: totalAmount, currencyId }, offered)
  const type = types.find(({ paymentTypeId }) => paymentTypeId === last?.paymentTypeId) ?? types[0]
  return { amount: type?.amountToPay.amount ?? totalAmount, paymentTypeId: last?.paymentTypeId }
}
