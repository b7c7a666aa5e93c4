import { randomFillSync } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createFolderStore } from '../../server/adapters/objects/folder.ts'
import { type ArchiveEntry, buildArchive } from '../../server/features/archives/build-archive.ts'

const photoCount = 60
const photoSizeInBytes = 7 * 1024 * 1024

/** Compares zipping an order's originals with reading the same files, and with copying them into the store. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinish-zip-'))
  try {
    const objects = createFolderStore(folder)
    const entries: ArchiveEntry[] = []
    for (let index = 0; index < photoCount; index++) {
      const content = randomFillSync(Buffer.alloc(photoSizeInBytes))
      await objects.put(`originals/${index}`, content, { contentType: 'image/jpeg' })
      entries.push({
        ...{ fileName: `${index}.jpg`, objectKey: `originals/${index}`, sizeInBytes: content.length },
        fileDate: { on: new Date(0), timeZone: 'UTC' },
      })
    }
    const megabytes = (photoCount * photoSizeInBytes) / 1024 / 1024
    const read = await measureTime(async () => {
      for (const { objectKey } of entries)
        await pipeline(createReadStream(join(folder, objectKey)), createSink())
    })
    const copy = await measureTime(async () => {
      for (const { objectKey } of entries) {
        const source = await objects.stream(objectKey)
        await objects.put(`copies/${objectKey.split('/')[1] ?? ''}`, source, { contentType: 'image/jpeg' })
      }
    })
    const zip = await measureTime(() =>
      buildArchive(objects, entries, 'archives/one', () => Promise.resolve()),
    )
    const formatSpeed = (seconds: number) => `${(megabytes / seconds).toFixed(0)} MB/s`
    console.log(
      `${photoCount} originals of 7 MB: read ${formatSpeed(read)}, copied ${formatSpeed(copy)}, zipped ${formatSpeed(zip)}`,
    )
    console.log(
      `zip against copy: ${(copy / zip).toFixed(2)} of its speed; against plain read: ${(read / zip).toFixed(2)}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const createSink = () => new Writable({ write: (_chunk, _encoding, done) => done() })

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
