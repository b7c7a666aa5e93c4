import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readZipDates, unzip } from '../../../tests/support/data/unzip.ts'
import { createFolderStore } from '../../adapters/objects/folder.ts'
import { buildArchive } from './build-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileDate = { on: new Date('2026-09-12T14:31:02Z'), timeZone: 'Europe/Moscow' }

test('the zip holds every file bit for bit under its name', async () => {
  const objects = createFolderStore(folder)
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
      fileDate,
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
  const objects = createFolderStore(folder)
  const entries = [{ fileName: 'gone.jpg', objectKey: 'originals/gone', sizeInBytes: 10, fileDate }]
  await expect(buildArchive(objects, entries, 'archives/two', async () => undefined)).rejects.toThrow()
  expect(await objects.head('archives/two')).toBeUndefined()
})

let firstZip: Buffer | undefined

test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])(
  'files have the time of the event, and the same bytes, in a process of %s',
  async (processZone) => {
    const before = process.env.TZ
    process.env.TZ = processZone
    try {
      const objects = createFolderStore(folder)
      await objects.put('originals/fileDate', Buffer.from('picture'), { contentType: 'image/jpeg' })
      const times = [
        ['Europe/Moscow', '2026-09-12 17:31:02'],
        ['America/New_York', '2026-09-12 10:31:02'],
        ['Asia/Kathmandu', '2026-09-12 20:16:02'],
      ] as const
      const entries = times.map(([timeZone]) => ({
        ...{ fileName: `${timeZone.replace('/', ' ')}.jpg`, objectKey: 'originals/fileDate', sizeInBytes: 7 },
        fileDate: { on: fileDate.on, timeZone },
      }))
      await buildArchive(objects, entries, 'archives/fileDate', async () => undefined)
      const zip = Buffer.from(await objects.get('archives/fileDate'))
      expect([...(await readZipDates(zip)).values()]).toEqual(times.map(([, time]) => time))
      firstZip ??= zip
      expect(zip.equals(firstZip)).toBe(true)
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  },
)
