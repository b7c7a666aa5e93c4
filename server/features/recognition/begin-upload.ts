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
const limits = { ofTenantInBytes: 4 * 1024 ** 3, ofClientInBytes: 512 * 1024 ** 2, openOfClient: 500 }
const retryAfterInSeconds = 60

/** Announced metadata of a picture. */
export interface Announcement {
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
export async function beginUpload(context: Context, announced: Announcement): Promise<UploadRow> {
  const { key, sizeInBytes } = announced
  if (sizeInBytes === 0) throw new Failure('FileEmpty')
  if (sizeInBytes > maxSelfieSizeInBytes) throw new Failure('FileTooBig')
  const existing = await findUploadByKey(context, key)
  if (existing && existing.state !== 'Expired' && existing.expiresOn > context.now)
    return requireSamePicture(existing, announced)
  if (existing?.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (existing) await purgeUploads(context)
  const client = toClientKey(announced.address)
  await checkUploadCapacity(context, client)
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  const goneOn = getTombstoneEnd(expiresOn)
  await inTransaction(context, async (transaction) => {
    await writeUpload(transaction, {
      id: newId(),
      key,
      state: 'Open',
      sha256: announced.sha256,
      sizeInBytes,
      receivedInBytes: 0,
      client,
      leaseUntil: null,
      refusal: null,
      expiresOn,
      goneOn,
    })
    await schedulePurge(transaction, expiresOn)
    await schedulePurge(transaction, goneOn)
  })
  // A concurrent creation was faster.
  const upload = await findUploadByKey(context, key)
  if (!upload) throw new Error('An upload is neither new nor known')
  return requireSamePicture(upload, announced)
}

function requireSamePicture(upload: UploadRow, announced: Announcement): UploadRow {
  if (upload.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (upload.sha256 !== announced.sha256 || upload.sizeInBytes !== announced.sizeInBytes)
    throw new Failure('UploadMismatch')
  return upload
}

async function checkUploadCapacity(context: Context, client: string): Promise<void> {
  const { ofAll, ofClient, openOfClient } = await measureUploads(context, client)
  const isFull =
    ofAll >= limits.ofTenantInBytes ||
    ofClient >= limits.ofClientInBytes ||
    openOfClient >= limits.openOfClient
  if (isFull) throw new Failure('Overloaded', { retryAfterInSeconds: retryAfterInSeconds })
}

/** Random per process: client addresses are compared only while it runs, and cannot be recovered from their hashes. */
const salt = randomBytes(32)

const toClientKey = (address: string) =>
  createHmac('sha256', salt).update(address).digest('base64url').slice(0, 22)
