import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { findPayment, findRefund, settleRefund } from '../invoices/index.ts'
import type { Bank } from './ports.ts'

const Task = z.object({ refundId: z.string() })

/**
 * A job: has the bank give money back, and writes down what came of it.
 *
 * @throws BankUnavailable, or Error while the bank is at it, so that the job is tried again
 */
export async function carryOutRefund(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<void> {
  const { refundId } = z.parse(Task, payload)
  const refund = await findRefund(context, refundId)
  if (refund?.state !== 'Created') return
  const attempt = await findPayment(context, refund.paymentId)
  const bank = banks.find(({ name }) => name === attempt?.provider)
  const providerPaymentId = attempt?.providerPaymentId
  if (!bank || !providerPaymentId) throw new Error(`Nobody knows where refund ${refundId} was paid`)
  const { amount, currencyId } = refund
  const state = await bank.refundPayment({ refundId, providerPaymentId, amount: { amount, currencyId } })
  if (state === 'Pending') throw new Error(`The bank is still at refund ${refundId}`)
  if (state === 'Declined') context.log.error({ refund: refundId }, 'the bank gives no money back')
  await settleRefund(context, refundId, state)
}
