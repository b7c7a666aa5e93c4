import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getEvent } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { getSelfie } from '../../contract/recognition.ts'
import { type EventRow, findEvent } from '../../server/features/events/index.ts'
import { type IngestParts, ingestFolder } from '../../server/features/ingest/index.ts'
import type { AnalyseOptions } from '../../server/features/photos/ports.ts'
import { photoTags } from '../../server/features/photos/tables.ts'
import { faces } from '../../server/features/recognition/tables.ts'
import { readTenant } from '../../server/features/tenants/tenant-file.ts'
import type { Context } from '../../server/platform/context.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { countTrue, report } from '../support/data/figures.ts'
import { uploader } from '../support/data/pictures.ts'
import { anEvent, aPhoto, aSelfie, buildFace } from '../support/data/race.ts'
import { answer, refusal, tokenFor } from '../support/server/api-calls.ts'
import { command } from '../support/server/commands.ts'
import {
  demoPhoto,
  type IngestServer,
  openIngestServer,
  writePhoto,
} from '../support/server/ingest-server.ts'

const slow = 120_000

let testServer: IngestServer
let folder: string
beforeAll(async () => {
  testServer = await openIngestServer()
  folder = testServer.folder()
  await writePhoto(demoPhoto('photos-a/A009.jpg').jpeg(), folder, 'finish.jpg')
}, slow)
afterAll(() => testServer.close())

/** Ingests the folder, and counts analyzed faces, table rows, and recognized numbers. */
async function ingested(event: EventRow, context: Context = testServer.context()) {
  let measured = 0
  const inputs: AnalyseOptions[] = []
  const { analyser } = testServer.parts
  const counting: IngestParts['analyser'] = {
    close: () => analyser.close(),
    hashPicture: (bytes) => analyser.hashPicture(bytes),
    analyse: async (bytes, options) => {
      inputs.push(options)
      const photo = await analyser.analyse(bytes, options)
      measured += photo.faces.length
      return photo
    },
  }
  const silent = { progress: () => {}, refused: () => {}, added: () => {} }
  const parts = { ...testServer.parts, analyser: counting }
  const { added } = await ingestFolder(
    context,
    parts,
    { event, folder },
    silent,
    new AbortController().signal,
  )
  expect([added, inputs.length]).toEqual([1, 1])
  const { db } = context
  const rows = await db.select().from(faces).where(eq(faces.eventId, event.id))
  const tags = await db.select().from(photoTags).where(eq(photoTags.eventId, event.id))
  return { measured, rows: rows.length, numbers: tags.length > 0 }
}

async function selfieSentTo(event: EventRow) {
  const bytes = await readFile(join(projectRoot, 'demo/selfies/good-a01-andrei.jpg'))
  const picture = { key: `of ${event.id}`, bytes, sha256: '' }
  const response = await uploader(testServer).whole(picture, event.albumId)
  return [response.statusCode, response.json().code]
}

const offersSelfie = async (event: EventRow) =>
  (await answer(testServer.app, getEvent, { params: { eventId: event.id } })).features.faceSearch

async function eventBy(...words: string[]): Promise<EventRow> {
  const { json } = await command(
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
    const ordinaryEvent = await eventBy()
    const counted = await ingested(ordinaryEvent)
    expect(counted.rows).toBeGreaterThan(0)
    expect([counted.measured, counted.numbers]).toEqual([counted.rows, true])
    const off = await eventBy('--no-faces')
    const without = await ingested(off)
    expect([await offersSelfie(ordinaryEvent), await offersSelfie(off)]).toEqual([true, false])
    const refused = await selfieSentTo(off)
    report('faces off, event', {
      'faces measured': without.measured,
      'with faces on': counted.measured,
      'selfies refused': countTrue([refused[0] === 409]),
    })
    expect(without).toEqual({ measured: 0, rows: 0, numbers: counted.numbers })
    expect(refused).toEqual([409, 'FaceSearchOff'])
  },
  slow,
)

it(
  'switching faces off counts for the next photo, ends searches that were begun, and can be undone',
  async () => {
    const context = testServer.context()
    const event = await anEvent(context)
    const photoId = await aPhoto(context, event, { faces: [buildFace(1)] })
    const selfie = await aSelfie(context, event, buildFace(1))
    const { token } = await tokenFor(testServer.app, event.id, selfie)
    await command(testServer, 'faces', 'off', '--event', event.id)
    // uses the outdated row, like a command that watches a folder
    const next = await ingested(event)
    expect(next).toMatchObject({ measured: 0, rows: 1 })
    expect(await offersSelfie(event)).toBe(false)
    const params = { selfieId: selfie.selfieId }
    expect(await refusal(testServer.app, getSelfie, { params })).toEqual([404, 'SelfieNotFound'])
    testServer.moveClock(2_000)
    const refused = await refusal(testServer.app, listPhotos, { token })
    report('faces off, from the next photo', {
      'faces measured': next.measured,
      'earlier searches refused': countTrue([refused[0] === 401]),
    })
    expect(refused).toEqual([401, 'TokenExpired'])
    await command(testServer, 'faces', 'on', '--event', event.id)
    expect(await offersSelfie(event)).toBe(true)
    testServer.moveClock(2_000)
    const found = await answer(testServer.app, listPhotos, { token })
    expect(found.items.map((photo) => photo.photoId)).toEqual([photoId])
  },
  slow,
)

it(
  '`faces on` is refused after `faces erase`',
  async () => {
    const event = await anEvent(testServer.context())
    await command(testServer, 'faces', 'erase', '--event', event.id)
    await expect(command(testServer, 'faces', 'on', '--event', event.id)).rejects.toThrow('erased')
    expect(await ingested(event)).toMatchObject({ measured: 0, rows: 0 })
  },
  slow,
)

it(
  'a tenant without faces: its settings say so, none is measured in any event',
  async () => {
    const source = { name: 'calm', where: 'calm.json', files: new Map<string, Uint8Array>() }
    const read = (text: string) => readTenant({ ...source, text }, { demo: false }).tenant.faceSearch
    expect([read('{"tenantName":"Calm"}'), read('{"tenantName":"Calm","faceSearch":false}')]).toEqual([
      true,
      false,
    ])
    const context = testServer.context()
    const calm = { ...context, tenant: { ...context.tenant, faceSearch: false } }
    const without = await ingested(await anEvent(context), calm)
    report('faces off, tenant', { 'faces measured': without.measured, 'rows written': without.rows })
    expect(without).toMatchObject({ measured: 0, rows: 0 })
  },
  slow,
)
