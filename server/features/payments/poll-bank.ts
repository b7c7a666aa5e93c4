import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { abandonAttempt, applyPaymentEvent, findPayment, isLive, type PaymentRow } from '../invoices/index.ts'
import { type Bank, BankUnavailable } from './ports.ts'

const minuteInMs = 60_000
/** Polls at this interval: a captured payment whose notification was lost is noticed within it. */
const pollIntervalInMs = 5 * minuteInMs
/** Timeout of an attempt that was possibly never registered at the bank. */
const unregisteredTimeoutInMs = 45 * minuteInMs
const attemptTimeoutInMs = 72 * 60 * minuteInMs

const PollTask = z.object({ paymentId: z.string() })

/** Returns the job of the first poll for an attempt, in case its bank sends no notification. */
export function createFirstPoll(context: Context, attempt: Pick<PaymentRow, 'id' | 'createdOn'>) {
  return {
    kind: 'payments.ask-bank',
    key: attempt.id,
    payload: { paymentId: attempt.id },
    runAt: getNextPollTime(context, attempt),
  }
}

/**
 * Polls the bank for an attempt without a notification, at least every five minutes, for three days. Runs as a job. A lost
 * notification or an outage of the bank delays the order by minutes instead of losing it.
 *
 * @returns when to ask again; undefined when the attempt has ended
 * @throws errors of the bank except BankUnavailable
 */
export async function pollBank(
  context: Context,
  banks: readonly Bank[],
  payload: unknown,
): Promise<Date | undefined> {
  const { paymentId } = z.parse(PollTask, payload)
  const attempt = await findPayment(context, paymentId)
  if (!attempt || !isLive(attempt.state)) return undefined
  const bank = banks.find(({ name }) => name === attempt.provider)
  if (!bank) throw new Error(`There is no bank ${attempt.provider}`)
  const hasEnded = await applyBankState(context, bank, attempt).catch((error: unknown) => {
    if (error instanceof BankUnavailable) return false
    throw error
  })
  return hasEnded ? undefined : getNextPollTime(context, attempt)
}

/** Applies the bank's state; returns whether the attempt has ended. */
async function applyBankState(context: Context, bank: Bank, attempt: PaymentRow): Promise<boolean> {
  const { providerPaymentId } = attempt
  const ageInMs = context.now.getTime() - attempt.createdOn.getTime()
  if (providerPaymentId === null) {
    if (ageInMs <= unregisteredTimeoutInMs) return false
    await abandonAttempt(context, attempt)
    return true
  }
  if (ageInMs > attemptTimeoutInMs) await bank.cancelPayment(providerPaymentId)
  const bankPayment = await bank.getPayment(providerPaymentId)
  if (!bankPayment) {
    await abandonAttempt(context, attempt)
    return true
  }
  await applyPaymentEvent(context, { provider: bank.name, ...bankPayment })
  return !isLive(bankPayment.state)
}

/** Returns the time of the next poll: sooner while the buyer is likely to look at the order's page. */
function getNextPollTime(context: Context, { createdOn }: Pick<PaymentRow, 'createdOn'>): Date {
  const ageInMs = context.now.getTime() - createdOn.getTime()
  return new Date(context.now.getTime() + Math.min(Math.max(ageInMs, minuteInMs), pollIntervalInMs))
}
