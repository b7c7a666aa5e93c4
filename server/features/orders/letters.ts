import { Email } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findOrder, isDelivered, type OrderRow, setEmail } from './store.ts'

/**
 * Mails the links of a paid order again.
 *
 * @throws Failure OrderNotFound, NotPaid
 */
export async function sendLetterAgain(context: Context, orderId: string): Promise<void> {
  const order = await orderOf(context, orderId)
  if (!isDelivered(order)) throw new Failure('NotPaid')
  await enqueueLetter(context, orderId)
}

/**
 * Corrects the e-mail address of an order; for a paid order the letter is sent to it immediately.
 *
 * @throws Failure OrderNotFound, EmailInvalid
 */
export async function correctEmail(context: Context, orderId: string, typed: string): Promise<void> {
  const order = await orderOf(context, orderId)
  const email = Email.safeParse(typed.trim())
  if (!email.success) throw new Failure('EmailInvalid')
  if (email.data === order.email) return
  await setEmail(context, orderId, email.data)
  if (isDelivered(order)) await enqueueLetter(context, orderId)
}

function enqueueLetter(context: Context, orderId: string): Promise<void> {
  const copy = newId()
  return enqueue(context, { kind: 'mailing.order-completed', key: copy, payload: { orderId, copy } })
}

async function orderOf(context: Context, orderId: string): Promise<OrderRow> {
  const order = await findOrder(context, orderId)
  if (!order) throw new Failure('OrderNotFound')
  return order
}
