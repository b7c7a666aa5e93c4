import type { ErrorCode } from '../../../../contract/errors.ts'
import { forgetSelfie } from '../../../../contract/recognition.ts'
import { forgetSent } from '../../../../contract/uploads.ts'
import { isApiError, request } from '../../api.ts'
import type { Bodies, Sender } from '../types.ts'

/** Deletes a selfie at the service, including partial uploads. */
export const deleteSelfie: Sender<'selfie.forget'> = ({ body }, { signal }) => deleteAtService(body, signal)

/**
 * Deletes what was sent under an idempotency key, and the selfie created from it. Missing data counts as deleted.
 *
 * @throws ApiError of either call
 */
export async function deleteAtService(
  { sentAs, selfieId }: Bodies['selfie.forget'],
  signal: AbortSignal,
): Promise<void> {
  // also rejects uploads still in flight under the key; a service without resumable uploads has no such call
  if (sentAs)
    await request(forgetSent, { idempotencyKey: sentAs, signal }).catch(
      ignoreErrors('NotFound', 'MethodNotAllowed', 'NotImplemented'),
    )
  if (selfieId)
    await request(forgetSelfie, { params: { selfieId }, signal }).catch(
      ignoreErrors('SelfieNotFound', 'SelfieForgotten'),
    )
}

const ignoreErrors =
  (...codes: ErrorCode[]) =>
  (error: unknown) => {
    if (!isApiError(error, ...codes)) throw error
  }
