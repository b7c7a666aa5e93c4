import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import {
  abandonAttempt,
  applyPaymentEvent,
  cancelUnpaidInvoice,
  findLastAttempt,
  isLive,
} from '../invoices/index.ts'
import type { Bank } from './ports.ts'

const retryAfterInMs = 60 * 60_000

const Task = z.object({ invoiceId: z.string(), round: z.optional(z.int()) })

/**
 * Cancels an order that was not paid in time. Runs as a job. A buyer on the bank's page is not cut off: the attempt is canceled
 * where the bank allows it, otherwise the order waits for its end.
 *
 * @throws BankUnavailable, so that the job is retried
 */
export async function cancelOverdueOrder(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<void> {
  const { invoiceId, round = 0 } = z.parse(Task, payload)
  await cancelAttempt(context, banks, invoiceId)
  if (await cancelUnpaidInvoice(context, invoiceId)) return
  await enqueue(context, {
    kind: 'payments.end-unpaid',
    key: `${invoiceId}:${round + 1}`,
    payload: { invoiceId, round: round + 1 },
    runAt: new Date(context.now.getTime() + retryAfterInMs),
  })
}

async function cancelAttempt(context: Context, banks: readonly Bank[], invoiceId: string): Promise<void> {
  const attempt = await findLastAttempt(context, invoiceId)
  if (!attempt || !isLive(attempt.state)) return
  const { providerPaymentId, provider } = attempt
  const bank = banks.find(({ name }) => name === provider)
  if (!bank) throw new Error(`There is no bank ${provider}`)
  if (providerPaymentId === null) return abandonAttempt(context, attempt)
  await bank.cancelPayment(providerPaymentId)
  const bankPayment = await bank.getPayment(providerPaymentId)
  if (!bankPayment) return abandonAttempt(context, attempt)
  await applyPaymentEvent(context, { provider, ...bankPayment })
}
