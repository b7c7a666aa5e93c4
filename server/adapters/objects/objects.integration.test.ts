import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../../../tests/support/providers/bucket.ts'
import { openMultipartService } from '../../../tests/support/providers/multipart-service.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'
import { DependencyUnavailable } from '../../platform/unavailable.ts'
import { createFolderStore } from './folder.ts'
import { createBucketStore } from './s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-objects-'))
let bucket: Bucket
let stores: Record<'folder' | 'bucket', ObjectStore>

beforeAll(async () => {
  bucket = await openBucket(join(folder, 's3'))
  stores = { folder: createFolderStore(join(folder, 'files')), bucket: bucket.objects }
})

afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(['folder', 'bucket'] as const)('objects in a %s', (kind) => {
  test('come back as they were put, whole and by range', async () => {
    const objects = stores[kind]
    const content = Buffer.from('0123456789')
    const info = await objects.put('originals/one', content, { contentType: 'image/jpeg' })
    expect(info).toEqual({ sizeInBytes: 10, contentType: 'image/jpeg' })
    expect(await objects.head('originals/one')).toEqual(info)
    expect(Buffer.from(await objects.get('originals/one'))).toEqual(content)
    expect(await buffer(await objects.stream('originals/one'))).toEqual(content)
    const part = await objects.get('originals/one', { start: 2, end: 4 })
    expect(Buffer.from(part)).toEqual(Buffer.from('234'))
  })

  test('may be put as a stream of unknown length', async () => {
    const objects = stores[kind]
    const parts = Array.from({ length: 7 }, (_, index) => Buffer.alloc(1_000_000, index))
    const info = await objects.put('archives/big', Readable.from(parts), { contentType: 'application/zip' })
    expect(info.sizeInBytes).toBe(7_000_000)
    expect(Buffer.concat(parts).equals(await objects.get('archives/big'))).toBe(true)
  })

  test('are listed by prefix and removed, twice without complaint', async () => {
    const objects = stores[kind]
    await objects.put('thumbs/a', Buffer.from('a'), { contentType: 'image/jpeg' })
    await objects.put('thumbs/b', Buffer.from('b'), { contentType: 'image/jpeg' })
    expect((await objects.list('thumbs/')).sort()).toEqual(['thumbs/a', 'thumbs/b'])
    await objects.remove('thumbs/a')
    await objects.remove('thumbs/a')
    expect(await objects.list('thumbs/')).toEqual(['thumbs/b'])
  })

  test('that are not there are said to be missing', async () => {
    const objects = stores[kind]
    expect(await objects.head('originals/none')).toBeUndefined()
    await expect(objects.get('originals/none')).rejects.toThrow(ObjectMissing)
    await expect(objects.get('originals/none', { start: 0, end: 1 })).rejects.toThrow(ObjectMissing)
    await expect(objects.stream('originals/none')).rejects.toThrow(ObjectMissing)
  })
})

test('a key cannot climb out of the folder', async () => {
  await expect(stores.folder.get('originals/../../secret.key')).rejects.toThrow('Not an object key')
})

describe('unfinished writes of killed processes', () => {
  const before = new Date('2026-09-12T00:00:00Z')
  const old = new Date('2026-09-11T23:00:00Z')
  const recent = new Date('2026-09-12T01:00:00Z')

  test('are aborted in a bucket when they are old, and those of other programs stay', async () => {
    const uploads = [
      { key: 'archives/a', uploadId: '1', initiated: old },
      { key: 'originals/one/a', uploadId: '2', initiated: old },
      { key: 'originals/one/a', uploadId: '3', initiated: recent },
      { key: 'originals/one/b', uploadId: '4', initiated: old },
      { key: 'originals/one/c', uploadId: '5', initiated: old },
      { key: 'other/a', uploadId: '6', initiated: old },
    ]
    const service = await openMultipartService(uploads, ['4'])
    const { bucket: name, url: endpoint } = service
    const options = { bucket: name, endpoint, region: 'us-east-1' }
    const objects = createBucketStore({ ...options, accessKeyId: 'key', secretAccessKey: 'secret' })
    expect(await objects.removeUnfinished?.(['originals', 'archives', 'bought'], before)).toBe(3)
    expect(service.listUploads().map(({ uploadId }) => uploadId)).toEqual(['3', '4', '6'])
    expect(service.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(4)
    await service.close()
  })

  test('are no outage in a store that cannot list them', async () => {
    const failure = await stores.bucket
      .removeUnfinished?.(['originals'], before)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'NotImplemented' })
    expect(failure).not.toBeInstanceOf(DependencyUnavailable)
  })

  test('are removed from a folder when they are old', async () => {
    await stores.folder.put('media/one/a', Buffer.from('a'), { contentType: 'image/jpeg' })
    const media = join(folder, 'files', 'media', 'one')
    for (const [name, writtenOn] of [
      ['b.000000000000.part', old],
      ['c.000000000000.part', recent],
      ['a', old],
    ] as const) {
      const path = join(media, name)
      if (name !== 'a') writeFileSync(path, 'a part')
      utimesSync(path, writtenOn, writtenOn)
    }
    expect(await stores.folder.removeUnfinished?.(['media', 'bought'], before)).toBe(1)
    expect(readdirSync(media).sort()).toEqual(['a', 'a.type', 'c.000000000000.part'])
  })
})
