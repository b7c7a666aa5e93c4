import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/ids.ts'
import { splitPieces } from './read-body.ts'
import { appendPiece, findUpload, readPieces, resetUpload, type UploadRow } from './upload-store.ts'

/**
 * Returns an upload that can be continued.
 *
 * @throws Failure `UploadNotFound`, `UploadExpired`, `SelfieForgotten`
 */
export async function requireLiveUpload(context: Context, uploadId: string): Promise<UploadRow> {
  const upload = await findUpload(context, uploadId)
  if (!upload) throw new Failure('UploadNotFound')
  if (upload.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (upload.state === 'Expired' || upload.expiresOn <= context.now) throw new Failure('UploadExpired')
  return upload
}

/**
 * Stores the bytes of a picture, piece by piece as they arrive.
 *
 * @param input.startsAt offset of the body, as stated by the client
 * @param onReceived called after each piece with the total number of bytes
 * @throws Failure `UploadOffset` when the bytes are not the next ones (also because of a concurrent request), `BodyTooLarge`
 * beyond the announced end, `ChecksumMismatch` when all bytes arrived but differ from the announced ones: then the upload
 * restarts; `RequestTimeout`; errors of `requireLiveUpload`
 */
export async function receiveBody(
  context: Context,
  upload: UploadRow,
  input: { startsAt: number; announcedInBytes: number; body: AsyncIterable<Uint8Array> },
  onReceived: (inBytes: number) => void,
): Promise<void> {
  let received = upload.receivedInBytes
  if (input.startsAt !== received) throw new Failure('UploadOffset')
  if (received + input.announcedInBytes > upload.sizeInBytes) throw new Failure('BodyTooLarge')
  for await (const bytes of splitPieces(input.body)) {
    if (received + bytes.byteLength > upload.sizeInBytes) throw new Failure('BodyTooLarge')
    const total = await appendPiece(context, upload.id, { startsAt: received, bytes })
    if (total === undefined) {
      const current = await requireLiveUpload(context, upload.id)
      onReceived(current.receivedInBytes)
      throw new Failure('UploadOffset')
    }
    received = total
    onReceived(received)
  }
  if (received < upload.sizeInBytes || upload.state !== 'Open') return
  try {
    await assembleUpload(context, upload)
  } catch (error) {
    if (error instanceof Failure && error.code === 'ChecksumMismatch') onReceived(0)
    throw error
  }
}

/**
 * Returns all bytes of a complete picture.
 *
 * @throws Failure `ChecksumMismatch` when they are not the announced ones; they are deleted then
 */
export async function assembleUpload(context: Context, upload: UploadRow): Promise<Uint8Array> {
  const bytes = await readPieces(context, upload.id)
  if (sha256(bytes) === upload.sha256) return bytes
  if (await resetUpload(context, upload.id)) throw new Failure('ChecksumMismatch')
  // A concurrent request has deleted the upload, or has recognised it and deleted the bytes.
  await requireLiveUpload(context, upload.id)
  return bytes
}
