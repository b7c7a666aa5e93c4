import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type ObjectInfo, ObjectMissing, type Objects } from '../../platform/objects/port.ts'

export interface BucketOptions {
  readonly bucket: string
  /** Of an S3-compatible store; undefined for AWS itself. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined: the SDK's own chain of credentials (environment, instance role …). */
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}

/** Objects in an S3 bucket. An upload becomes visible only when it is whole. */
export function createBucketObjects(options: BucketOptions): Objects {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = options
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  })

  const head = async (key: string): Promise<ObjectInfo | undefined> => {
    try {
      const { ContentLength, ContentType } = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
      return { sizeInBytes: ContentLength ?? 0, contentType: ContentType ?? 'application/octet-stream' }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const read = async (key: string, range?: { start: number; end: number }) => {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }),
      )
      if (!Body) throw new ObjectMissing(key)
      return Body
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key) : error
    }
  }

  return {
    head,
    async put(key, content, { contentType }) {
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: content, ContentType: contentType },
      })
      await upload.done()
      const info = await head(key)
      if (!info) throw new Error(`The bucket did not keep ${key}`)
      return info
    },
    get: async (key) => (await read(key)).transformToByteArray(),
    async stream(key, range) {
      const body = await read(key, range)
      return body instanceof Readable ? body : Readable.from(await body.transformToByteArray())
    },
    async list(prefix) {
      const keys: string[] = []
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            ...(token ? { ContinuationToken: token } : {}),
          }),
        )
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key)
        token = page.NextContinuationToken
      } while (token !== undefined)
      return keys
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
  }
}

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey ||
  error instanceof NotFound ||
  (error instanceof Error && error.name === 'NotFound')
