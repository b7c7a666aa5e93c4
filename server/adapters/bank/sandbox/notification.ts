import * as z from 'zod/mini'
import { Money } from '../../../../contract/common.ts'
import { PaymentState } from '../../../../contract/invoices.ts'
import { type BankPayment, NotificationForged } from '../../../features/payments/ports.ts'
import type { Services } from '../../../platform/services.ts'
import { signBody } from './signature.ts'
import { findPayment } from './store.ts'

/** Sends a notification to a URL. Returns the HTTP status. */
export type Deliver = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => Promise<number>

const PaymentNotification = z.object({
  event: z.literal('payment.changed'),
  paymentId: z.string(),
  state: PaymentState,
  amount: Money,
})

const JobPayload = z.object({ paymentId: z.string() })

/**
 * Notifies the merchant of the current state of a payment. Runs as a job, which is retried until the merchant answers 2xx.
 *
 * @throws Error when the merchant did not accept it
 */
export async function notifyMerchant(services: Services, deliver: Deliver, payload: unknown): Promise<void> {
  const { paymentId } = z.parse(JobPayload, payload)
  const payment = await findPayment(services.db, paymentId)
  if (!payment) return
  const notification: z.infer<typeof PaymentNotification> = {
    event: 'payment.changed',
    paymentId,
    state: payment.state,
    amount: payment.order.amount,
  }
  const body = JSON.stringify(notification)
  const status = await deliver(payment.order.notificationUrl, body, {
    'content-type': 'application/json',
    'x-sandbox-signature': signBody(body, services.config.secrets.sandboxBank, services.clock()),
  })
  if (status < 200 || status > 299) throw new Error(`The merchant answered a notification with ${status}`)
}

/** Parses a notification. @throws NotificationForged when signed bytes are not a valid one */
export function parseNotification(rawBody: Uint8Array): BankPayment {
  try {
    const { paymentId, state, amount } = z.parse(
      PaymentNotification,
      JSON.parse(Buffer.from(rawBody).toString('utf8')),
    )
    return { providerPaymentId: paymentId, state, amount }
  } catch (error) {
    throw new NotificationForged('not a notice', { cause: error })
  }
}
