import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unzip } from '../../../tests/support/data/unzip.ts'
import { createFolderObjects } from '../../adapters/objects/folder.ts'
import { buildArchive } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the zip holds every file bit for bit under its name', async () => {
  const objects = createFolderObjects(folder)
  const contents = [Buffer.alloc(100_000, 'a'), Buffer.from('второй'), Buffer.alloc(0)]
  const names = ['one.jpg', 'фото два.jpg', 'empty.jpg']
  for (const [index, content] of contents.entries()) {
    await objects.put(`originals/${index}`, content, { contentType: 'image/jpeg' })
  }
  const progress: number[] = []
  const size = await buildArchive(
    objects,
    contents.map((content, index) => ({
      fileName: names[index] ?? '',
      objectKey: `originals/${index}`,
      sizeInBytes: content.length,
    })),
    'archives/one',
    async (value) => void progress.push(value),
  )
  const zip = await objects.get('archives/one')
  expect(zip.length).toBe(size)
  expect(progress.at(-1)).toBe(1)

  const unpacked = await unzip(Buffer.from(zip))
  expect(unpacked).toEqual(new Map(names.map((name, index) => [name, contents[index]])))
})

test('a missing file fails the archive and publishes nothing', async () => {
  const objects = createFolderObjects(folder)
  const entries = [{ fileName: 'gone.jpg', objectKey: 'originals/gone', sizeInBytes: 10 }]
  await expect(buildArchive(objects, entries, 'archives/two', async () => undefined)).rejects.toThrow()
  expect(await objects.head('archives/two')).toBeUndefined()
})
