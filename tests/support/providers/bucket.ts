import S3rver from 's3rver'
import { createBucketStore } from '../../../server/adapters/objects/s3.ts'
import type { ObjectStore } from '../../../server/platform/objects/port.ts'

export interface Bucket {
  readonly objects: ObjectStore
  close(): Promise<void>
}

/** Starts a small S3 server with an empty bucket. @param directory of its files; created if missing */
export async function openBucket(directory: string): Promise<Bucket> {
  const name = 'photos'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name, configs: [] }],
  })
  const { port } = await server.run()
  return {
    objects: createBucketStore({
      bucket: name,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }),
    close: () => server.close(),
  }
}
