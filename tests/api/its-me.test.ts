import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayItsMe } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { idsOf, photosOf, refusal, send, tokenFor } from '../world/ask.ts'
import { type FindingWorld, openFindingWorld } from '../world/finding.ts'
import { aFace, anEvent, aPhoto, aSelfie, aStartList, faceNear, faceOf } from '../world/race.ts'

let world: FindingWorld

beforeAll(async () => {
  world = await openFindingWorld({ index: createFaceIndex() })
}, 60_000)
afterAll(() => world.close())

const minute = (n: number) => new Date(Date.UTC(2026, 8, 12, 15, n))

describe('“this is me”', () => {
  const say = (token: string, photoId: string, body: object) =>
    send(world.app, sayItsMe, { token, params: { photoId }, body })

  it('makes a maybe sure, “not me” takes a photo away, and both can be taken back', async () => {
    const event = await anEvent(world.context())
    const me = faceOf(21)
    const photoId = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.48)] })
    const selfie = await aSelfie(world.context(), event, me)
    const { token } = await tokenFor(world.app, event.id, selfie)
    const tag = (await photosOf(world.app, token))[0]?.tags[0]
    expect((await say(token, photoId, { itIsMe: true, tag })).statusCode).toBe(204)
    expect((await photosOf(world.app, token))[0]?.match).toMatchObject({
      by: 'face',
      tier: 'sure',
      itIsMe: true,
    })
    expect((await say(token, photoId, { itIsMe: false })).statusCode).toBe(204)
    expect(await idsOf(world.app, token)).toEqual([])
    const search = { eventId: event.id, subject: { kind: 'face' as const, ...selfie } }
    expect(await world.finding.finder.find(world.context(), search)).toEqual([])
    expect((await say(token, photoId, { itIsMe: true })).statusCode).toBe(204)
    expect(await idsOf(world.app, token)).toEqual([photoId])
  })

  it('outlives re-indexing', async () => {
    const event = await anEvent(world.context())
    const me = faceOf(22)
    const yes = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.48)], takenOn: minute(1) })
    const no = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.3)], takenOn: minute(2) })
    const { token } = await tokenFor(world.app, event.id, await aSelfie(world.context(), event, me))
    await say(token, yes, { itIsMe: true })
    await say(token, no, { itIsMe: false })
    await indexFaces(world.context(), { eventId: event.id, photoId: yes, faces: [] })
    await indexFaces(world.context(), { eventId: event.id, photoId: no, faces: [aFace(me)] })
    expect(await idsOf(world.app, token)).toEqual([yes])
  })

  it('as “not me” lasts longer than the selfie: the runner’s next one finds it said, and takes it back', async () => {
    const event = await anEvent(world.context())
    await aStartList(world.context(), event, [{ number: '9', firstName: 'Анна', surname: 'Белова' }])
    const me = faceOf(25)
    const hers = [
      await aPhoto(world.context(), event, { takenOn: minute(1) }),
      await aPhoto(world.context(), event, { takenOn: minute(2) }),
    ]
    for (const photoId of hers)
      await indexFaces(world.context(), {
        eventId: event.id,
        photoId,
        faces: [{ ...aFace(faceNear(me, 0.3)), number: '9' }],
      })
    const other = await aPhoto(world.context(), event, { faces: [faceNear(me, 0.48)], takenOn: minute(3) })
    const nextSelfie = async () => {
      world.moveClock(25 * 3_600_000)
      await world.jobs.drain()
      return (await tokenFor(world.app, event.id, await aSelfie(world.context(), event, me))).token
    }
    const [, another] = hers
    const { token: byNumber } = await tokenFor(world.app, event.id, { number: '9' })
    await say(byNumber, another ?? '', { itIsMe: false })
    const first = await nextSelfie()
    expect(await idsOf(world.app, first)).toEqual([...hers, other])
    await say(first, other, { itIsMe: false })

    const second = await nextSelfie()
    expect(await idsOf(world.app, second)).toEqual(hers)
    expect((await photosOf(world.app, second, { denied: 'only' })).map((photo) => photo.photoId)).toEqual([
      other,
    ])
    await say(second, other, { itIsMe: true })
    expect(await idsOf(world.app, second)).toEqual([...hers, other])
    expect(await idsOf(world.app, await nextSelfie())).toEqual([...hers, other])
  })

  it('is one answer, whether the runner was found by number or by name', async () => {
    const event = await anEvent(world.context())
    await aStartList(world.context(), event, [{ number: '5', firstName: 'Анна', surname: 'Белова' }])
    const photoId = await aPhoto(world.context(), event, { numbers: ['5'] })
    const { token } = await tokenFor(world.app, event.id, { number: '5' })
    await say(token, photoId, { itIsMe: false })
    expect((await tokenFor(world.app, event.id, { number: '5' })).total).toBe(0)
  })

  it('is not believed of a photo that nothing connects with her', async () => {
    const event = await anEvent(world.context())
    const foreign = await aPhoto(world.context(), event, { numbers: ['7'], faces: [faceOf(24)] })
    const own = await aPhoto(world.context(), event, { numbers: ['5'] })
    const { token } = await tokenFor(world.app, event.id, { number: '5' })
    const claim = (photoId: string, body: object) =>
      refusal(world.app, sayItsMe, { token, params: { photoId }, body })
    expect(await claim(foreign, { itIsMe: true })).toEqual([404, 'TagNotFound'])
    const [tag] =
      (await photosOf(world.app, (await tokenFor(world.app, event.id, { number: '7' })).token))[0]?.tags ?? []
    expect(await claim(own, { itIsMe: true, tag })).toEqual([404, 'TagNotFound'])
    expect(await claim('unknown', { itIsMe: true })).toEqual([404, 'PhotoNotFound'])
    expect(await claim(own, { itIsMe: 'yes' })).toEqual([400, 'ValidationFailed'])
    const whole = await tokenFor(world.app, event.id)
    const ask = { token: whole.token, params: { photoId: own }, body: { itIsMe: true } }
    expect(await refusal(world.app, sayItsMe, ask)).toEqual([403, 'TokenScope'])
    expect(await refusal(world.app, sayItsMe, { ...ask, token: undefined })).toEqual([401, 'Unauthenticated'])
  })
})
