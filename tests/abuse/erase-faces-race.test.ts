import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getEvent } from '../../contract/events.ts'
import { findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../server/app.ts'
import { createEventOverviewFeature } from '../../server/features/event-overview/index.ts'
import { findEvent, setEventSwitches } from '../../server/features/events/index.ts'
import { deletePersonData } from '../../server/features/photos/index.ts'
import { eraseFaces, indexFaces } from '../../server/features/recognition/index.ts'
import { faces, selfies } from '../../server/features/recognition/tables.ts'
import type { Context } from '../../server/platform/context.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { newId } from '../../server/platform/ids.ts'
import { createLogger } from '../../server/platform/log.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { buildPicture, createCountingRecognition, createUploader } from '../support/data/pictures.ts'
import { buildEmbedding, buildNewFace, createPhoto, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer
const recognition = createCountingRecognition()
beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex(), faces: recognition.faces })
})
afterAll(() => testServer.close())

const countFaces = async ({ db }: Context, eventId: string) =>
  (await db.select({ id: faces.id }).from(faces).where(eq(faces.eventId, eventId))).length

const hasFaceSearch = async (eventId: string) =>
  (await fetchAnswer(testServer.app, getEvent, { params: { eventId } })).features.faceSearch

describe('faces erase', () => {
  it('and other switches at once: both are in effect', async () => {
    const context = testServer.context()
    const event = await createTestEvent(context)
    await createPhoto(context, event, { faces: [buildEmbedding(1)] })
    await Promise.all([
      setEventSwitches(context, event.id, { preorder: true }),
      runTestCommand(testServer, 'faces', 'erase', '--event', event.id),
      setEventSwitches(context, event.id, { closed: true }),
      setEventSwitches(context, event.id, { paymentTypes: ['card'] }),
    ])
    const isOn = await hasFaceSearch(event.id)
    const switches = (await findEvent(context, event.id))?.switches
    reportFigures('faces erase, with three switches at once', {
      'face search left on': countTrue([isOn]),
      'switches in effect': countTrue([
        switches?.preorder === true,
        switches?.closed === true,
        switches?.paymentTypes !== undefined,
      ]),
    })
    expect(isOn).toBe(false)
    expect(switches).toEqual({ preorder: true, closed: true, paymentTypes: ['card'] })
  })

  it('is final: neither a switch nor photos that are taken in later bring faces back', async () => {
    const context = testServer.context()
    const event = await createTestEvent(context)
    await runTestCommand(testServer, 'faces', 'erase', '--event', event.id)
    await setEventSwitches(context, event.id, { faceSearch: true })
    await createPhoto(context, event, { faces: [buildEmbedding(2)], numbers: ['128'] })
    expect(await countFaces(context, event.id)).toBe(0)
    expect(await hasFaceSearch(event.id)).toBe(false)
  })

  it('while a selfie is measured: its measures are not kept', async () => {
    const context = testServer.context()
    const event = await createTestEvent(context)
    await createPhoto(context, event)
    recognition.runBeforeResult(async () => {
      await runTestCommand(testServer, 'faces', 'erase', '--event', event.id)
    })
    const response = await createUploader(testServer).sendAsForm(buildPicture(), event.albumId)
    recognition.runBeforeResult(async () => undefined)
    expect([response.statusCode, response.json().code]).toEqual([409, 'FaceSearchOff'])
    const rows = await context.db.select().from(selfies).where(eq(selfies.eventId, event.id))
    reportFigures('faces erase, while a selfie is measured', { 'selfies stored': `${rows.length} of 1` })
    expect(rows).toEqual([])
  })
})

const postgres = findPostgres()

describe.skipIf(postgres === undefined)('on a PostgreSQL, where transactions run side by side', () => {
  it('20 rounds of erasing while switches are set and photos taken in', { timeout: 240_000 }, async () => {
    const cluster = await openCluster(postgres ?? '')
    const log = createLogger('silent')
    const options = { databaseUrl: cluster.url, dataDir: '', allowUnsafeDatabase: true, log }
    const database = await openDatabase(options)
    const context: Context = { ...testServer.context(), db: database.db }
    const services = { ...testServer.services, db: database.db, tableVersions: database.tableVersions }
    const app = await buildApp(services, [createEventOverviewFeature(services)])
    const rounds = 20
    let added = 0
    let remaining = 0
    const lost: boolean[] = []
    for (let round = 0; round < rounds; round++) {
      const event = await createTestEvent(context)
      const indexPhoto = () => {
        added += 1
        return indexFaces(context, {
          eventId: event.id,
          photoId: newId(),
          faces: [buildNewFace(buildEmbedding(round))],
        })
      }
      const earlierPhotos = [indexPhoto(), indexPhoto(), indexPhoto()]
      await Promise.all([
        ...earlierPhotos,
        setEventSwitches(context, event.id, { closed: true }),
        eraseFaces(context, event.id, deletePersonData),
        setEventSwitches(context, event.id, { preorder: true }),
        indexPhoto(),
        indexPhoto(),
      ])
      await indexPhoto()
      const { features } = await fetchAnswer(app, getEvent, { params: { eventId: event.id } })
      const row = await findEvent(context, event.id)
      const count = await countFaces(context, event.id)
      remaining += count
      lost.push(row?.switches.closed !== true, row?.switches.preorder !== true)
      expect([count, features.faceSearch, row?.switches]).toEqual([
        0,
        false,
        { closed: true, preorder: true },
      ])
    }
    reportFigures('faces erase on PostgreSQL, while photos are taken in', {
      rounds,
      'faces that remain': `${remaining} of ${added}`,
      'switches lost': countTrue(lost),
    })
    await app.close()
    await database.close()
    await cluster.close()
  })
})
