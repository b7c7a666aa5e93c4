import { afterAll, beforeAll, expect, it } from 'vitest'
import { createShare, forgetShare, getShare, sayItsMe } from '../../contract/photos.ts'
import { forgetSelfie } from '../../contract/recognition.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { newId } from '../../server/platform/ids.ts'
import { anEvent, aPhoto, aSelfie, aStartList, buildFace, faceNear } from '../support/data/race.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const day = 86_400_000
const aKey = () => ({ 'idempotency-key': newId() })
const share = (token: string) => answer(testServer.app, createShare, { token, body: {}, headers: aKey() })
const look = (shareId: string, language = 'ru') =>
  answer(testServer.app, getShare, { params: { shareId }, query: { count: '100' }, language })
const gone = (shareId: string) => refusal(testServer.app, getShare, { params: { shareId } })

async function aRunner() {
  const event = await anEvent(testServer.context())
  await aStartList(testServer.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      ...{ firstNameLatin: 'Andrei', surnameLatin: 'Kovalev' },
    },
  ])
  const photos = []
  for (let n = 0; n < 3; n++) {
    const takenOn = new Date(Date.UTC(2026, 8, 12, 15, n))
    photos.push(await aPhoto(testServer.context(), event, { numbers: ['128'], takenOn }))
  }
  await aPhoto(testServer.context(), event, { numbers: ['7'] })
  return { event, photos, token: (await tokenFor(testServer.app, event.id, { number: '128' })).token }
}

it('shows the runner’s photos to visitors with the link, and nothing of the search', async () => {
  const { event, photos, token } = await aRunner()
  const { shareId, expiresOn } = await share(token)
  expect(shareId.length).toBeGreaterThanOrEqual(22)
  expect(new Date(expiresOn).getTime() - testServer.context().now.getTime()).toBe(30 * day)
  const shown = await look(shareId, 'en')
  expect(shown.items.map(({ photoId }) => photoId)).toEqual(photos)
  expect(shown).toMatchObject({
    total: 3,
    eventId: event.id,
    person: { number: '128', name: 'Andrei', time: null },
  })
  expect(shown.items.every((photo) => photo.match === undefined)).toBe(true)
  const { body } = await send(testServer.app, getShare, { params: { shareId } })
  expect(body).not.toContain('originals')
  expect(body).not.toContain(token)
  expect((await look(shareId)).person.name).toBe('Андрей')
  const page = await answer(testServer.app, getShare, {
    params: { shareId },
    query: { offset: '2', count: '2' },
  })
  expect(page.items.map(({ photoId }) => photoId)).toEqual(photos.slice(2))
})

it('shows no name for a search by face, and only sure photos', async () => {
  const event = await anEvent(testServer.context())
  const me = buildFace(81)
  const mine = await aPhoto(testServer.context(), event, { faces: [faceNear(me, 0.3)] })
  await aPhoto(testServer.context(), event, { faces: [faceNear(me, 0.46, 8)] })
  const selfie = await aSelfie(testServer.context(), event, me)
  const { token } = await tokenFor(testServer.app, event.id, selfie)
  const { shareId } = await share(token)
  const shown = await look(shareId)
  expect(shown.items.map(({ photoId }) => photoId)).toEqual([mine])
  expect(shown.person).toEqual({ number: null, name: null, time: null })
  expect(shown.items[0]?.tags).toEqual([])
  // deleting a selfie also revokes the links of its search
  await answer(testServer.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
  expect(await gone(shareId)).toEqual([404, 'ShareNotFound'])
})

it('removes a photo that the runner denies later', async () => {
  const { photos, token } = await aRunner()
  const { shareId } = await share(token)
  const [first = '', ...others] = photos
  await answer(testServer.app, sayItsMe, { token, params: { photoId: first }, body: { itIsMe: false } })
  expect((await look(shareId)).items.map(({ photoId }) => photoId)).toEqual(others)
})

it('expires after thirty days, or when the runner revokes it', async () => {
  const { token } = await aRunner()
  const old = await share(token)
  const { shareId } = await share(token)
  expect(shareId).not.toBe(old.shareId)
  await answer(testServer.app, forgetShare, { token, params: { shareId } })
  expect(await gone(shareId)).toEqual([404, 'ShareNotFound'])
  expect((await look(old.shareId)).total).toBe(3)
  testServer.moveClock(30 * day)
  expect(await gone(old.shareId)).toEqual([404, 'ShareNotFound'])
})

it('can be created and revoked only by its owner', async () => {
  const { event, token } = await aRunner()
  const { shareId } = await share(token)
  const { token: other } = await tokenFor(testServer.app, event.id, { number: '7' })
  const { token: whole } = await tokenFor(testServer.app, event.id)
  const ask = (bearer: string | undefined) =>
    refusal(testServer.app, forgetShare, { token: bearer, params: { shareId } })
  expect(await ask(other)).toEqual([404, 'ShareNotFound'])
  expect(await ask(whole)).toEqual([404, 'ShareNotFound'])
  expect(await ask(undefined)).toEqual([401, 'Unauthenticated'])
  const make = (bearer: string | undefined) =>
    refusal(testServer.app, createShare, { token: bearer, body: {}, headers: aKey() })
  expect(await make(whole)).toEqual([403, 'TokenScope'])
  expect(await make(undefined)).toEqual([401, 'Unauthenticated'])
  const { token: withoutPhotos } = await tokenFor(testServer.app, event.id, { number: '999' })
  expect(await make(withoutPhotos)).toEqual([404, 'PhotoNotFound'])
  const elsewhere = await send(testServer.app, getShare, { params: { shareId }, host: 'two.test' })
  expect(elsewhere.statusCode).toBe(404)
  expect((await look(shareId)).total).toBe(3)
})
