import * as z from 'zod/mini'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { forgetSelfie } from '../../../../contract/recognition.ts'
import { forgetSent } from '../../../../contract/uploads.ts'
import { isApiError, request } from '../../../lib/api.ts'

/** Identifies a selfie to delete at the service: the id it was sent under, and the service's id if known. */
export const SelfieReference = z.object({ sentAs: z.optional(z.string()), selfieId: z.optional(z.string()) })
export type SelfieReference = z.infer<typeof SelfieReference>

/**
 * Deletes what was sent under an idempotency key, including partial uploads, and the selfie created from it. Missing data
 * counts as deleted.
 *
 * @throws ApiError of either call
 */
export async function deleteAtService(
  { sentAs, selfieId }: SelfieReference,
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
