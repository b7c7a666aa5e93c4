import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  type ByteRange,
  type ObjectInfo,
  ObjectMissing,
  type ObjectStore,
} from '../../platform/objects/port.ts'
import { DependencyUnavailable } from '../../platform/unavailable.ts'

/** Configures access to a bucket. */
export interface BucketOptions {
  readonly bucket: string
  /** Endpoint of an S3-compatible store. Undefined for AWS. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined: the SDK's default chain of credentials (environment, instance role …). */
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}

/** The SDK has no timeouts by default. */
const timeouts = { connectionTimeout: 5_000, socketTimeout: 20_000 }

/**
 * Stores objects in an S3 bucket. An upload becomes visible only when it is complete. A bucket that does not answer, or
 * answers 429 or 5xx after the SDK's retries, is a `DependencyUnavailable`.
 */
export function createBucketStore(options: BucketOptions): ObjectStore {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = options
  const client = new S3Client({
    region,
    requestHandler: timeouts,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  })

  const head = async (key: string): Promise<ObjectInfo | undefined> => {
    try {
      const { ContentLength, ContentType } = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
      return { sizeInBytes: ContentLength ?? 0, contentType: ContentType ?? 'application/octet-stream' }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw toUnavailable(error)
    }
  }

  const read = async (key: string, range?: ByteRange) => {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }),
      )
      if (!Body) throw new ObjectMissing(key)
      return Body
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key) : toUnavailable(error)
    }
  }

  async function* listUploads(prefix: string) {
    let pagePosition: { KeyMarker?: string; UploadIdMarker?: string } = {}
    for (;;) {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...pagePosition })
      const page = await client.send(command).catch(rethrow)
      yield* page.Uploads ?? []
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return
      pagePosition = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  /** Returns false when the upload has ended meanwhile. */
  const abortUpload = async (key: string, uploadId: string): Promise<boolean> => {
    try {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId }))
      return true
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchUpload') return false
      throw toUnavailable(error)
    }
  }

  return {
    head,
    async put(key, content, { contentType }) {
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: content, ContentType: contentType },
      })
      await upload.done().catch(rethrow)
      const info = await head(key)
      if (!info) throw new Error(`The bucket did not keep ${key}`)
      return info
    },
    get: async (key, range) => (await read(key, range)).transformToByteArray().catch(rethrow),
    async stream(key) {
      const body = await read(key)
      return body instanceof Readable ? body : Readable.from(await body.transformToByteArray())
    },
    async list(prefix) {
      const keys: string[] = []
      let token: string | undefined
      do {
        const page = await client
          .send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: prefix,
              ...(token ? { ContinuationToken: token } : {}),
            }),
          )
          .catch(rethrow)
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key)
        token = page.NextContinuationToken
      } while (token !== undefined)
      return keys
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(rethrow)
    },
    async removeUnfinished(folders, before) {
      let removedCount = 0
      for (const folder of folders)
        for await (const { Key, UploadId, Initiated } of listUploads(`${folder}/`)) {
          if (Key === undefined || UploadId === undefined || Initiated === undefined) continue
          if (Initiated < before && (await abortUpload(Key, UploadId))) removedCount++
        }
      return removedCount
    },
  }
}

/**
 * Wraps errors of an unavailable bucket. Returns any other error unchanged, e.g. for wrong credentials, or for a call that the
 * store does not implement.
 */
function toUnavailable(error: unknown): unknown {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const isOutage = status === 429 || (status !== undefined && status >= 500 && status !== 501)
  if (name !== 'TimeoutError' && !isOutage) return error
  return new DependencyUnavailable('the object store gave no answer', { cause: error })
}

const rethrow = (error: unknown): never => {
  throw toUnavailable(error)
}

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey ||
  error instanceof NotFound ||
  (error instanceof Error && error.name === 'NotFound')
