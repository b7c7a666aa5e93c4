import { createHmac, randomBytes } from 'node:crypto'
import { maxSelfieSizeInBytes } from '../../../contract/recognition.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { getTombstoneEnd } from './delete-key-data.ts'
import { schedulePurge } from './purge-selfies.ts'
import { findUploadByKey, measureUploads, purgeUploads, type UploadRow, writeUpload } from './upload-store.ts'

const lifetimeInMs = 24 * 3_600_000

/**
 * Limits open uploads. The limits are high, because the visitors of a venue share one address, and a phone uploads one or two
 * pictures at a time.
 */
const limits = { tenantBytes: 4 * 1024 ** 3, clientBytes: 512 * 1024 ** 2, clientUploads: 500 }
const retryAfterInSeconds = 60

/** Metadata of a picture, declared before its bytes are sent. */
export interface UploadMetadata {
  /** The client's id of the picture. */
  readonly key: string
  /** Hash of the whole picture, lower-case hex. */
  readonly sha256: string
  readonly sizeInBytes: number
  /** Address of the client. */
  readonly address: string
}

/**
 * Begins an upload, or returns the existing one of the key.
 *
 * @throws Failure `FileEmpty`, `FileTooBig`; `UploadMismatch` when the key belongs to another picture; `SelfieForgotten`;
 * `Overloaded` while too many uploads are in progress
 */
export async function beginUpload(context: Context, metadata: UploadMetadata): Promise<UploadRow> {
  const { key, sizeInBytes } = metadata
  if (sizeInBytes === 0) throw new Failure('FileEmpty')
  if (sizeInBytes > maxSelfieSizeInBytes) throw new Failure('FileTooBig')
  const existing = await findUploadByKey(context, key)
  if (existing && existing.state !== 'Expired' && existing.expiresOn > context.now)
    return requireSamePicture(existing, metadata)
  if (existing?.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (existing) await purgeUploads(context)
  const client = toClientKey(metadata.address)
  await checkUploadCapacity(context, client)
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  const tombstoneUntil = getTombstoneEnd(expiresOn)
  await inTransaction(context, async (transaction) => {
    await writeUpload(transaction, {
      id: newId(),
      key,
      state: 'Open',
      sha256: metadata.sha256,
      sizeInBytes,
      receivedInBytes: 0,
      client,
      leaseUntil: null,
      refusal: null,
      expiresOn,
      tombstoneUntil,
    })
    await schedulePurge(transaction, expiresOn)
    await schedulePurge(transaction, tombstoneUntil)
  })
  // Reads the stored row: a concurrent request with the same key may have created it first.
  const upload = await findUploadByKey(context, key)
  if (!upload) throw new Error('Upload not found after it was stored')
  return requireSamePicture(upload, metadata)
}

function requireSamePicture(upload: UploadRow, metadata: UploadMetadata): UploadRow {
  if (upload.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (upload.sha256 !== metadata.sha256 || upload.sizeInBytes !== metadata.sizeInBytes)
    throw new Failure('UploadMismatch')
  return upload
}

async function checkUploadCapacity(context: Context, client: string): Promise<void> {
  const { tenantBytes, clientBytes, clientUploads } = await measureUploads(context, client)
  const isFull =
    tenantBytes >= limits.tenantBytes ||
    clientBytes >= limits.clientBytes ||
    clientUploads >= limits.clientUploads
  if (isFull) throw new Failure('Overloaded', { retryAfterInSeconds: retryAfterInSeconds })
}

/** Random per process: client addresses are compared only while it runs, and cannot be recovered from their hashes. */
const salt = randomBytes(32)

const toClientKey = (address: string) =>
  createHmac('sha256', salt).update(address).digest('base64url').slice(0, 22)
