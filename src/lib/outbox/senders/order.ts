import { correctEmail, sendLetterAgain } from '../../../../contract/orders.ts'
import { request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** Sends the e-mail of a paid order again. @throws ApiError OrderNotFound, NotPaid */
export const resendOrderEmail: Sender<'order.letter'> = async ({ id, body }, { signal }) => {
  await request(sendLetterAgain, { params: { orderId: body.orderId }, idempotencyKey: id, signal })
}

/** Sets the e-mail for messages about an order. Idempotent. @throws ApiError OrderNotFound, EmailInvalid */
export const changeOrderEmail: Sender<'order.email'> = async ({ body }, { signal }) => {
  const { orderId, email } = body
  await request(correctEmail, { params: { orderId }, body: { email }, signal })
}
