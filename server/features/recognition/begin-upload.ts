import { createHmac, randomBytes } from 'node:crypto'
import { maxSelfieSizeInBytes } from '../../../contract/recognition.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { tombstoneUntil } from './forget-key.ts'
import { enqueueSweep } from './forget-selfies.ts'
import { findUploadByKey, sizeOfUploads, sweepUploads, type UploadRow, writeUpload } from './upload-store.ts'

const lifetimeInMs = 24 * 3_600_000

/**
 * Limits open uploads. The limits are high, because the visitors of a venue share one address, and a phone uploads one or two
 * pictures at a time.
 */
const limits = { ofTenantInBytes: 4 * 1024 ** 3, ofClientInBytes: 512 * 1024 ** 2, openOfClient: 500 }
const tryAgainInSeconds = 60

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
  const known = await findUploadByKey(context, key)
  if (known && known.state !== 'Expired' && known.expiresOn > context.now) return same(known, announced)
  if (known?.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (known) await sweepUploads(context)
  const client = toClientKey(announced.address)
  await checkRoom(context, client)
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  const goneOn = tombstoneUntil(expiresOn)
  await inTransaction(context, async (inside) => {
    await writeUpload(inside, {
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
    await enqueueSweep(inside, expiresOn)
    await enqueueSweep(inside, goneOn)
  })
  // A concurrent creation was faster.
  const upload = await findUploadByKey(context, key)
  if (!upload) throw new Error('An upload is neither new nor known')
  return same(upload, announced)
}

function same(upload: UploadRow, announced: Announcement): UploadRow {
  if (upload.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (upload.sha256 !== announced.sha256 || upload.sizeInBytes !== announced.sizeInBytes)
    throw new Failure('UploadMismatch')
  return upload
}

async function checkRoom(context: Context, client: string): Promise<void> {
  const { ofAll, ofClient, openOfClient } = await sizeOfUploads(context, client)
  const isFull =
    ofAll >= limits.ofTenantInBytes ||
    ofClient >= limits.ofClientInBytes ||
    openOfClient >= limits.openOfClient
  if (isFull) throw new Failure('Overloaded', { retryAfterInSeconds: tryAgainInSeconds })
}

/** Random per process: client addresses are compared only while it runs, and cannot be recovered from their hashes. */
const salt = randomBytes(32)

const toClientKey = (address: string) =>
  createHmac('sha256', salt).update(address).digest('base64url').slice(0, 22)
