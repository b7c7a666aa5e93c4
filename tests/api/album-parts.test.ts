import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportPoint } from '../../contract/events.ts'
import { confirmPhoto, getAlbumTimes, listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { tagNumbers } from '../../server/features/photos/index.ts'
import { createPhoto, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const minute = (n: number) => new Date(Date.UTC(2026, 8, 12, 15, n))

/** Creates an event with five photos: two each at two points, one without a point. Three of them show number 128. */
async function createRace() {
  const event = await createTestEvent(testServer.context())
  const addPhoto = (point: string | undefined, atMinute: number, numbers: string[] = []) =>
    createPhoto(testServer.context(), event, { point, takenOn: minute(atMinute), numbers })
  const start = await addPhoto('start', 0, ['128'])
  const crowd = await addPhoto('start', 2)
  const finish = await addPhoto('finish', 40, ['128'])
  const medal = await addPhoto('finish', 44, ['128'])
  const cloud = await addPhoto(undefined, 50)
  return { event, start, crowd, finish, medal, cloud }
}

async function listPhotoIds(token: string, query: Record<string, string> = {}) {
  const { items, total } = await fetchAnswer(testServer.app, listPhotos, { token, query })
  expect(total).toBe(items.length)
  return items.map((photo) => photo.photoId)
}

it('returns the photos of one place, or of one time, page by page', async () => {
  const { event, start, crowd, finish, medal, cloud } = await createRace()
  const { token } = await fetchSearchToken(testServer.app, event.id)
  expect(await listPhotoIds(token, { point: 'start' })).toEqual([start, crowd])
  expect(
    await listPhotoIds(token, { takenFrom: minute(2).toISOString(), takenTo: minute(44).toISOString() }),
  ).toEqual([crowd, finish])
  expect(await listPhotoIds(token, { point: 'finish', takenFrom: minute(41).toISOString() })).toEqual([medal])
  expect(await listPhotoIds(token, { takenFrom: minute(45).toISOString() })).toEqual([cloud])
  expect(await listPhotoIds(token, { point: 'nowhere' })).toEqual([])
  const second = await fetchAnswer(testServer.app, listPhotos, {
    token,
    query: { point: 'finish', offset: '1', count: '1' },
  })
  expect([second.items[0]?.photoId, second.total]).toEqual([medal, 2])
})

it('begins with large faces of alternating points, goes on in time order, and leaves out the photo report', async () => {
  const event = await createTestEvent(testServer.context())
  const addPhoto = (point: string, atMinute: number, faceShare = 0) =>
    createPhoto(testServer.context(), event, { point, takenOn: minute(atMinute), faceShare })
  const report = await addPhoto(reportPoint, 0, 0.5)
  const road = await addPhoto('start', 1)
  const far = await addPhoto('start', 2, 0.05)
  const near = await addPhoto('finish', 3, 0.3)
  const close = await addPhoto('finish', 4, 0.4)
  const crowd = await addPhoto('start', 5)
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const allPhotoIds = [close, far, near, road, crowd]
  expect(await listPhotoIds(token)).toEqual(allPhotoIds)
  for (const offset of allPhotoIds.keys()) {
    const page = await fetchAnswer(testServer.app, listPhotos, {
      token,
      query: { offset: String(offset), count: '2' },
    })
    expect(page.items.map(({ photoId }) => photoId)).toEqual(allPhotoIds.slice(offset, offset + 2))
    expect(page.total).toBe(allPhotoIds.length)
  }
  expect(await listPhotoIds(token, { point: 'start' })).toEqual([road, far, crowd])
  expect(await listPhotoIds(token, { point: reportPoint })).toEqual([report])
  const { startsOn, points, leading } = await fetchAnswer(testServer.app, getAlbumTimes, { token })
  expect(startsOn).toBe(minute(1).toISOString())
  expect(new Set(points.map(({ point }) => point))).toEqual(new Set(['finish', 'start']))
  expect(leading).toEqual([
    { point: 'finish', step: 18 },
    { point: 'start', step: 6 },
    { point: 'finish', step: 12 },
  ])
})

it('filters own photos the same way', async () => {
  const { event, start, finish, medal } = await createRace()
  const { token } = await fetchSearchToken(testServer.app, event.id, { number: '128' })
  expect(await listPhotoIds(token)).toEqual([start, finish, medal])
  expect(await listPhotoIds(token, { point: 'finish' })).toEqual([finish, medal])
  expect(await listPhotoIds(token, { point: 'finish', takenTo: minute(44).toISOString() })).toEqual([finish])
})

it('returns one photo by its id, also of the photo report', async () => {
  const { event, start, finish } = await createRace()
  const report = await createPhoto(testServer.context(), event, { point: reportPoint, takenOn: minute(0) })
  const elsewhere = await createRace()
  const { token } = await fetchSearchToken(testServer.app, event.id)
  for (const photoId of [finish, report]) expect(await listPhotoIds(token, { photoId })).toEqual([photoId])
  expect(await listPhotoIds(token, { photoId: elsewhere.finish })).toEqual([])
  expect(await listPhotoIds(token, { photoId: start, point: 'finish' })).toEqual([])
  const { token: runnerToken } = await fetchSearchToken(testServer.app, event.id, { number: '128' })
  expect(await listPhotoIds(runnerToken, { photoId: finish })).toEqual([finish])
  expect(await listPhotoIds(runnerToken, { photoId: report })).toEqual([])
})

it('counts the photos by place and time', async () => {
  const { event } = await createRace()
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const { startsOn, stepInS, points } = await fetchAnswer(testServer.app, getAlbumTimes, { token })
  expect([startsOn, stepInS]).toEqual([minute(0).toISOString(), 30])
  const listMinutes = (point: string | null) =>
    points
      .find((each) => each.point === point)
      ?.counts.flatMap((count, step) => Array.from({ length: count }, () => (step * stepInS) / 60))
  expect(listMinutes('start')).toEqual([0, 2])
  expect(listMinutes('finish')).toEqual([40, 44])
  expect(listMinutes(null)).toEqual([50])
  const { token: emptyToken } = await fetchSearchToken(
    testServer.app,
    (await createTestEvent(testServer.context())).id,
  )
  expect(await fetchAnswer(testServer.app, getAlbumTimes, { token: emptyToken })).toMatchObject({
    startsOn: null,
    points: [],
  })
})

it('limits the number of time steps of an album of many days', async () => {
  const event = await createTestEvent(testServer.context())
  for (const day of [1, 200])
    await createPhoto(testServer.context(), event, { takenOn: new Date(Date.UTC(2026, 0, day)) })
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const { points } = await fetchAnswer(testServer.app, getAlbumTimes, { token })
  expect(points[0]?.counts.length).toBeLessThanOrEqual(242)
  expect(points[0]?.counts.reduce((sum, count) => sum + count, 0)).toBe(2)
})

it('keeps denied photos separate permanently, and restores one on request', async () => {
  const { event, start, finish, medal } = await createRace()
  const input = { number: '128', deviceKey: randomUUID() }
  const { token } = await fetchSearchToken(testServer.app, event.id, input)
  const answerItsMe = (itIsMe: boolean) =>
    fetchAnswer(testServer.app, confirmPhoto, { token, params: { photoId: finish }, body: { itIsMe } })
  expect(await listPhotoIds(token, { denied: 'only' })).toEqual([])
  await answerItsMe(false)
  // the photo is recognized again, now and years later
  await tagNumbers(testServer.context(), { eventId: event.id, photoId: finish, numbers: [] })
  await tagNumbers(testServer.context(), {
    eventId: event.id,
    photoId: finish,
    numbers: [{ value: '128', confidence: 1 }],
  })
  testServer.moveClock(400 * 86_400_000)
  const { token: laterToken } = await fetchSearchToken(testServer.app, event.id, input)
  expect(await listPhotoIds(laterToken)).toEqual([start, medal])
  expect(await listPhotoIds(laterToken, { denied: 'only' })).toEqual([finish])
  await fetchAnswer(testServer.app, confirmPhoto, {
    token: laterToken,
    params: { photoId: finish },
    body: { itIsMe: true },
  })
  expect(await listPhotoIds(laterToken)).toEqual([start, finish, medal])
  expect(await listPhotoIds(laterToken, { denied: 'only' })).toEqual([])
  const { token: albumToken } = await fetchSearchToken(testServer.app, event.id)
  expect(
    await fetchProblemCode(testServer.app, listPhotos, { token: albumToken, query: { denied: 'only' } }),
  ).toEqual([403, 'TokenScope'])
})

it('refuses invalid times', async () => {
  const { event } = await createRace()
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const queries: Record<string, string>[] = [
    { takenFrom: 'noon' },
    { takenTo: '2026' },
    { point: '' },
    { denied: 'also' },
    { photoId: '../x' },
  ]
  for (const query of queries)
    expect(await fetchProblemCode(testServer.app, listPhotos, { token, query })).toEqual([
      400,
      'ValidationFailed',
    ])
})
