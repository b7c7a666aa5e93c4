import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getEvent } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { getSelfie } from '../../contract/recognition.ts'
import { type EventRow, findEvent } from '../../server/features/events/index.ts'
import { type IngestServices, ingestFolder } from '../../server/features/ingest/index.ts'
import type { AnalyseOptions } from '../../server/features/photos/ports.ts'
import { photoTags } from '../../server/features/photos/tables.ts'
import { faces } from '../../server/features/recognition/tables.ts'
import { readTenant } from '../../server/features/tenants/tenant-file.ts'
import type { Context } from '../../server/platform/context.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { createUploader } from '../support/data/pictures.ts'
import { buildEmbedding, createPhoto, createSelfie, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  type IngestServer,
  openIngestServer,
  readableWidthInPixels,
  readDemoPhoto,
  writePhoto,
} from '../support/server/ingest-server.ts'

const timeoutInMs = 120_000

let testServer: IngestServer
let folder: string
beforeAll(async () => {
  testServer = await openIngestServer()
  folder = testServer.createFolder()
  await writePhoto(readDemoPhoto('photos-a/A009.jpg', readableWidthInPixels).jpeg(), folder, 'finish.jpg')
}, timeoutInMs)
afterAll(() => testServer.close())

/** Ingests the folder, and counts analyzed faces, table rows, and recognized numbers. */
async function ingestAndCount(event: EventRow, context: Context = testServer.context()) {
  let analyzedFaceCount = 0
  const inputs: AnalyseOptions[] = []
  const { analyser } = testServer.parts
  const countingAnalyser: IngestServices['analyser'] = {
    close: () => analyser.close(),
    hashPicture: (bytes) => analyser.hashPicture(bytes),
    analyse: async (bytes, options) => {
      inputs.push(options)
      const photo = await analyser.analyse(bytes, options)
      analyzedFaceCount += photo.faces.length
      return photo
    },
  }
  const silentReport = { progress: () => {}, refused: () => {}, added: () => {} }
  const parts = { ...testServer.parts, analyser: countingAnalyser }
  const { added } = await ingestFolder(
    context,
    parts,
    { event, folder },
    silentReport,
    new AbortController().signal,
  )
  expect([added, inputs.length]).toEqual([1, 1])
  const { db } = context
  const rows = await db.select().from(faces).where(eq(faces.eventId, event.id))
  const tags = await db.select().from(photoTags).where(eq(photoTags.eventId, event.id))
  return { analyzedFaceCount, rows: rows.length, numbers: tags.length > 0 }
}

async function sendSelfieTo(event: EventRow) {
  const bytes = await readFile(join(projectRoot, 'demo/selfies/good-a01-andrei.jpg'))
  const picture = { key: `of ${event.id}`, bytes, sha256: '' }
  const response = await createUploader(testServer).sendAsForm(picture, event.albumId)
  return [response.statusCode, response.json().code]
}

const hasFaceSearch = async (event: EventRow) =>
  (await fetchAnswer(testServer.app, getEvent, { params: { eventId: event.id } })).features.faceSearch

async function createEventByCommand(...words: string[]): Promise<EventRow> {
  const { json } = await runTestCommand(
    testServer,
    'event',
    'create',
    '--title',
    'Run',
    '--date',
    '2026-09-12',
    ...words,
  )
  const event = await findEvent(testServer.context(), (json as { eventId: string }).eventId)
  if (!event) throw new Error('There is no event')
  return event
}

it(
  'an event made without faces: none is measured, its numbers are read, a selfie is refused',
  async () => {
    const ordinaryEvent = await createEventByCommand()
    const countsWithFaces = await ingestAndCount(ordinaryEvent)
    expect(countsWithFaces.rows).toBeGreaterThan(0)
    expect([countsWithFaces.analyzedFaceCount, countsWithFaces.numbers]).toEqual([countsWithFaces.rows, true])
    const eventWithoutFaces = await createEventByCommand('--no-faces')
    const countsWithoutFaces = await ingestAndCount(eventWithoutFaces)
    expect([await hasFaceSearch(ordinaryEvent), await hasFaceSearch(eventWithoutFaces)]).toEqual([
      true,
      false,
    ])
    const refused = await sendSelfieTo(eventWithoutFaces)
    reportFigures('faces off, event', {
      'faces measured': countsWithoutFaces.analyzedFaceCount,
      'with faces on': countsWithFaces.analyzedFaceCount,
      'selfies refused': countTrue([refused[0] === 409]),
    })
    expect(countsWithoutFaces).toEqual({ analyzedFaceCount: 0, rows: 0, numbers: countsWithFaces.numbers })
    expect(refused).toEqual([409, 'FaceSearchOff'])
  },
  timeoutInMs,
)

it(
  'switching faces off counts for the next photo, ends searches that were begun, and can be undone',
  async () => {
    const context = testServer.context()
    const event = await createTestEvent(context)
    const photoId = await createPhoto(context, event, { faces: [buildEmbedding(1)] })
    const selfie = await createSelfie(context, event, buildEmbedding(1))
    const { token } = await fetchSearchToken(testServer.app, event.id, selfie)
    await runTestCommand(testServer, 'faces', 'off', '--event', event.id)
    // uses the outdated row, like a command that watches a folder
    const nextCounts = await ingestAndCount(event)
    expect(nextCounts).toMatchObject({ analyzedFaceCount: 0, rows: 1 })
    expect(await hasFaceSearch(event)).toBe(false)
    const params = { selfieId: selfie.selfieId }
    expect(await fetchProblemCode(testServer.app, getSelfie, { params })).toEqual([404, 'SelfieNotFound'])
    testServer.moveClock(2_000)
    const refused = await fetchProblemCode(testServer.app, listPhotos, { token })
    reportFigures('faces off, from the next photo', {
      'faces measured': nextCounts.analyzedFaceCount,
      'earlier searches refused': countTrue([refused[0] === 401]),
    })
    expect(refused).toEqual([401, 'TokenExpired'])
    await runTestCommand(testServer, 'faces', 'on', '--event', event.id)
    expect(await hasFaceSearch(event)).toBe(true)
    testServer.moveClock(2_000)
    const found = await fetchAnswer(testServer.app, listPhotos, { token })
    expect(found.items.map((photo) => photo.photoId)).toEqual([photoId])
  },
  timeoutInMs,
)

it(
  '`faces on` is refused after `faces erase`',
  async () => {
    const event = await createTestEvent(testServer.context())
    await runTestCommand(testServer, 'faces', 'erase', '--event', event.id)
    await expect(runTestCommand(testServer, 'faces', 'on', '--event', event.id)).rejects.toThrow('erased')
    expect(await ingestAndCount(event)).toMatchObject({ analyzedFaceCount: 0, rows: 0 })
  },
  timeoutInMs,
)

it(
  'a tenant without faces: its settings say so, none is measured in any event',
  async () => {
    const source = { name: 'calm', location: 'calm.json', files: new Map<string, Uint8Array>() }
    const readFaceSearch = (text: string) =>
      readTenant({ ...source, text }, { demo: false }).tenant.faceSearch
    expect([
      readFaceSearch('{"tenantName":"Calm"}'),
      readFaceSearch('{"tenantName":"Calm","faceSearch":false}'),
    ]).toEqual([true, false])
    const context = testServer.context()
    const contextWithoutFaces = { ...context, tenant: { ...context.tenant, faceSearch: false } }
    const countsWithoutFaces = await ingestAndCount(await createTestEvent(context), contextWithoutFaces)
    reportFigures('faces off, tenant', {
      'faces measured': countsWithoutFaces.analyzedFaceCount,
      'rows written': countsWithoutFaces.rows,
    })
    expect(countsWithoutFaces).toMatchObject({ analyzedFaceCount: 0, rows: 0 })
  },
  timeoutInMs,
)
