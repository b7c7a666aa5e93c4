import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchCompetitors } from '../../contract/competitors.ts'
import { confirmPhoto } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import {
  buildEmbedding,
  buildEmbeddingNear,
  buildNewFace,
  createPhoto,
  createSelfie,
  createStartList,
  createTestEvent,
} from '../support/data/race.ts'
import {
  fetchAnswer,
  fetchPhotoIds,
  fetchPhotos,
  fetchProblemCode,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const minute = (n: number) => new Date(Date.UTC(2026, 8, 12, 15, n))

describe('“this is me”', () => {
  const sendAnswer = (token: string, photoId: string, body: object) =>
    sendCall(testServer.app, confirmPhoto, { token, params: { photoId }, body })

  it('makes a possible match sure, “not me” removes a photo, and both can be undone', async () => {
    const event = await createTestEvent(testServer.context())
    const ownFace = buildEmbedding(21)
    const photoId = await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.48)],
    })
    const selfie = await createSelfie(testServer.context(), event, ownFace)
    const { token } = await fetchSearchToken(testServer.app, event.id, selfie)
    const tag = (await fetchPhotos(testServer.app, token))[0]?.tags[0]
    expect((await sendAnswer(token, photoId, { itIsMe: true, tag })).statusCode).toBe(204)
    expect((await fetchPhotos(testServer.app, token))[0]?.match).toMatchObject({
      by: 'face',
      tier: 'sure',
      itIsMe: true,
    })
    expect((await sendAnswer(token, photoId, { itIsMe: false })).statusCode).toBe(204)
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([])
    const search = { eventId: event.id, subject: { kind: 'face' as const, ...selfie } }
    expect(await testServer.searchModule.finder.find(testServer.context(), search)).toEqual([])
    expect((await sendAnswer(token, photoId, { itIsMe: true })).statusCode).toBe(204)
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([photoId])
  })

  it('survives re-indexing', async () => {
    const event = await createTestEvent(testServer.context())
    const ownFace = buildEmbedding(22)
    const confirmedId = await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.48)],
      takenOn: minute(1),
    })
    const deniedId = await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.3)],
      takenOn: minute(2),
    })
    const { token } = await fetchSearchToken(
      testServer.app,
      event.id,
      await createSelfie(testServer.context(), event, ownFace),
    )
    await sendAnswer(token, confirmedId, { itIsMe: true })
    await sendAnswer(token, deniedId, { itIsMe: false })
    await indexFaces(testServer.context(), { eventId: event.id, photoId: confirmedId, faces: [] })
    await indexFaces(testServer.context(), {
      eventId: event.id,
      photoId: deniedId,
      faces: [buildNewFace(ownFace)],
    })
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([confirmedId])
  })

  it('as “not me” outlives the selfie: the next one of the same device keeps the answer, and can undo it', async () => {
    const event = await createTestEvent(testServer.context())
    await createStartList(testServer.context(), event, [
      { number: '9', firstName: 'Анна', surname: 'Белова' },
    ])
    const ownFace = buildEmbedding(25)
    const ownIds = [
      await createPhoto(testServer.context(), event, { takenOn: minute(1) }),
      await createPhoto(testServer.context(), event, { takenOn: minute(2) }),
    ]
    for (const photoId of ownIds)
      await indexFaces(testServer.context(), {
        eventId: event.id,
        photoId,
        faces: [{ ...buildNewFace(buildEmbeddingNear(ownFace, 0.3)), number: '9' }],
      })
    const other = await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.48)],
      takenOn: minute(3),
    })
    const deviceKey = randomUUID()
    const sendNextSelfie = async () => {
      testServer.moveClock(25 * 3_600_000)
      await testServer.jobs.drain()
      const selfie = await createSelfie(testServer.context(), event, ownFace)
      return (await fetchSearchToken(testServer.app, event.id, { ...selfie, deviceKey })).token
    }
    const [, secondOwnId] = ownIds
    const { token: byNumber } = await fetchSearchToken(testServer.app, event.id, { number: '9', deviceKey })
    await sendAnswer(byNumber, secondOwnId ?? '', { itIsMe: false })
    const first = await sendNextSelfie()
    expect(await fetchPhotoIds(testServer.app, first)).toEqual([...ownIds, other])
    await sendAnswer(first, other, { itIsMe: false })

    const second = await sendNextSelfie()
    expect(await fetchPhotoIds(testServer.app, second)).toEqual(ownIds)
    expect(
      (await fetchPhotos(testServer.app, second, { denied: 'only' })).map((photo) => photo.photoId),
    ).toEqual([other])
    await sendAnswer(second, other, { itIsMe: true })
    expect(await fetchPhotoIds(testServer.app, second)).toEqual([...ownIds, other])
    expect(await fetchPhotoIds(testServer.app, await sendNextSelfie())).toEqual([...ownIds, other])
  })

  it('is one answer for searches by number and by name', async () => {
    const event = await createTestEvent(testServer.context())
    await createStartList(testServer.context(), event, [
      { number: '5', firstName: 'Анна', surname: 'Белова' },
    ])
    const photoId = await createPhoto(testServer.context(), event, { numbers: ['5'] })
    const deviceKey = randomUUID()
    const { token } = await fetchSearchToken(testServer.app, event.id, { number: '5', deviceKey })
    await sendAnswer(token, photoId, { itIsMe: false })
    const query = { competitorsListId: event.competitorsListId, search: '5' }
    const [runner] = (await fetchAnswer(testServer.app, searchCompetitors, { query })).items
    const byName = { competitorId: runner?.competitorId ?? '', deviceKey }
    expect((await fetchSearchToken(testServer.app, event.id, byName)).total).toBe(0)
  })

  it('is refused for a photo without a match for the runner', async () => {
    const event = await createTestEvent(testServer.context())
    const foreignPhotoId = await createPhoto(testServer.context(), event, {
      numbers: ['7'],
      faces: [buildEmbedding(24)],
    })
    const ownPhotoId = await createPhoto(testServer.context(), event, { numbers: ['5'] })
    const { token } = await fetchSearchToken(testServer.app, event.id, { number: '5' })
    const requestRefusal = (photoId: string, body: object) =>
      fetchProblemCode(testServer.app, confirmPhoto, { token, params: { photoId }, body })
    expect(await requestRefusal(foreignPhotoId, { itIsMe: true })).toEqual([404, 'TagNotFound'])
    const [tag] =
      (
        await fetchPhotos(
          testServer.app,
          (
            await fetchSearchToken(testServer.app, event.id, { number: '7' })
          ).token,
        )
      )[0]?.tags ?? []
    expect(await requestRefusal(ownPhotoId, { itIsMe: true, tag })).toEqual([404, 'TagNotFound'])
    expect(await requestRefusal('unknown', { itIsMe: true })).toEqual([404, 'PhotoNotFound'])
    expect(await requestRefusal(ownPhotoId, { itIsMe: 'yes' })).toEqual([400, 'ValidationFailed'])
    const albumToken = await fetchSearchToken(testServer.app, event.id)
    const call = { token: albumToken.token, params: { photoId: ownPhotoId }, body: { itIsMe: true } }
    expect(await fetchProblemCode(testServer.app, confirmPhoto, call)).toEqual([403, 'TokenScope'])
    expect(await fetchProblemCode(testServer.app, confirmPhoto, { ...call, token: undefined })).toEqual([
      401,
      'Unauthenticated',
    ])
  })
})
