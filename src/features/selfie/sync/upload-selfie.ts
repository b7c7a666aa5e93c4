import { type ErrorCode, errorStatus } from '../../../../contract/errors.ts'
import { type Selfie, sendSelfie as sendSelfieFile } from '../../../../contract/recognition.ts'
import { recogniseUpload } from '../../../../contract/uploads.ts'
import { ApiError, isApiError, request } from '../../../lib/api.ts'
import { type SelfieRecord, selfies } from '../../../lib/memory/index.ts'
import type { SenderContext } from '../../../lib/outbox/types.ts'
import { type UploadState, uploadWithResume } from '../../../lib/resume-upload.ts'
import { deleteAtService } from './delete-at-service.ts'

/** Lists codes that reject the picture itself: sending it again would not help. */
const pictureErrors = [
  'FaceNotFound',
  'SeveralFaces',
  'FaceUnclear',
  'NotAnImage',
  'ImageDamaged',
  'TooManyPixels',
  'FileTooBig',
  'FileEmpty',
] as const satisfies readonly ErrorCode[]

const withoutUpload = { uploadId: undefined, offset: undefined }

type SelfieWithBytes = SelfieRecord & { bytes: ArrayBuffer }

/**
 * Sends a selfie as a resumable upload and stores the outcome. After an answer the bytes are deleted. Rejected bytes are
 * retained until the runner has seen the reason. A selfie that was deleted meanwhile, on the device or at the service, causes
 * no error.
 *
 * @param id its id in `selfies`, also the idempotency key
 * @returns the service's answer; undefined when the selfie was rejected or deleted
 * @throws ApiError of the calls
 */
export async function sendSelfie(id: string, tools: SenderContext): Promise<Selfie | undefined> {
  const record = await selfies.get(id)
  if (!record) return undefined
  const { bytes } = record
  if (record.stage !== 'saved' || !bytes) return record.selfie
  try {
    const selfie = await uploadSelfie({ ...record, bytes }, tools)
    const isStillStored = await updateRecord(id, markAnswered(selfie))
    // deleted on this device during the upload; if this call fails too, the service deletes it within a day
    if (!isStillStored) await deleteAtService({ sentAs: id, selfieId: selfie.selfieId }, tools.signal)
    return selfie
  } catch (error) {
    if (isApiError(error, ...pictureErrors)) await updateRecord(id, markRefused(error))
    else if (!isApiError(error, 'SelfieForgotten')) throw error
    else if (await selfies.get(id)) await selfies.remove(id)
    else await deleteAtService({ sentAs: id }, tools.signal)
    return undefined
  }
}

async function uploadSelfie(record: SelfieWithBytes, tools: SenderContext): Promise<Selfie> {
  try {
    return await uploadInPieces(record, tools)
  } catch (error) {
    if (!isApiError(error, 'NotImplemented')) throw error
    return uploadAtOnce(record, tools)
  }
}

/** Limits the uploads that are started after the service has lost the bytes, for example after a day. */
const maxUploads = 3

async function uploadInPieces(record: SelfieWithBytes, tools: SenderContext): Promise<Selfie> {
  const { id: key, albumId, bytes, sha256 } = record
  const { signal } = tools
  const storeUploadState = async (uploadState: UploadState) => {
    const isStillStored = await updateRecord(key, (before) => ({ ...before, ...uploadState }))
    if (!isStillStored) throw new ApiError('SelfieForgotten', errorStatus.SelfieForgotten)
  }
  let knownState: Partial<UploadState> = { uploadId: record.uploadId, offset: record.offset }
  for (let uploadCount = 1; ; uploadCount++) {
    const uploadId = await uploadWithResume(
      { key, bytes, sha256, ...knownState },
      { signal, onStateChange: storeUploadState, onProgress: (share) => tools.onProgress(share) },
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
      if (!isLost || uploadCount >= maxUploads) throw error
      knownState = {}
    }
  }
}

/** Sends the selfie in one request, for a service without resumable uploads. */
function uploadAtOnce({ id, albumId, bytes, mime }: SelfieWithBytes, tools: SenderContext): Promise<Selfie> {
  const formData = new FormData()
  formData.append('file', new File([bytes], 'face.jpg', { type: mime }))
  return request(sendSelfieFile, {
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

const markAnswered = (selfie: Selfie) => (before: SelfieRecord) => ({
  ...before,
  stage: 'answered' as const,
  selfie,
  answeredOn: Date.now(),
  bytes: undefined,
  ...withoutUpload,
})

const markRefused = (error: ApiError) => (before: SelfieRecord) => ({
  ...before,
  stage: 'refused' as const,
  code: error.code,
  ...withoutUpload,
})
