import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { confirmPhoto, createShare, forgetShare, getShare } from '../../contract/photos.ts'
import { forgetSelfie } from '../../contract/recognition.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { photoAnswers } from '../../server/features/photos/tables.ts'
import { photoShares } from '../../server/features/shares/tables.ts'
import { newId } from '../../server/platform/ids.ts'
import {
  buildEmbedding,
  buildEmbeddingNear,
  createPhoto,
  createSelfie,
  createStartList,
  createTestEvent,
} from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const dayInMs = 86_400_000
const createKeyHeader = () => ({ 'idempotency-key': newId() })
const createShareLink = (token: string) =>
  fetchAnswer(testServer.app, createShare, { token, body: {}, headers: createKeyHeader() })
const fetchShare = (shareId: string, language = 'ru') =>
  fetchAnswer(testServer.app, getShare, { params: { shareId }, query: { count: '100' }, language })
const fetchRefusal = (shareId: string) => fetchProblemCode(testServer.app, getShare, { params: { shareId } })

async function createRunner() {
  const event = await createTestEvent(testServer.context())
  await createStartList(testServer.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      ...{ firstNameLatin: 'Andrei', surnameLatin: 'Kovalev' },
    },
  ])
  const photos = []
  for (let n = 0; n < 3; n++) {
    const takenOn = new Date(Date.UTC(2026, 8, 12, 15, n))
    photos.push(await createPhoto(testServer.context(), event, { numbers: ['128'], takenOn }))
  }
  await createPhoto(testServer.context(), event, { numbers: ['7'] })
  return { event, photos, token: (await fetchSearchToken(testServer.app, event.id, { number: '128' })).token }
}

it('shows the runner’s photos to visitors with the link, and nothing of the search', async () => {
  const { event, photos, token } = await createRunner()
  const { shareId, expiresOn } = await createShareLink(token)
  expect(shareId.length).toBeGreaterThanOrEqual(22)
  expect(new Date(expiresOn).getTime() - testServer.context().now.getTime()).toBe(30 * dayInMs)
  const sharedPhotos = await fetchShare(shareId, 'en')
  expect(sharedPhotos.items.map(({ photoId }) => photoId)).toEqual(photos)
  expect(sharedPhotos).toMatchObject({
    total: 3,
    eventId: event.id,
    person: { number: '128', name: 'Andrei', time: null },
  })
  expect(sharedPhotos.items.every((photo) => photo.match === undefined)).toBe(true)
  const { body } = await sendCall(testServer.app, getShare, { params: { shareId } })
  expect(body).not.toContain('originals')
  expect(body).not.toContain(token)
  expect((await fetchShare(shareId)).person.name).toBe('Андрей')
  const page = await fetchAnswer(testServer.app, getShare, {
    params: { shareId },
    query: { offset: '2', count: '2' },
  })
  expect(page.items.map(({ photoId }) => photoId)).toEqual(photos.slice(2))
})

it('shows no name for a search by face, and only sure photos', async () => {
  const event = await createTestEvent(testServer.context())
  const ownFace = buildEmbedding(81)
  const ownPhotoId = await createPhoto(testServer.context(), event, {
    faces: [buildEmbeddingNear(ownFace, 0.3)],
  })
  await createPhoto(testServer.context(), event, { faces: [buildEmbeddingNear(ownFace, 0.46, 8)] })
  const selfie = await createSelfie(testServer.context(), event, ownFace)
  const { token } = await fetchSearchToken(testServer.app, event.id, selfie)
  const { shareId } = await createShareLink(token)
  const sharedPhotos = await fetchShare(shareId)
  expect(sharedPhotos.items.map(({ photoId }) => photoId)).toEqual([ownPhotoId])
  expect(sharedPhotos.person).toEqual({ number: null, name: null, time: null })
  expect(sharedPhotos.items[0]?.tags).toEqual([])
  // deleting a selfie also revokes the links of its search
  await fetchAnswer(testServer.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
  expect(await fetchRefusal(shareId)).toEqual([404, 'ShareNotFound'])
})

it('removes a photo that the runner denies later', async () => {
  const { photos, token } = await createRunner()
  const { shareId } = await createShareLink(token)
  const [first = '', ...others] = photos
  await fetchAnswer(testServer.app, confirmPhoto, {
    token,
    params: { photoId: first },
    body: { itIsMe: false },
  })
  expect((await fetchShare(shareId)).items.map(({ photoId }) => photoId)).toEqual(others)
})

it.each([
  ['link', 'find'],
  ['answer', 'findAll'],
] as const)('stores no %s of a face whose selfie is deleted at the same time', async (data, search) => {
  const event = await createTestEvent(testServer.context())
  const face = buildEmbedding(31)
  const photoId = await createPhoto(testServer.context(), event, { faces: [buildEmbeddingNear(face, 0.2)] })
  const selfie = await createSelfie(testServer.context(), event, face)
  const { token } = await fetchSearchToken(testServer.app, event.id, selfie)
  const { finder } = testServer.searchModule
  const findPhotos = finder[search]
  const spy = vi.spyOn(finder, search).mockImplementationOnce(async (...input) => {
    const found = await findPhotos(...input)
    await fetchAnswer(testServer.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
    return found
  })
  const refusal =
    data === 'link'
      ? await fetchProblemCode(testServer.app, createShare, { token, body: {}, headers: createKeyHeader() })
      : await fetchProblemCode(testServer.app, confirmPhoto, {
          token,
          params: { photoId },
          body: { itIsMe: true },
        })
  spy.mockRestore()
  expect(refusal).toEqual([401, 'TokenExpired'])
  const { db } = testServer.services
  const owners = [
    ...(await db.select({ owner: photoShares.owner }).from(photoShares)),
    ...(await db.select({ owner: photoAnswers.subject }).from(photoAnswers)),
  ].map(({ owner }) => owner)
  expect(owners).not.toContain(`face:${selfie.personId}`)
})

it('expires after thirty days, or when the runner revokes it', async () => {
  const { token } = await createRunner()
  const oldShare = await createShareLink(token)
  const { shareId } = await createShareLink(token)
  expect(shareId).not.toBe(oldShare.shareId)
  await fetchAnswer(testServer.app, forgetShare, { token, params: { shareId } })
  expect(await fetchRefusal(shareId)).toEqual([404, 'ShareNotFound'])
  expect((await fetchShare(oldShare.shareId)).total).toBe(3)
  testServer.moveClock(30 * dayInMs)
  expect(await fetchRefusal(oldShare.shareId)).toEqual([404, 'ShareNotFound'])
})

it('can be created and revoked only by its owner', async () => {
  const { event, token } = await createRunner()
  const { shareId } = await createShareLink(token)
  const { token: otherToken } = await fetchSearchToken(testServer.app, event.id, { number: '7' })
  const { token: albumToken } = await fetchSearchToken(testServer.app, event.id)
  const requestRevoke = (bearer: string | undefined) =>
    fetchProblemCode(testServer.app, forgetShare, { token: bearer, params: { shareId } })
  expect(await requestRevoke(otherToken)).toEqual([404, 'ShareNotFound'])
  expect(await requestRevoke(albumToken)).toEqual([404, 'ShareNotFound'])
  expect(await requestRevoke(undefined)).toEqual([401, 'Unauthenticated'])
  const requestCreate = (bearer: string | undefined) =>
    fetchProblemCode(testServer.app, createShare, { token: bearer, body: {}, headers: createKeyHeader() })
  expect(await requestCreate(albumToken)).toEqual([403, 'TokenScope'])
  expect(await requestCreate(undefined)).toEqual([401, 'Unauthenticated'])
  const { token: withoutPhotos } = await fetchSearchToken(testServer.app, event.id, { number: '999' })
  expect(await requestCreate(withoutPhotos)).toEqual([404, 'PhotoNotFound'])
  const otherTenantResponse = await sendCall(testServer.app, getShare, {
    params: { shareId },
    host: 'two.test',
  })
  expect(otherTenantResponse.statusCode).toBe(404)
  expect((await fetchShare(shareId)).total).toBe(3)
})
