import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { findJobState } from '../../platform/jobs/jobs.ts'
import { findRefundablePayment, listRefunds, type RefundRow } from '../invoices/index.ts'
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
 * Refunds that were created before state a prepayment and reduce the receipt, so it waits until the bank has them. Those that
 * are created afterwards wait for the job, see `isSettlementRunning`, and state a full payment.
 *
 * @returns when to try again while the bank is processing the receipt or a refund
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
  const refunds = await listRefunds(context, order.invoiceId)
  const retryOn = new Date(context.now.getTime() + retryAfterInMs)
  if (await hasPendingRefund(context, refunds, attempt.id)) return retryOn
  const settlement = await buildSettlementReceipt(context, order, attempt, refunds)
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
  return state === 'Pending' ? retryOn : undefined
}

/** Returns whether the bank is still to be asked for a refund of a payment. A refund whose job was given up does not count. */
async function hasPendingRefund(
  context: Context,
  refunds: readonly RefundRow[],
  paymentId: string,
): Promise<boolean> {
  for (const refund of refunds) {
    if (refund.paymentId !== paymentId || refund.state !== 'Created') continue
    const jobState = await findJobState(context, { kind: 'payments.refund', key: refund.id })
    if (jobState === 'Waiting' || jobState === 'Running') return true
  }
  return false
}

/**
 * Returns whether the job that registers the settlement receipt of an order is running. Whether a refund precedes the receipt is
 * undecided until it ends.
 */
export async function isSettlementRunning(context: Context, orderId: string): Promise<boolean> {
  return (await findJobState(context, { kind: 'payments.settle-prepayment', key: orderId })) === 'Running'
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
