import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getEvent } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { getSelfie } from '../../contract/recognition.ts'
import { createVideoAnalyser } from '../../server/adapters/video/index.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import { coverMaker } from '../../server/adapters/vision/images/cover.ts'
import { createInstalledModels } from '../../server/adapters/vision/models/installed-models.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { runCommand } from '../../server/cli/run.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { createFaceSearch } from '../../server/features/recognition/index.ts'
import { defaultFaceModelId } from '../../server/features/recognition/ports.ts'
import { faces, selfies } from '../../server/features/recognition/tables.ts'
import { buildEmbedding, createPhoto, createSelfie, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'
import { getSharedVision } from '../support/server/vision.ts'

let testServer: SearchServer
beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
})
afterAll(() => testServer.close())

/** Runs `faces erase` for an event of the first tenant; returns its machine-readable output. */
async function eraseFaces(event: EventRow): Promise<unknown> {
  const { services } = testServer
  const parts = {
    services,
    analyser: getSharedVision().photos,
    faces: getSharedVision().faces,
    videoAnalyser: createVideoAnalyser({ ffmpegPath: undefined }),
    painter: framePainter,
    covers: coverMaker,
    models: createInstalledModels({
      folder: join(services.config.dataDir, 'models'),
      objects: services.objects,
    }),
    createTenantContext: () => testServer.context(),
  }
  const args = ['faces', 'erase', '--event', event.id, '--tenant', 'one']
  const silentReport = { note: () => {}, progress: () => {} }
  const { json } = await runCommand(parts, args, process.cwd(), silentReport, new AbortController().signal)
  return json
}

const listPhotoIds = async (token: string) =>
  (await fetchAnswer(testServer.app, listPhotos, { token })).items.map(({ photoId }) => photoId)

it('deletes the faces and selfies of an event and nothing else; its numbers are found as before', async () => {
  const context = testServer.context()
  const event = await createTestEvent(context)
  const photoId = await createPhoto(context, event, {
    faces: [buildEmbedding(1), buildEmbedding(2)],
    numbers: ['128'],
  })
  const selfie = await createSelfie(context, event, buildEmbedding(1))
  const other = await createTestEvent(context)
  const otherPhoto = await createPhoto(context, other, { faces: [buildEmbedding(1)] })
  const otherSelfie = await createSelfie(context, other, buildEmbedding(1))
  const faceToken = (await fetchSearchToken(testServer.app, event.id, selfie)).token
  expect(await listPhotoIds(faceToken)).toEqual([photoId])

  expect(await eraseFaces(event)).toEqual({ eventId: event.id, faces: 2, selfies: 1 })

  const { db } = testServer.services
  expect((await db.select().from(faces)).map((face) => face.eventId)).toEqual([other.id])
  expect((await db.select().from(selfies)).map(({ id }) => id)).toEqual([otherSelfie.selfieId])
  const { selfieId } = selfie
  expect(await fetchProblemCode(testServer.app, getSelfie, { params: { selfieId } })).toEqual([
    404,
    'SelfieNotFound',
  ])
  expect(
    (await fetchProblemCode(testServer.app, listPhotos, { token: faceToken }))[0],
  ).toBeGreaterThanOrEqual(400)
  const params = { eventId: event.id }
  expect((await fetchAnswer(testServer.app, getEvent, { params })).features.faceSearch).toBe(false)
  expect(
    await listPhotoIds((await fetchSearchToken(testServer.app, event.id, { number: '128' })).token),
  ).toEqual([photoId])
  expect(await listPhotoIds((await fetchSearchToken(testServer.app, other.id, otherSelfie)).token)).toEqual([
    otherPhoto,
  ])
})

it('is known to a process that has the event in memory', async () => {
  const context = testServer.context()
  const event = await createTestEvent(context)
  await createPhoto(context, event, { faces: [buildEmbedding(3)] })
  const otherFaceSearch = createFaceSearch(createFaceIndex(), getSharedVision().faces)
  const query = { embedding: buildEmbedding(3), model: defaultFaceModelId, maxDistance: 0.1 }
  expect(await otherFaceSearch.findNearest(context, event.id, query)).toHaveLength(1)
  await eraseFaces(event)
  expect(await otherFaceSearch.findNearest(context, event.id, query)).toEqual([])
})
