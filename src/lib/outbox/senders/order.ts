import { correctEmail, sendLetterAgain } from '../../../../contract/orders.ts'
import { request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** Has the letter of a paid order sent once more. @throws ApiError OrderNotFound, NotPaid */
export const sendLetterOfOrder: Sender<'order.letter'> = async ({ id, body }, { signal }) => {
  await request(sendLetterAgain, { params: { orderId: body.orderId }, idempotencyKey: id, signal })
}

/** Says where letters about an order go from now on; a repeat says the same. @throws ApiError OrderNotFound, EmailInvalid */
export const sendEmailOfOrder: Sender<'order.email'> = async ({ body }, { signal }) => {
  const { orderId, email } = body
  await request(correctEmail, { params: { orderId }, body: { email }, signal })
}
