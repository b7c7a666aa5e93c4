import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { applyRefundResult, findPayment, findRefund, requireInvoice } from '../invoices/index.ts'
import { findOrder } from '../orders/index.ts'
import { declineRefused } from './decline-refused.ts'
import { buildRefundReceipt } from './fiscal-receipt.ts'
import type { Bank } from './ports.ts'
import { hasSettlementReceipt, isSettlementRunning } from './settlement-receipt.ts'

/** A settlement receipt is registered within seconds. */
const retryAfterInMs = 10_000

const Task = z.object({ refundId: z.string() })

/**
 * Requests a refund from the bank and stores the result. Runs as a job. A refund that the bank refuses permanently is declined.
 *
 * @returns when to try again while the settlement receipt of the order is being registered
 * @throws BankUnavailable, BankRefused for a rejected account, or Error while the bank is processing it: the job is retried
 */
export async function executeRefund(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<Date | undefined> {
  const { refundId } = z.parse(Task, payload)
  const refund = await findRefund(context, refundId)
  if (refund?.state !== 'Created') return undefined
  const attempt = await findPayment(context, refund.paymentId)
  const bank = banks.find(({ name }) => name === attempt?.provider)
  const providerPaymentId = attempt?.providerPaymentId
  if (!attempt || !bank || !providerPaymentId) throw new Error(`Refund ${refundId} has no bank or payment id`)
  const { currencyId, createdOn } = refund
  const amount = { amount: refund.amount, currencyId }
  const order = await findOrder(context, (await requireInvoice(context, refund.invoiceId)).orderId)
  if (order?.preorder && (await isSettlementRunning(context, order.id)))
    return new Date(context.now.getTime() + retryAfterInMs)
  const hasSettlement =
    order?.preorder === true && (await hasSettlementReceipt(context, bank, providerPaymentId))
  const receipt =
    order && (await buildRefundReceipt(context, order, { attempt, refund, isSettled: hasSettlement }))
  const request = { refundId, createdOn, providerPaymentId, amount, receipt }
  const { state, refusal } = await declineRefused(bank.refundPayment(request))
  if (state === 'Pending') throw new Error(`The bank is still at refund ${refundId}`)
  if (state === 'Declined')
    context.log.error({ refund: refundId, ...refusal }, 'the bank gives no money back')
  await applyRefundResult(context, refundId, state)
  return undefined
}
