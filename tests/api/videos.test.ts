import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSelfie } from '../../contract/recognition.ts'
import { listVideos } from '../../contract/videos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { setEventSwitches } from '../../server/features/events/index.ts'
import { addVideo, type NewVideo } from '../../server/features/videos/index.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../server/platform/objects/keys.ts'
import { anEvent, aSelfie, aStartList, buildFace } from '../support/data/race.ts'
import { answer, refusal, tokenFor } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let server: SearchServer

beforeAll(async () => {
  server = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => server.close())

it('lists videos of the whole event, of one number, and own ones first', async () => {
  const event = await anEvent(server.context())
  const clip = (startNumber: string | null, title: string): NewVideo => ({
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
  for (const video of [clip(null, 'Гонка'), clip('128', 'Мой финиш'), clip('7', 'Другой')])
    await addVideo(server.context(), video)
  const titles = async (token: string, query: Record<string, string> = {}) => {
    const ask = { token, query: { albumId: event.albumId, ...query } }
    return (await answer(server.app, listVideos, ask)).items.map((video) => video.title)
  }
  const { token } = await tokenFor(server.app, event.id)
  expect((await titles(token)).sort()).toEqual(['Гонка', 'Другой', 'Мой финиш'])
  expect(await titles(token, { myStartNumber: '0128' })).toEqual(['Мой финиш', 'Гонка'])
  expect(await titles(token, { myStartNumber: '411' })).toEqual(['Гонка'])
  await aStartList(server.context(), event, [{ number: '7', firstName: 'Кофи', surname: 'Менса' }])
  expect(await titles(token, { searchString: '128' })).toEqual(['Мой финиш', 'Гонка'])
  expect(await titles(token, { searchString: 'менса' })).toEqual(['Другой', 'Гонка'])
  const own = await tokenFor(server.app, event.id, { number: '128' })
  expect(await titles(own.token)).toEqual(['Мой финиш', 'Гонка'])
  const ask = { token, query: { albumId: event.albumId, myStartNumber: '*' } }
  expect(await refusal(server.app, listVideos, ask)).toEqual([422, 'BibInvalid'])
  expect(await refusal(server.app, listVideos, { token, query: { albumId: 'other' } })).toEqual([
    403,
    'TokenScope',
  ])
})

it('refuses the token of a deleted selfie, and of an event whose face search is switched off', async () => {
  const event = await anEvent(server.context())
  const query = { albumId: event.albumId }
  const selfie = await aSelfie(server.context(), event, buildFace(51))
  const deleted = await tokenFor(server.app, event.id, selfie)
  const valid = await tokenFor(server.app, event.id, await aSelfie(server.context(), event, buildFace(52)))
  for (const { token } of [deleted, valid])
    expect(await answer(server.app, listVideos, { token, query })).toMatchObject({ total: 0 })
  await answer(server.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
  const refused = ({ token }: { token: string }) => refusal(server.app, listVideos, { token, query })
  expect(await refused(deleted)).toEqual([401, 'TokenExpired'])
  expect((await answer(server.app, listVideos, { token: valid.token, query })).total).toBe(0)
  await setEventSwitches(server.context(), event.id, { faceSearch: false })
  expect(await refused(valid)).toEqual([401, 'TokenExpired'])
})
