import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { keptPayment } from '../invoices/index.ts'
import { findOrder, isDelivered } from '../orders/index.ts'
import { type BankResult, declineRefused } from './decline-refused.ts'
import { receiptForSettlement } from './fiscal-receipt.ts'
import type { Bank, SettlementState } from './ports.ts'

/** Leaves time to the cash register, which usually accepts a receipt within minutes. */
const askAgainAfterInMs = 10 * 60_000

const Task = z.object({ orderId: z.string() })

/**
 * Registers the settlement receipt that 54-FZ demands when the photos of a paid pre-order are delivered. Runs as a job. The
 * receipt covers the prepaid items, not those that were delivered at once. Asks the bank for an existing one first, because its
 * idempotency keys expire before the job's last attempt. A receipt that the bank refuses permanently is logged and not tried
 * again.
 *
 * @returns when to ask again while the cash register is processing it
 * @throws BankUnavailable, or BankRefused for a rejected account, so that the job is retried
 */
export async function settlePrepayment(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<Date | undefined> {
  const { orderId } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  if (!order?.preorder || !isDelivered(order)) return undefined
  const { attempt } = (await keptPayment(context, order.invoiceId)) ?? {}
  const settlements = banks.find(({ name }) => name === attempt?.provider)?.settlements
  if (!settlements || !attempt?.providerPaymentId) return undefined
  const { providerPaymentId } = attempt
  const settlement = await receiptForSettlement(context, order, attempt)
  if (!settlement) return undefined
  const known = await settlements.find(providerPaymentId)
  if (!known && settlement.amount.amount === 0) return undefined
  const settlementId = `settlement-${attempt.id}`
  const register = () => settlements.register({ settlementId, providerPaymentId, ...settlement })
  const result: BankResult<SettlementState> = known ? { state: known } : await declineRefused(register())
  const { state, refusal } = result
  if (state === 'Declined')
    context.log.error(
      { order: order.number, payment: providerPaymentId, ...refusal },
      'settlement receipt not registered: register it by hand at the bank',
    )
  return state === 'Pending' ? new Date(context.now.getTime() + askAgainAfterInMs) : undefined
}

/**
 * Returns whether the settlement receipt of a prepayment is registered or pending. Refunds after it state a full payment.
 *
 * @throws BankUnavailable
 */
export async function isSettled(
  { tenant }: Pick<Context, 'tenant'>,
  { settlements }: Bank,
  providerPaymentId: string,
): Promise<boolean> {
  if (!settlements || !tenant.fiscalReceipts) return false
  const state = await settlements.find(providerPaymentId)
  return state === 'Succeeded' || state === 'Pending'
}
