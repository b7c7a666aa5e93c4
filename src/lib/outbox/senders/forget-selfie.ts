import { forgetSelfie } from '../../../../contract/recognition.ts'
import { forgetSent } from '../../../../contract/uploads.ts'
import { isApiError, request } from '../../api.ts'
import type { Sender } from '../types.ts'

/** Has a selfie forgotten at the service, whatever of it has arrived. What is gone already is as good. */
export const sendForgetting: Sender<'selfie.forget'> = async ({ body }, { signal }) => {
  const { sentAs, selfieId } = body
  // this one also refuses what may still be on its way under the key
  if (sentAs) await request(forgetSent, { idempotencyKey: sentAs, signal })
  if (!selfieId) return
  try {
    await request(forgetSelfie, { params: { selfieId }, signal })
  } catch (error) {
    if (!isApiError(error, 'SelfieNotFound', 'SelfieForgotten')) throw error
  }
}
