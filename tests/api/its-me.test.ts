import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchCompetitors } from '../../contract/competitors.ts'
import { sayItsMe } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { aFace, anEvent, aPhoto, aSelfie, aStartList, buildFace, faceNear } from '../support/data/race.ts'
import { answer, fetchPhotoIds, fetchPhotos, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const minute = (n: number) => new Date(Date.UTC(2026, 8, 12, 15, n))

describe('“this is me”', () => {
  const say = (token: string, photoId: string, body: object) =>
    send(testServer.app, sayItsMe, { token, params: { photoId }, body })

  it('makes a possible match sure, “not me” removes a photo, and both can be undone', async () => {
    const event = await anEvent(testServer.context())
    const me = buildFace(21)
    const photoId = await aPhoto(testServer.context(), event, { faces: [faceNear(me, 0.48)] })
    const selfie = await aSelfie(testServer.context(), event, me)
    const { token } = await tokenFor(testServer.app, event.id, selfie)
    const tag = (await fetchPhotos(testServer.app, token))[0]?.tags[0]
    expect((await say(token, photoId, { itIsMe: true, tag })).statusCode).toBe(204)
    expect((await fetchPhotos(testServer.app, token))[0]?.match).toMatchObject({
      by: 'face',
      tier: 'sure',
      itIsMe: true,
    })
    expect((await say(token, photoId, { itIsMe: false })).statusCode).toBe(204)
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([])
    const search = { eventId: event.id, subject: { kind: 'face' as const, ...selfie } }
    expect(await testServer.finding.finder.find(testServer.context(), search)).toEqual([])
    expect((await say(token, photoId, { itIsMe: true })).statusCode).toBe(204)
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([photoId])
  })

  it('survives re-indexing', async () => {
    const event = await anEvent(testServer.context())
    const me = buildFace(22)
    const yes = await aPhoto(testServer.context(), event, { faces: [faceNear(me, 0.48)], takenOn: minute(1) })
    const no = await aPhoto(testServer.context(), event, { faces: [faceNear(me, 0.3)], takenOn: minute(2) })
    const { token } = await tokenFor(testServer.app, event.id, await aSelfie(testServer.context(), event, me))
    await say(token, yes, { itIsMe: true })
    await say(token, no, { itIsMe: false })
    await indexFaces(testServer.context(), { eventId: event.id, photoId: yes, faces: [] })
    await indexFaces(testServer.context(), { eventId: event.id, photoId: no, faces: [aFace(me)] })
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([yes])
  })

  it('as “not me” outlives the selfie: the next one of the same device keeps the answer, and can undo it', async () => {
    const event = await anEvent(testServer.context())
    await aStartList(testServer.context(), event, [{ number: '9', firstName: 'Анна', surname: 'Белова' }])
    const me = buildFace(25)
    const ownIds = [
      await aPhoto(testServer.context(), event, { takenOn: minute(1) }),
      await aPhoto(testServer.context(), event, { takenOn: minute(2) }),
    ]
    for (const photoId of ownIds)
      await indexFaces(testServer.context(), {
        eventId: event.id,
        photoId,
        faces: [{ ...aFace(faceNear(me, 0.3)), number: '9' }],
      })
    const other = await aPhoto(testServer.context(), event, {
      faces: [faceNear(me, 0.48)],
      takenOn: minute(3),
    })
    const deviceKey = randomUUID()
    const nextSelfie = async () => {
      testServer.moveClock(25 * 3_600_000)
      await testServer.jobs.drain()
      const selfie = await aSelfie(testServer.context(), event, me)
      return (await tokenFor(testServer.app, event.id, { ...selfie, deviceKey })).token
    }
    const [, another] = ownIds
    const { token: byNumber } = await tokenFor(testServer.app, event.id, { number: '9', deviceKey })
    await say(byNumber, another ?? '', { itIsMe: false })
    const first = await nextSelfie()
    expect(await fetchPhotoIds(testServer.app, first)).toEqual([...ownIds, other])
    await say(first, other, { itIsMe: false })

    const second = await nextSelfie()
    expect(await fetchPhotoIds(testServer.app, second)).toEqual(ownIds)
    expect(
      (await fetchPhotos(testServer.app, second, { denied: 'only' })).map((photo) => photo.photoId),
    ).toEqual([other])
    await say(second, other, { itIsMe: true })
    expect(await fetchPhotoIds(testServer.app, second)).toEqual([...ownIds, other])
    expect(await fetchPhotoIds(testServer.app, await nextSelfie())).toEqual([...ownIds, other])
  })

  it('is one answer for searches by number and by name', async () => {
    const event = await anEvent(testServer.context())
    await aStartList(testServer.context(), event, [{ number: '5', firstName: 'Анна', surname: 'Белова' }])
    const photoId = await aPhoto(testServer.context(), event, { numbers: ['5'] })
    const deviceKey = randomUUID()
    const { token } = await tokenFor(testServer.app, event.id, { number: '5', deviceKey })
    await say(token, photoId, { itIsMe: false })
    const query = { competitorsListId: event.competitorsListId, search: '5' }
    const [runner] = (await answer(testServer.app, searchCompetitors, { query })).items
    const byName = { competitorId: runner?.competitorId ?? '', deviceKey }
    expect((await tokenFor(testServer.app, event.id, byName)).total).toBe(0)
  })

  it('is refused for a photo without a match for the runner', async () => {
    const event = await anEvent(testServer.context())
    const foreign = await aPhoto(testServer.context(), event, { numbers: ['7'], faces: [buildFace(24)] })
    const own = await aPhoto(testServer.context(), event, { numbers: ['5'] })
    const { token } = await tokenFor(testServer.app, event.id, { number: '5' })
    const claim = (photoId: string, body: object) =>
      refusal(testServer.app, sayItsMe, { token, params: { photoId }, body })
    expect(await claim(foreign, { itIsMe: true })).toEqual([404, 'TagNotFound'])
    const [tag] =
      (
        await fetchPhotos(testServer.app, (await tokenFor(testServer.app, event.id, { number: '7' })).token)
      )[0]?.tags ?? []
    expect(await claim(own, { itIsMe: true, tag })).toEqual([404, 'TagNotFound'])
    expect(await claim('unknown', { itIsMe: true })).toEqual([404, 'PhotoNotFound'])
    expect(await claim(own, { itIsMe: 'yes' })).toEqual([400, 'ValidationFailed'])
    const whole = await tokenFor(testServer.app, event.id)
    const ask = { token: whole.token, params: { photoId: own }, body: { itIsMe: true } }
    expect(await refusal(testServer.app, sayItsMe, ask)).toEqual([403, 'TokenScope'])
    expect(await refusal(testServer.app, sayItsMe, { ...ask, token: undefined })).toEqual([
      401,
      'Unauthenticated',
    ])
  })
})
