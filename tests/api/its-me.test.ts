import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchCompetitors } from '../../contract/competitors.ts'
import { sayItsMe } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { aFace, anEvent, aPhoto, aSelfie, aStartList, buildFace, faceNear } from '../support/data/race.ts'
import { answer, fetchPhotoIds, fetchPhotos, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import { type FindingWorld, openFindingWorld } from '../support/server/search-server.ts'

let world: FindingWorld

beforeAll(async () => {
  world = await openFindingWorld({ index: createFaceIndex() })
}, 60_000)
afterAll(() => world.close())

const minute = (n: number) => new Date(Date.UTC(2026, 8, 12, 15, n))

describe('“this is me”', () => {
  const say = (token: string, photoId: string, body: object) =>
    send(world.app, sayItsMe, { token, params: { photoId }, body })

  it('makes a possible match sure, “not me” removes a photo, and both can be undone', async () => {
    const event = await anEvent(world.context())
    const me = buildFace(21)
    const photoId = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.48)] })
    const selfie = await aSelfie(world.context(), event, me)
    const { token } = await tokenFor(world.app, event.id, selfie)
    const tag = (await fetchPhotos(world.app, token))[0]?.tags[0]
    expect((await say(token, photoId, { itIsMe: true, tag })).statusCode).toBe(204)
    expect((await fetchPhotos(world.app, token))[0]?.match).toMatchObject({
      by: 'face',
      tier: 'sure',
      itIsMe: true,
    })
    expect((await say(token, photoId, { itIsMe: false })).statusCode).toBe(204)
    expect(await fetchPhotoIds(world.app, token)).toEqual([])
    const search = { eventId: event.id, subject: { kind: 'face' as const, ...selfie } }
    expect(await world.finding.finder.find(world.context(), search)).toEqual([])
    expect((await say(token, photoId, { itIsMe: true })).statusCode).toBe(204)
    expect(await fetchPhotoIds(world.app, token)).toEqual([photoId])
  })

  it('survives re-indexing', async () => {
    const event = await anEvent(world.context())
    const me = buildFace(22)
    const yes = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.48)], takenOn: minute(1) })
    const no = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.3)], takenOn: minute(2) })
    const { token } = await tokenFor(world.app, event.id, await aSelfie(world.context(), event, me))
    await say(token, yes, { itIsMe: true })
    await say(token, no, { itIsMe: false })
    await indexFaces(world.context(), { eventId: event.id, photoId: yes, faces: [] })
    await indexFaces(world.context(), { eventId: event.id, photoId: no, faces: [aFace(me)] })
    expect(await fetchPhotoIds(world.app, token)).toEqual([yes])
  })

  it('as “not me” outlives the selfie: the next one of the same device keeps the answer, and can undo it', async () => {
    const event = await anEvent(world.context())
    await aStartList(world.context(), event, [{ number: '9', firstName: 'Анна', surname: 'Белова' }])
    const me = buildFace(25)
    const ownIds = [
      await aPhoto(world.context(), event, { takenOn: minute(1) }),
      await aPhoto(world.context(), event, { takenOn: minute(2) }),
    ]
    for (const photoId of ownIds)
      await indexFaces(world.context(), {
        eventId: event.id,
        photoId,
        faces: [{ ...aFace(faceNear(me, 0.3)), number: '9' }],
      })
    const other = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.48)], takenOn: minute(3) })
    const deviceKey = randomUUID()
    const nextSelfie = async () => {
      world.moveClock(25 * 3_600_000)
      await world.jobs.drain()
      const selfie = await aSelfie(world.context(), event, me)
      return (await tokenFor(world.app, event.id, { ...selfie, deviceKey })).token
    }
    const [, another] = ownIds
    const { token: byNumber } = await tokenFor(world.app, event.id, { number: '9', deviceKey })
    await say(byNumber, another ?? '', { itIsMe: false })
    const first = await nextSelfie()
    expect(await fetchPhotoIds(world.app, first)).toEqual([...ownIds, other])
    await say(first, other, { itIsMe: false })

    const second = await nextSelfie()
    expect(await fetchPhotoIds(world.app, second)).toEqual(ownIds)
    expect((await fetchPhotos(world.app, second, { denied: 'only' })).map((photo) => photo.photoId)).toEqual([
      other,
    ])
    await say(second, other, { itIsMe: true })
    expect(await fetchPhotoIds(world.app, second)).toEqual([...ownIds, other])
    expect(await fetchPhotoIds(world.app, await nextSelfie())).toEqual([...ownIds, other])
  })

  it('is one answer for searches by number and by name', async () => {
    const event = await anEvent(world.context())
    await aStartList(world.context(), event, [{ number: '5', firstName: 'Анна', surname: 'Белова' }])
    const photoId = await aPhoto(world.context(), event, { numbers: ['5'] })
    const deviceKey = randomUUID()
    const { token } = await tokenFor(world.app, event.id, { number: '5', deviceKey })
    await say(token, photoId, { itIsMe: false })
    const query = { competitorsListId: event.competitorsListId, search: '5' }
    const [runner] = (await answer(world.app, searchCompetitors, { query })).items
    const byName = { competitorId: runner?.competitorId ?? '', deviceKey }
    expect((await tokenFor(world.app, event.id, byName)).total).toBe(0)
  })

  it('is refused for a photo without a match for the runner', async () => {
    const event = await anEvent(world.context())
    const foreign = await aPhoto(world.context(), event, { numbers: ['7'], faces: [buildFace(24)] })
    const own = await aPhoto(world.context(), event, { numbers: ['5'] })
    const { token } = await tokenFor(world.app, event.id, { number: '5' })
    const claim = (photoId: string, body: object) =>
      refusal(world.app, sayItsMe, { token, params: { photoId }, body })
    expect(await claim(foreign, { itIsMe: true })).toEqual([404, 'TagNotFound'])
    const [tag] =
      (await fetchPhotos(world.app, (await tokenFor(world.app, event.id, { number: '7' })).token))[0]?.tags ??
      []
    expect(await claim(own, { itIsMe: true, tag })).toEqual([404, 'TagNotFound'])
    expect(await claim('unknown', { itIsMe: true })).toEqual([404, 'PhotoNotFound'])
    expect(await claim(own, { itIsMe: 'yes' })).toEqual([400, 'ValidationFailed'])
    const whole = await tokenFor(world.app, event.id)
    const ask = { token: whole.token, params: { photoId: own }, body: { itIsMe: true } }
    expect(await refusal(world.app, sayItsMe, ask)).toEqual([403, 'TokenScope'])
    expect(await refusal(world.app, sayItsMe, { ...ask, token: undefined })).toEqual([401, 'Unauthenticated'])
  })
})
