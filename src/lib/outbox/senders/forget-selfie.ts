import type { ErrorCode } from '../../../../contract/errors.ts'
import { forgetSelfie } from '../../../../contract/recognition.ts'
import { forgetSent } from '../../../../contract/uploads.ts'
import { isApiError, request } from '../../api.ts'
import type { Bodies, Sender } from '../types.ts'

/** Has a selfie forgotten at the service, whatever of it has arrived. */
export const sendForgetting: Sender<'selfie.forget'> = ({ body }, { signal }) => forgetAtService(body, signal)

/**
 * Has forgotten what was sent under a key, and the selfie that came of it. What is gone already is as good.
 *
 * @throws ApiError of either call
 */
export async function forgetAtService(
  { sentAs, selfieId }: Bodies['selfie.forget'],
  signal: AbortSignal,
): Promise<void> {
  // also refuses what may still be on its way under the key; where nothing is taken in pieces, there is no such call
  if (sentAs)
    await request(forgetSent, { idempotencyKey: sentAs, signal }).catch(
      unless('NotFound', 'MethodNotAllowed', 'NotImplemented'),
    )
  if (selfieId)
    await request(forgetSelfie, { params: { selfieId }, signal }).catch(
      unless('SelfieNotFound', 'SelfieForgotten'),
    )
}

const unless =
  (...codes: ErrorCode[]) =>
  (error: unknown) => {
    if (!isApiError(error, ...codes)) throw error
  }
