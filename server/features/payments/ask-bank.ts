import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { abandonAttempt, findPayment, isLive, type PaymentRow, settle } from '../invoices/index.ts'
import { type Bank, BankUnavailable } from './ports.ts'

const minuteInMs = 60_000
/** A captured payment of which nobody was told is noticed within this. */
const periodInMs = 5 * minuteInMs
/** An attempt that the bank was perhaps never told of. */
const unregisteredGivenUpAfterInMs = 45 * minuteInMs
const givenUpAfterInMs = 72 * 60 * minuteInMs

const Question = z.object({ paymentId: z.string() })

/** The first question about an attempt, should its bank stay silent. */
export function firstQuestion(context: Context, attempt: Pick<PaymentRow, 'id' | 'createdOn'>) {
  return {
    kind: 'payments.ask-bank',
    key: attempt.id,
    payload: { paymentId: attempt.id },
    runAt: nextQuestionOn(context, attempt),
  }
}

/**
 * A job: asks the bank about an attempt that it has not told of, and again every five minutes, for three days.
 * A notification that got lost, or a bank that was away, so costs minutes, not the order.
 *
 * @returns when to ask again; nothing when the attempt has ended
 * @throws what the bank throws but BankUnavailable
 */
export async function askBank(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<Date | undefined> {
  const { paymentId } = z.parse(Question, payload)
  const attempt = await findPayment(context, paymentId)
  if (!attempt || !isLive(attempt.state)) return undefined
  const bank = banks.find(({ name }) => name === attempt.provider)
  if (!bank) throw new Error(`There is no bank ${attempt.provider}`)
  const isOver = await settleByBank(context, bank, attempt).catch((error: unknown) => {
    if (error instanceof BankUnavailable) return false
    throw error
  })
  return isOver ? undefined : nextQuestionOn(context, attempt)
}

/** Whether the attempt has ended by what the bank says. */
async function settleByBank(context: Context, bank: Bank, attempt: PaymentRow): Promise<boolean> {
  const { providerPaymentId } = attempt
  const ageInMs = context.now.getTime() - attempt.createdOn.getTime()
  if (providerPaymentId === null) {
    if (ageInMs <= unregisteredGivenUpAfterInMs) return false
    await abandonAttempt(context, attempt)
    return true
  }
  if (ageInMs > givenUpAfterInMs) await bank.cancelPayment(providerPaymentId)
  const known = await bank.getPayment(providerPaymentId)
  if (!known) {
    await abandonAttempt(context, attempt)
    return true
  }
  await settle(context, { provider: bank.name, ...known })
  return !isLive(known.state)
}

/** Sooner while somebody is likely to look at the page of the order. */
function nextQuestionOn(context: Context, { createdOn }: Pick<PaymentRow, 'createdOn'>): Date {
  const ageInMs = context.now.getTime() - createdOn.getTime()
  return new Date(context.now.getTime() + Math.min(Math.max(ageInMs, minuteInMs), periodInMs))
}
