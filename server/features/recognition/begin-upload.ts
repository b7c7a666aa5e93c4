import { maxSelfieSizeInBytes } from '../../../contract/recognition.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { getTombstoneEnd } from './delete-key-data.ts'
import { schedulePurge } from './purge-selfies.ts'
import {
  expireIdleUploads,
  findUploadByKey,
  lockClient,
  measureUploads,
  purgeUploads,
  type UploadRow,
  writeUpload,
} from './upload-store.ts'

const lifetimeInMs = 24 * 3_600_000

/**
 * Limits open uploads by the bytes that they announce. The limits are high, because the visitors of a venue share one address,
 * and a phone uploads one or two pictures at a time.
 */
const limits = { tenantBytes: 4 * 1024 ** 3, clientUploads: 500 }
/**
 * Limits a client to a share of the bytes that are left, at first 455 MB. A share of all bytes would let a few clients together
 * leave none for others.
 */
const maxClientShare = 1 / 8
/**
 * Exceeds the longest wait of an open page between two tries. When there is no room, uploads without progress for this time
 * expire: their devices begin anew.
 */
const idleInMs = 15 * 60_000
const retryAfterInSeconds = 60

/** Metadata of a picture, declared before its bytes are sent. */
export interface UploadMetadata {
  /** The client's id of the picture. */
  readonly key: string
  /** Hash of the whole picture, lower-case hex. */
  readonly sha256: string
  readonly sizeInBytes: number
  /** Pseudonym of the client's network. */
  readonly client: string
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
  const lack = await insertUpload(context, metadata)
  if (lack) {
    const idleSince = new Date(context.now.getTime() - idleInMs)
    // a client that has used up its share makes no others begin anew
    await expireIdleUploads(context, idleSince, lack === 'of the client' ? metadata.client : undefined)
    if (await insertUpload(context, metadata)) throw new Failure('Overloaded', { retryAfterInSeconds })
  }
  // Reads the stored row: a concurrent request with the same key may have created it first.
  const upload = await findUploadByKey(context, key)
  if (!upload) throw new Error('Upload not found after it was stored')
  return requireSamePicture(upload, metadata)
}

/** Inserts an upload. @returns what lacks the room for it; undefined when it was inserted */
function insertUpload(context: Context, metadata: UploadMetadata): Promise<RoomLack | undefined> {
  const { key, sha256, sizeInBytes, client } = metadata
  const expiresOn = new Date(context.now.getTime() + lifetimeInMs)
  const tombstoneUntil = getTombstoneEnd(expiresOn)
  return inTransaction(context, async (transaction) => {
    await lockClient(transaction, client)
    const lack = await findRoomLack(transaction, metadata)
    if (lack) return lack
    await writeUpload(transaction, {
      id: newId(),
      key,
      state: 'Open',
      sha256,
      sizeInBytes,
      receivedInBytes: 0,
      client,
      progressOn: context.now,
      leaseUntil: null,
      refusal: null,
      expiresOn,
      tombstoneUntil,
    })
    await schedulePurge(transaction, expiresOn)
    await schedulePurge(transaction, tombstoneUntil)
    return undefined
  })
}

type RoomLack = 'of the client' | 'of the tenant'

async function findRoomLack(
  context: Context,
  { client, sizeInBytes }: Pick<UploadMetadata, 'client' | 'sizeInBytes'>,
): Promise<RoomLack | undefined> {
  const { tenantBytes, clientBytes, clientUploads } = await measureUploads(context, client)
  const freeBytes = limits.tenantBytes - tenantBytes
  const isClientFull = clientUploads >= limits.clientUploads
  if (!isClientFull && clientBytes + sizeInBytes <= freeBytes * maxClientShare) return undefined
  // one client alone cannot take half
  return freeBytes > limits.tenantBytes / 2 ? 'of the client' : 'of the tenant'
}

function requireSamePicture(upload: UploadRow, metadata: UploadMetadata): UploadRow {
  if (upload.state === 'Forgotten') throw new Failure('SelfieForgotten')
  if (upload.sha256 !== metadata.sha256 || upload.sizeInBytes !== metadata.sizeInBytes)
    throw new Failure('UploadMismatch')
  return upload
}
