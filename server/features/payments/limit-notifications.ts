import type { Context } from '../../platform/context.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { limitCalls } from '../../platform/http/limit-calls.ts'
import { findPaymentOfProvider } from '../invoices/index.ts'

/**
 * Limits the notifications of a payment, of which a bank sends few. Each causes a call to the bank, which limits a shop's
 * calls.
 */
const paymentLimit = { max: 10, windowInMs: 60_000 }
/**
 * Limits notifications of unknown payments. Genuine ones are rare: the payment was just registered, or is of another
 * installation.
 */
const unknownLimits = { address: 10, tenant: 60, windowInMs: 10 * 60_000 }

/**
 * Limits unsigned notifications before the bank is asked about them. Refused ones are not lost: the bank repeats them, and open
 * payments are polled anyway.
 *
 * @throws Failure `TooManyRequests`
 */
export async function limitNotifications(
  context: Context,
  notification: { provider: string; providerPaymentId: string; address: string },
): Promise<void> {
  const { provider, providerPaymentId, address } = notification
  if (await findPaymentOfProvider(context, provider, providerPaymentId))
    return limitCalls(context, { subject: `notice ${provider} ${providerPaymentId}`, ...paymentLimit })
  const { windowInMs } = unknownLimits
  const addressKey = `notice ${provider} address ${toClientKey(address)}`
  await limitCalls(context, { subject: addressKey, max: unknownLimits.address, windowInMs })
  await limitCalls(context, { subject: `notice ${provider} unknown`, max: unknownLimits.tenant, windowInMs })
}
