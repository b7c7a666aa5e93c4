import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSelfie } from '../../contract/recognition.ts'
import { listVideos } from '../../contract/videos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { setEventSwitches } from '../../server/features/events/index.ts'
import { addVideo, type NewVideo } from '../../server/features/videos/index.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../server/platform/objects/keys.ts'
import { buildEmbedding, createSelfie, createStartList, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let server: SearchServer

beforeAll(async () => {
  server = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => server.close())

it('lists videos of the whole event, of one number, and own ones first', async () => {
  const event = await createTestEvent(server.context())
  const createVideo = (startNumber: string | null, title: string): NewVideo => ({
    eventId: event.id,
    title: { ru: title },
    startNumber,
    durationS: 12.5,
    takenOn: new Date('2026-09-12T15:01:00Z'),
    sha256: sha256(newId()),
    fileName: 'clip.mp4',
    mime: 'video/mp4',
    sizeInBytes: 1,
    originalKey: newOriginalKey(server.context()),
    previewKey: newMediaKey(server.context()),
    poster: { key: newMediaKey(server.context()), width: 640, height: 360 },
  })
  for (const video of [
    createVideo(null, 'Гонка'),
    createVideo('128', 'Мой финиш'),
    createVideo('7', 'Другой'),
  ])
    await addVideo(server.context(), video)
  const listTitles = async (token: string, query: Record<string, string> = {}) => {
    const call = { token, query: { albumId: event.albumId, ...query } }
    return (await fetchAnswer(server.app, listVideos, call)).items.map((video) => video.title)
  }
  const { token } = await fetchSearchToken(server.app, event.id)
  expect((await listTitles(token)).sort()).toEqual(['Гонка', 'Другой', 'Мой финиш'])
  expect(await listTitles(token, { myStartNumber: '0128' })).toEqual(['Мой финиш', 'Гонка'])
  expect(await listTitles(token, { myStartNumber: '411' })).toEqual(['Гонка'])
  await createStartList(server.context(), event, [{ number: '7', firstName: 'Кофи', surname: 'Менса' }])
  expect(await listTitles(token, { searchString: '128' })).toEqual(['Мой финиш', 'Гонка'])
  expect(await listTitles(token, { searchString: 'менса' })).toEqual(['Другой', 'Гонка'])
  const runnerToken = await fetchSearchToken(server.app, event.id, { number: '128' })
  expect(await listTitles(runnerToken.token)).toEqual(['Мой финиш', 'Гонка'])
  const call = { token, query: { albumId: event.albumId, myStartNumber: '*' } }
  expect(await fetchProblemCode(server.app, listVideos, call)).toEqual([422, 'BibInvalid'])
  expect(await fetchProblemCode(server.app, listVideos, { token, query: { albumId: 'other' } })).toEqual([
    403,
    'TokenScope',
  ])
})

it('refuses the token of a deleted selfie, and of an event whose face search is switched off', async () => {
  const event = await createTestEvent(server.context())
  const query = { albumId: event.albumId }
  const selfie = await createSelfie(server.context(), event, buildEmbedding(51))
  const deletedSelfieToken = await fetchSearchToken(server.app, event.id, selfie)
  const validToken = await fetchSearchToken(
    server.app,
    event.id,
    await createSelfie(server.context(), event, buildEmbedding(52)),
  )
  for (const { token } of [deletedSelfieToken, validToken])
    expect(await fetchAnswer(server.app, listVideos, { token, query })).toMatchObject({ total: 0 })
  await fetchAnswer(server.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
  const listRefusal = ({ token }: { token: string }) =>
    fetchProblemCode(server.app, listVideos, { token, query })
  expect(await listRefusal(deletedSelfieToken)).toEqual([401, 'TokenExpired'])
  expect((await fetchAnswer(server.app, listVideos, { token: validToken.token, query })).total).toBe(0)
  await setEventSwitches(server.context(), event.id, { faceSearch: false })
  expect(await listRefusal(validToken)).toEqual([401, 'TokenExpired'])
})
