import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { abandonAttempt, findPayment, isLive, type PaymentRow, settle } from '../invoices/index.ts'
import type { Bank } from './ports.ts'

const minuteInMs = 60_000
const gapsInMinutes = [1, 2, 5, 10, 30]
const laterGapInMinutes = 60
const givenUpAfterInMs = 72 * 60 * minuteInMs

const Question = z.object({ paymentId: z.string(), round: z.int() })

/** The first question about an attempt, should its bank stay silent. */
export function firstQuestion(context: Context, attempt: Pick<PaymentRow, 'id'>) {
  return questionOf(context, attempt.id, 0)
}

/**
 * A job: asks the bank about an attempt that it has not told of, and again after growing gaps, for three days.
 * A notification that got lost so costs minutes, not the order.
 *
 * @throws BankUnavailable, so that the job is tried again
 */
export async function askBank(context: Context, banks: readonly Bank[], payload: unknown): Promise<void> {
  const { paymentId, round } = z.parse(Question, payload)
  const attempt = await findPayment(context, paymentId)
  if (!attempt || !isLive(attempt.state)) return
  const bank = banks.find(({ name }) => name === attempt.provider)
  if (!bank) throw new Error(`There is no bank ${attempt.provider}`)
  const { providerPaymentId } = attempt
  const isOld = context.now.getTime() - attempt.createdOn.getTime() > givenUpAfterInMs
  if (providerPaymentId === null) {
    if (round >= gapsInMinutes.length) return abandonAttempt(context, attempt)
  } else {
    if (isOld) await bank.cancelPayment(providerPaymentId)
    const known = await bank.getPayment(providerPaymentId)
    if (!known) return abandonAttempt(context, attempt)
    await settle(context, { provider: bank.name, ...known })
    if (!isLive(known.state)) return
  }
  await enqueue(context, questionOf(context, paymentId, round + 1))
}

function questionOf(context: Context, paymentId: string, round: number) {
  const gapInMs = (gapsInMinutes[round] ?? laterGapInMinutes) * minuteInMs
  return {
    kind: 'payments.ask-bank',
    key: `${paymentId}:${round}`,
    payload: { paymentId, round },
    runAt: new Date(context.now.getTime() + gapInMs),
  }
}
