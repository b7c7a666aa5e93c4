import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../../../tests/world/bucket.ts'
import { ObjectMissing, type Objects } from '../../platform/objects/port.ts'
import { createFolderObjects } from './folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-objects-'))
let bucket: Bucket
let stores: Record<'folder' | 'bucket', Objects>

beforeAll(async () => {
  bucket = await openBucket(join(folder, 's3'))
  stores = { folder: createFolderObjects(join(folder, 'files')), bucket: bucket.objects }
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
