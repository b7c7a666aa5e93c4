import { type ErrorCode, errorStatus } from '../../../../contract/errors.ts'
import { type Selfie, sendSelfie as sendWhole } from '../../../../contract/recognition.ts'
import { recogniseUpload } from '../../../../contract/uploads.ts'
import { ApiError, isApiError, request } from '../../api.ts'
import { type SelfieRecord, selfies } from '../../memory/index.ts'
import { type UploadPlace, uploadWithResume } from '../../resume-upload.ts'
import type { Sender, SenderTools } from '../types.ts'
import { forgetAtService } from './forget-selfie.ts'

/** Lists codes that reject the picture itself: sending it again would not help. */
const verdicts = [
  'FaceNotFound',
  'SeveralFaces',
  'FaceUnclear',
  'NotAnImage',
  'ImageDamaged',
  'TooManyPixels',
  'FileTooBig',
  'FileEmpty',
] as const satisfies readonly ErrorCode[]

const noPlace = { uploadId: undefined, offset: undefined }

type Sent = SelfieRecord & { bytes: ArrayBuffer }

/**
 * Sends a selfie as a resumable upload and stores the outcome. After an answer the bytes are deleted. Rejected bytes are
 * retained until the runner has seen the reason. A selfie that was deleted meanwhile, on the device or at the service, causes
 * no error.
 *
 * @returns the service's answer; undefined when the selfie was rejected or deleted
 */
export const sendSelfie: Sender<'selfie'> = async ({ id }, tools) => {
  const record = await selfies.get(id)
  if (!record) return undefined
  const { bytes } = record
  if (record.stage !== 'saved' || !bytes) return record.selfie
  try {
    const selfie = await deliver({ ...record, bytes }, tools)
    const isWanted = await updateRecord(id, answered(selfie))
    // deleted on this device during the upload; if this call fails too, the service deletes it within a day
    if (!isWanted) await forgetAtService({ sentAs: id, selfieId: selfie.selfieId }, tools.signal)
    return selfie
  } catch (error) {
    if (isApiError(error, ...verdicts)) await updateRecord(id, refused(error))
    else if (!isApiError(error, 'SelfieForgotten')) throw error
    else if (await selfies.get(id)) await selfies.remove(id)
    else await forgetAtService({ sentAs: id }, tools.signal)
    return undefined
  }
}

async function deliver(record: Sent, tools: SenderTools): Promise<Selfie> {
  try {
    return await deliverInPieces(record, tools)
  } catch (error) {
    if (!isApiError(error, 'NotImplemented')) throw error
    return deliverWhole(record, tools)
  }
}

/** Limits the uploads that are started after the service has lost the bytes, for example after a day. */
const beginningsAtMost = 3

async function deliverInPieces(record: Sent, tools: SenderTools): Promise<Selfie> {
  const { id: key, albumId, bytes, sha256 } = record
  const { signal } = tools
  const onPlace = async (place: UploadPlace) => {
    const isWanted = await updateRecord(key, (before) => ({ ...before, ...place }))
    if (!isWanted) throw new ApiError('SelfieForgotten', errorStatus.SelfieForgotten)
  }
  let known: Partial<UploadPlace> = { uploadId: record.uploadId, offset: record.offset }
  for (let beginnings = 1; ; beginnings++) {
    const uploadId = await uploadWithResume(
      { key, bytes, sha256, ...known },
      { signal, onPlace, onProgress: (share) => tools.onProgress(share) },
    )
    try {
      return await request(recogniseUpload, {
        params: { uploadId },
        query: { albumId },
        idempotencyKey: key,
        signal,
      })
    } catch (error) {
      const isLost = isApiError(
        error,
        'UploadNotFound',
        'UploadExpired',
        'UploadIncomplete',
        'ChecksumMismatch',
      )
      if (!isLost || beginnings >= beginningsAtMost) throw error
      known = {}
    }
  }
}

/** Sends the selfie in one request, for a service without resumable uploads. */
function deliverWhole({ id, albumId, bytes, mime }: Sent, tools: SenderTools): Promise<Selfie> {
  const formData = new FormData()
  formData.append('file', new File([bytes], 'face.jpg', { type: mime }))
  return request(sendWhole, {
    query: { albumId },
    formData,
    idempotencyKey: id,
    signal: tools.signal,
    onUploadProgress: (share) => tools.onProgress(share),
  })
}

/** @returns false when the selfie was deleted meanwhile; it is not restored */
async function updateRecord(id: string, change: (before: SelfieRecord) => SelfieRecord): Promise<boolean> {
  return (await selfies.change(id, (before) => before && change(before))) !== undefined
}

const answered = (selfie: Selfie) => (before: SelfieRecord) => ({
  ...before,
  stage: 'answered' as const,
  selfie,
  answeredOn: Date.now(),
  bytes: undefined,
  ...noPlace,
})

const refused = (error: ApiError) => (before: SelfieRecord) => ({
  ...before,
  stage: 'refused' as const,
  code: error.code,
  ...noPlace,
})
