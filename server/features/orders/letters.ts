import type { Context } from '../../platform/context.ts'
import { limitCalls } from '../../platform/http/limit-calls.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { parseEmail } from '../../platform/parse-email.ts'
import { findOrder, isDelivered, type OrderRow, setEmail } from './store.ts'

/** Prevents flooding a foreign mailbox through an order with its address. */
const lettersLimit = { max: 5, windowInMs: 60 * 60_000 }

/**
 * Mails the links of a paid order again, also for callers without access: only the buyer receives the letter.
 *
 * @param authorize rejects callers without access, who must not learn that an unpaid order exists
 * @throws Failure NotPaid, TooManyRequests, and what `authorize` throws
 */
export async function resendLetter(
  context: Context,
  orderId: string,
  authorize: () => Promise<OrderRow>,
): Promise<void> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) {
    await authorize()
    throw new Failure('NotPaid')
  }
  await limitCalls(context, { subject: `letter sent again ${orderId}`, ...lettersLimit })
  await enqueueLetter(context, orderId)
}

/**
 * Corrects the e-mail address of an order; for a paid order the letter is sent to it immediately.
 *
 * @throws Failure EmailInvalid, EmailNotAscii, TooManyRequests
 */
export async function correctEmail(context: Context, order: OrderRow, typedEmail: string): Promise<void> {
  const email = parseEmail(typedEmail)
  if (email === order.email) return
  // counted apart from letters sent again, which need no proof: strangers must not use up the buyer's corrections
  await limitCalls(context, { subject: `e-mail corrected ${order.id}`, ...lettersLimit })
  const corrected = await setEmail(context, order.id, email)
  // The order may have been paid since it was read: its letter went to the earlier address.
  if (corrected && isDelivered(corrected)) await enqueueLetter(context, order.id)
}

function enqueueLetter(context: Context, orderId: string): Promise<void> {
  const copy = newId()
  return enqueue(context, { kind: 'mailing.order-completed', key: copy, payload: { orderId, copy } })
}
