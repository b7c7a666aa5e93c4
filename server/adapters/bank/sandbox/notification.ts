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

const Notice = z.object({
  event: z.literal('payment.changed'),
  paymentId: z.string(),
  state: PaymentState,
  amount: Money,
})

const Task = z.object({ paymentId: z.string() })

/**
 * Notifies the merchant of the current state of a payment. Runs as a job, which is retried until the merchant answers 2xx.
 *
 * @throws Error when the merchant did not accept it
 */
export async function notifyMerchant(services: Services, deliver: Deliver, payload: unknown): Promise<void> {
  const { paymentId } = z.parse(Task, payload)
  const payment = await findPayment(services.db, paymentId)
  if (!payment) return
  const notice: z.infer<typeof Notice> = {
    event: 'payment.changed',
    paymentId,
    state: payment.state,
    amount: payment.order.amount,
  }
  const body = JSON.stringify(notice)
  const status = await deliver(payment.order.notificationUrl, body, {
    'content-type': 'application/json',
    'x-sandbox-signature': signBody(body, services.config.secrets.sandboxBank, services.clock()),
  })
  if (status < 200 || status > 299) throw new Error(`The merchant answered a notification with ${status}`)
}

/** Parses a notification. @throws NotificationForged when signed bytes are not a valid one */
export function readNotice(rawBody: Uint8Array): BankPayment {
  try {
    const { paymentId, state, amount } = z.parse(Notice, JSON.parse(Buffer.from(rawBody).toString('utf8')))
    return { providerPaymentId: paymentId, state, amount }
  } catch (error) {
    throw new NotificationForged('not a notice', { cause: error })
  }
}
