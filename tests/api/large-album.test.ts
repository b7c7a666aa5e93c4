import { afterAll, beforeAll, expect, it } from 'vitest'
import { getAlbumTimes, listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { coursePoints, fillAlbum } from '../support/data/large-album.ts'
import { createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchSearchToken } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const photoCount = 100_000

let testServer: SearchServer
let event: EventRow
let token: string

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
  event = await createTestEvent(testServer.context(), {
    points: coursePoints.map((point) => ({ point, title: { ru: point } })),
  })
  await fillAlbum(testServer.context(), event, photoCount)
  token = (await fetchSearchToken(testServer.app, event.id)).token
}, 180_000)
afterAll(() => testServer.close())

const fetchPage = (query: Record<string, string>) => fetchAnswer(testServer.app, listPhotos, { token, query })
const getPhotoId = (n: number) => `${event.id}-${String(n).padStart(7, '0')}`

it('is returned a hundred photos at a time, at its end as at its beginning', async () => {
  for (const offset of [0, 49_900, 99_900]) {
    const { items, count, total } = await fetchPage({ offset: String(offset), count: '100' })
    expect([count, total]).toEqual([100, photoCount])
    expect(items[0]?.photoId).toBe(getPhotoId(offset))
    expect(items.at(-1)?.photoId).toBe(getPhotoId(offset + 99))
  }
  expect((await fetchPage({ offset: '99950', count: '100' })).count).toBe(50)
  expect((await fetchPage({ offset: '100000', count: '100' })).count).toBe(0)
})

it('is filtered by place and time, with pages', async () => {
  const start = event.startsOn.getTime() + 3 * 3_600_000
  const { items, total } = await fetchPage({ point: 'finish', offset: '24900', count: '100' })
  expect([total, items.at(-1)?.photoId]).toEqual([25_000, getPhotoId(99_999)])
  const minute = await fetchPage({
    takenFrom: new Date(start).toISOString(),
    takenTo: new Date(start + 60_000).toISOString(),
    count: '1',
  })
  expect(minute.total).toBe(417)
  expect(minute.items[0]?.photoId).toBe(getPhotoId(75_000))
})

it('returns its times in a small answer', async () => {
  const times = await fetchAnswer(testServer.app, getAlbumTimes, { token })
  expect(new Set(times.points.map(({ point }) => point))).toEqual(new Set(coursePoints))
  const steps = times.points[0]?.counts.length ?? 0
  expect(steps).toBeLessThanOrEqual(242)
  const all = times.points.flatMap(({ counts }) => counts)
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(photoCount)
  expect(JSON.stringify(times).length).toBeLessThan(6_000)
})

it('contains a runner’s own photos', async () => {
  const { token: runnerToken, total } = await fetchSearchToken(testServer.app, event.id, { number: '128' })
  const { items } = await fetchAnswer(testServer.app, listPhotos, { token: runnerToken })
  expect([total, items.length]).toEqual([5, 5])
  const takenTimes = items.map(({ takenOn }) => Date.parse(takenOn ?? ''))
  expect(takenTimes).toEqual(takenTimes.toSorted((one, other) => one - other))
})
