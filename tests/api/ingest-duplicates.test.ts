import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { photos } from '../../server/features/photos/tables.ts'
import { createTestEvent } from '../support/data/race.ts'
import {
  type IngestServer,
  openIngestServer,
  readDemoPhoto,
  writePhoto,
} from '../support/server/ingest-server.ts'
import { selectByEffort } from '../trials.ts'

// Loads models and analyzes photos, possibly in parallel with other tests: needs longer timeouts.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: IngestServer
beforeAll(async () => {
  server = await openIngestServer()
})
afterAll(() => server.close())

const photoPath = 'photos-a/A016.jpg'

const findRows = (eventId: string) =>
  server
    .context()
    .db.select()
    .from(photos)
    .where(and(eq(photos.tenant, 'one'), eq(photos.eventId, eventId)))

/** Inserts comments of `megabytes` MB after the start of a JPEG: the same picture in a larger file. */
function insertComments(jpeg: Buffer, megabytes: number): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd, 32)])
  const segments = Array.from({ length: megabytes * 16 }, () => segment)
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

it('the same picture with other metadata is one photo: the first by name, also when it is read last', async () => {
  for (let round = 0; round < selectByEffort({ quick: 1, full: 3, long: 3 }); round++) {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(photoPath).jpeg(), folder, 'c.jpg')
    const jpeg = readFileSync(join(folder, 'c.jpg'))
    writeFileSync(join(folder, 'a.jpg'), insertComments(jpeg, 40))
    writeFileSync(join(folder, 'b.jpg'), insertComments(jpeg, 1))
    const summary = await server.ingest(event, folder, { workers: 4 })
    expect(summary).toMatchObject({ added: 1, known: 2, failed: [] })
    const duplicates = [
      { name: 'b.jpg', reason: 'duplicate of a.jpg' },
      { name: 'c.jpg', reason: 'duplicate of a.jpg' },
    ]
    expect(summary.duplicates.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(duplicates)
    expect(summary.notes).toEqual(summary.duplicates)
    expect((await findRows(event.id)).map(({ fileName }) => fileName)).toEqual(['a.jpg'])
  }
})

it('a later run with other metadata adds nothing, and another picture is another photo', async () => {
  const event = await createTestEvent(server.context())
  const [cardFolder, editedFolder] = [server.createFolder(), server.createFolder()]
  await writePhoto(readDemoPhoto(photoPath).jpeg(), cardFolder, 'IMG_0001.JPG')
  await writePhoto(readDemoPhoto(photoPath).png({ compressionLevel: 1 }), cardFolder, 'IMG_0002.png')
  expect(await server.ingest(event, cardFolder)).toMatchObject({ added: 2, duplicates: [] })
  const exif = { IFD0: { Copyright: 'Agency' } }
  await writePhoto(readDemoPhoto(photoPath).withExif(exif).jpeg(), editedFolder, 'edited', 'IMG_0001.JPG')
  await writePhoto(
    readDemoPhoto(photoPath).withExif(exif).png({ compressionLevel: 9 }),
    editedFolder,
    'z.png',
  )
  await writePhoto(readDemoPhoto(photoPath).flop().jpeg(), editedFolder, 'mirrored.jpg')
  const summary = await server.ingest(event, editedFolder)
  // a copy under the same name is not reported
  expect(summary).toMatchObject({
    added: 1,
    known: 2,
    duplicates: [{ name: 'z.png', reason: 'duplicate of IMG_0002.png' }],
  })
  expect(await findRows(event.id)).toHaveLength(3)
})

it('a photo of a release without hashes gets its hash when its file is seen again', async () => {
  const event = await createTestEvent(server.context())
  const folder = server.createFolder()
  await writePhoto(readDemoPhoto(photoPath).jpeg(), folder, 'old.jpg')
  await server.ingest(event, folder)
  const { db } = server.context()
  await db.update(photos).set({ pictureHash: null }).where(eq(photos.eventId, event.id))
  expect(await server.ingest(event, folder)).toMatchObject({ added: 0, known: 1, duplicates: [] })
  const [{ pictureHash } = { pictureHash: null }] = await findRows(event.id)
  expect(pictureHash).toMatch(/^[0-9a-f]{64}$/)
  copyFileSync(join(folder, 'old.jpg'), join(folder, 'copy.jpg'))
  expect(await server.ingest(event, folder)).toMatchObject({
    added: 0,
    known: 2,
    duplicates: [{ name: 'copy.jpg', reason: 'duplicate of old.jpg' }],
  })
})
