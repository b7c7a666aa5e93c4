import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { findRefundablePayment } from '../invoices/index.ts'
import { findOrder, isDelivered } from '../orders/index.ts'
import { type BankResult, declineRefused } from './decline-refused.ts'
import { buildSettlementReceipt } from './fiscal-receipt.ts'
import type { Bank, SettlementState } from './ports.ts'

/** Leaves time to the cash register, which usually accepts a receipt within minutes. */
const retryAfterInMs = 10 * 60_000

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
export async function registerSettlementReceipt(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<Date | undefined> {
  const { orderId } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  if (!order?.preorder || !isDelivered(order)) return undefined
  const { attempt } = (await findRefundablePayment(context, order.invoiceId)) ?? {}
  const settlements = banks.find(({ name }) => name === attempt?.provider)?.settlements
  if (!settlements || !attempt?.providerPaymentId) return undefined
  const { providerPaymentId } = attempt
  const settlement = await buildSettlementReceipt(context, order, attempt)
  if (!settlement) return undefined
  const existingState = await settlements.find(providerPaymentId)
  if (!existingState && settlement.amount.amount === 0) return undefined
  const settlementId = `settlement-${attempt.id}`
  const register = () => settlements.register({ settlementId, providerPaymentId, ...settlement })
  const result: BankResult<SettlementState> = existingState
    ? { state: existingState }
    : await declineRefused(register())
  const { state, refusal } = result
  if (state === 'Declined')
    context.log.error(
      { order: order.number, payment: providerPaymentId, ...refusal },
      'settlement receipt not registered: register it by hand at the bank',
    )
  return state === 'Pending' ? new Date(context.now.getTime() + retryAfterInMs) : undefined
}

/**
 * Returns whether the settlement receipt of a prepayment is registered or pending. Refunds after it state a full payment.
 *
 * @throws BankUnavailable
 */
export async function hasSettlementReceipt(
  { tenant }: Pick<Context, 'tenant'>,
  { settlements }: Bank,
  providerPaymentId: string,
): Promise<boolean> {
  if (!settlements || !tenant.fiscalReceipts) return false
  const state = await settlements.find(providerPaymentId)
  return state === 'Succeeded' || state === 'Pending'
}
