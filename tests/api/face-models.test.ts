import { writeFileSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listPhotos } from '../../contract/photos.ts'
import { getSelfie, type Selfie } from '../../contract/recognition.ts'
import { modelCards } from '../../server/adapters/vision/models/cards.ts'
import { runCommand } from '../../server/cli/run.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { embeddedPhotos, faces, faceVersions } from '../../server/features/recognition/tables.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { createUploader } from '../support/data/pictures.ts'
import { buildEmbedding, buildNewFace, createTestEvent } from '../support/data/race.ts'
import { buildSmallModel } from '../support/data/small-model.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { type IngestServer, openIngestServer } from '../support/server/ingest-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const smallModel = buildSmallModel()
const nextModel = 'face-api-ssd+small-model'
const defaultModel = 'face-api-ssd+face-api-resnet'

let testServer: IngestServer
let folder: string
beforeAll(async () => {
  testServer = await openIngestServer([...modelCards, smallModel.card])
  folder = testServer.createFolder()
  writeFileSync(join(folder, 'small.onnx'), smallModel.bytes)
  writeFileSync(join(folder, 'damaged.onnx'), smallModel.bytes.subarray(1))
})
afterAll(() => testServer.close())

async function run(...words: string[]) {
  const parts = {
    ...testServer.parts,
    services: testServer.services,
    createTenantContext: (name: string) =>
      name === 'one' || name === 'two' ? testServer.context(name) : undefined,
  }
  const silentReport = { note: () => {}, progress: () => {} }
  const argv = [...words, '--tenant', 'one']
  return runCommand(parts, argv, folder, silentReport, new AbortController().signal)
}

const selfieFile = (name: string) => join(projectRoot, 'demo', 'selfies', `good-${name}.jpg`)

/** Sends a selfie of a demo runner, and returns its id and a search token. */
async function sendSelfie(event: EventRow, name: string) {
  const bytes = await readFile(selfieFile(name))
  const picture = { key: newId(), bytes, sha256: sha256(bytes) }
  const response = await createUploader(testServer).sendAsForm(picture, event.albumId)
  const { selfieId, persons } = response.json<Selfie>()
  const personId = persons[0]?.personId
  if (personId === undefined) return { selfieId, token: undefined }
  const { token } = await fetchSearchToken(testServer.app, event.id, { selfieId, personId })
  return { selfieId, token }
}

/** Ingests selfies of demo runners as photos of an event, named after the runners. */
async function ingestRunners(event: EventRow, ...names: string[]): Promise<Map<string, string>> {
  const photos = testServer.createFolder()
  for (const name of names) await copyFile(selfieFile(name), join(photos, `${name}.jpg`))
  const { added } = await testServer.ingest(event, photos)
  expect(added).toBe(names.length)
  const { rows } = await testServer.services.db.execute<{ id: string; file_name: string }>(
    `select id, file_name from photos where event_id = '${event.id}'`,
  )
  return new Map(rows.map((row) => [row.file_name.replace('.jpg', ''), row.id]))
}

const listFound = async (token: string | undefined) =>
  (await fetchAnswer(testServer.app, listPhotos, { token: token ?? '' })).items.map(({ photoId }) => photoId)

const listFaceModels = async (eventId: string) => {
  const rows = await testServer.services.db.select().from(faces).where(eq(faces.eventId, eventId))
  return rows.map(({ model }) => model)
}

it('is installed from a file only with the hash of its card, and after consent to its licence', async () => {
  await expect(run('models', 'use', 'small-model')).rejects.toThrow('small-model is not installed')
  await expect(run('models', 'install', 'damaged.onnx', '--yes')).rejects.toThrow(
    'No model card has the size of',
  )
  await expect(run('models', 'install', 'no-such-file', '--yes')).rejects.toThrow('no model and no file')
  await expect(run('models', 'install', 'small.onnx')).rejects.toThrow(
    /MIT, https:\/\/models.test\/LICENSE[^]*--yes/,
  )
  await expect(run('models', 'install', 'face-api-ssd', '--yes')).rejects.toThrow('part of Photofinish')
  const { lines } = await run('models', 'install', 'small.onnx', '--yes')
  expect(lines[0]).toContain('Small model of a test')
  expect(lines.at(-1)).toBe('small-model')
  const list = await run('models', 'list')
  const { models } = list.json as { models: unknown[] }
  expect(models).toContainEqual({
    ...{ name: 'small-model', kind: 'embedder', state: 'installed', dimension: 128 },
    licence: { name: 'MIT', url: 'https://models.test/LICENSE' },
    sizeInBytes: smallModel.bytes.length,
    sourceUrl: 'https://models.test/small.onnx',
  })
  expect(models).toContainEqual({
    ...{ name: 'face-api-ssd', kind: 'detector', state: 'in use', dimension: null, sizeInBytes: 5_616_957 },
    licence: { name: 'MIT', url: 'https://github.com/vladmandic/face-api/blob/main/LICENSE' },
    sourceUrl: 'https://www.npmjs.com/package/@vladmandic/face-api',
  })
  expect(models).toContainEqual(expect.objectContaining({ name: 'yunet', state: 'available' }))
  expect(list.lines.find((line) => line.startsWith('small-model'))).toMatch(/embedder +installed/)
  expect(list.lines.find((line) => line.startsWith('face-api-resnet'))).toMatch(/in use/)
  expect(list.lines.at(-1)).toBe(defaultModel)
})

it('changes an event in the background, while its searches go on, with the selfies that it can carry over', async () => {
  const { db } = testServer.services
  const event = await createTestEvent(testServer.context())
  const photos = await ingestRunners(event, 'a01-andrei', 'a03-yuna')
  const andreiId = photos.get('a01-andrei')
  await db
    .update(faces)
    .set({ number: '128' })
    .where(eq(faces.photoId, andreiId ?? ''))
  const andrei = await sendSelfie(event, 'a01-andrei')
  const viktor = await sendSelfie(event, 'a04-viktor')
  expect(await listFound(andrei.token)).toEqual([andreiId])
  expect(viktor.token).toBeUndefined()

  await expect(run('models', 'use', 'unknown')).rejects.toThrow('There is no model "unknown"')
  const { lines } = await run('models', 'use', 'small-model')
  expect(lines).toEqual(['To embed again: 2 photos of 1 event', nextModel])
  expect((await run('models', 'list')).lines.at(-2)).toMatch(/: 0 of 2 photos embedded$/)

  // photos that come meanwhile are found by the previous model at once, and by the next one later
  expect(await listFound(andrei.token)).toEqual([andreiId])
  const leila = await ingestRunners(event, 'a12-leila')
  const before = await sendSelfie(event, 'a12-leila')
  expect(await listFound(before.token)).toEqual([leila.get('a12-leila')])
  expect(new Set(await listFaceModels(event.id))).toEqual(new Set([defaultModel]))

  await testServer.jobs.drain()
  expect(await listFaceModels(event.id)).toEqual([nextModel, nextModel, nextModel])
  expect(await db.select().from(embeddedPhotos)).toEqual([])
  const [state] = await db.select().from(faceVersions).where(eq(faceVersions.eventId, event.id))
  expect(state?.model).toBe(nextModel)
  const [numbered] = await db
    .select()
    .from(faces)
    .where(and(eq(faces.eventId, event.id), eq(faces.number, '128')))
  expect(numbered?.photoId).toBe(andreiId)
  expect((await run('models', 'list')).lines.at(-1)).toBe(nextModel)

  expect(await listFound(andrei.token)).toEqual([andreiId])
  expect(await listFound(before.token)).toEqual([leila.get('a12-leila')])
  const { selfieId } = viktor
  expect(await fetchProblemCode(testServer.app, getSelfie, { params: { selfieId } })).toEqual([
    404,
    'SelfieNotFound',
  ])
  const yuna = await sendSelfie(event, 'a03-yuna')
  expect(await listFound(yuna.token)).toEqual([photos.get('a03-yuna')])
})

it('is used for new events, and for faces that were embedded by the previous model during the change', async () => {
  const event = await createTestEvent(testServer.context())
  const photos = await ingestRunners(event, 'a05-anna')
  const photoId = photos.get('a05-anna') ?? ''
  expect(await listFaceModels(event.id)).toEqual([nextModel])
  const lateFaces = [{ ...buildNewFace(buildEmbedding(1)), number: null }]
  await indexFaces(testServer.context(), {
    eventId: event.id,
    photoId,
    faces: lateFaces,
    model: defaultModel,
  })
  expect(await listFaceModels(event.id)).toEqual([defaultModel])
  await testServer.jobs.drain()
  expect(await listFaceModels(event.id)).toEqual([nextModel])
  const anna = await sendSelfie(event, 'a05-anna')
  expect(await listFound(anna.token)).toEqual([photoId])
})
