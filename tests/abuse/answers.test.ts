import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchTokenRequest } from '../../contract/competitors.ts'
import { createShare, forgetShare, getShare, sayItsMe } from '../../contract/photos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { openPreorders, publishPreorders } from '../../server/features/preorders/index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { listFiles } from '../support/data/delivered-files.ts'
import { countTrue, report } from '../support/data/figures.ts'
import { aFace, anEvent, aPhoto, aSelfie, aStartList, buildFace, faceNear } from '../support/data/race.ts'
import { answer, fetchPhotoIds, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  cartNow,
  findProductId,
  openShop,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

const dayInMs = 24 * 60 * 60_000
const aMoment = () => shop.moveClock(1000)

const requestToken = async (event: EventRow, input: SearchTokenRequest) =>
  (await tokenFor(shop.app, event.id, input)).token
const say = (token: string, photoId: string, itIsMe: boolean) =>
  send(shop.app, sayItsMe, { token, params: { photoId }, body: { itIsMe } })

/** Sends “not me” for photos with a token. */
async function deny(token: string, photoIds: readonly string[]): Promise<void> {
  for (const photoId of photoIds) expect((await say(token, photoId, false)).statusCode).toBe(204)
}

/** Creates `count` photos for each of some start numbers. */
async function aRace(event: EventRow, numbers: readonly string[], count = 3): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers)
    for (let at = 0; at < count; at++)
      ids.push((await aStoredPhoto(shop, event, { numbers: [number] })).photoId)
  return ids
}

describe('“not me” of a stranger', () => {
  it('takes no photos away from the runners of the numbers and surnames that the stranger types', async () => {
    const event = await aSellingEvent(shop)
    const numbers = ['11', '12', '13']
    await aStartList(
      shop.context(),
      event,
      numbers.map((number) => ({ number, firstName: 'Анна', surname: `Белова${number}` })),
    )
    const photoIds = await aRace(event, numbers)
    let denied = 0
    for (const input of numbers.flatMap((number) => [{ number }, { surname: `Белова${number}` }])) {
      const stranger = await requestToken(event, input)
      const found = await fetchPhotoIds(shop.app, stranger)
      await deny(stranger, found)
      denied += found.length
      expect(await fetchPhotoIds(shop.app, stranger)).toEqual([])
    }
    const remaining: boolean[] = []
    for (const [at, number] of numbers.entries()) {
      const { token, total } = await tokenFor(shop.app, event.id, { number })
      expect(total).toBe(3)
      const found = await fetchPhotoIds(shop.app, token)
      const own = photoIds.slice(at * 3, at * 3 + 3)
      remaining.push(...own.map((photoId) => found.includes(photoId)))
      expect(found.toSorted()).toEqual(own.toSorted())
    }
    expect((await tokenFor(shop.app, event.id, { surname: 'Белова12' })).total).toBe(3)
    report('not me, numbers and surnames of others', {
      'denied by strangers': denied,
      'photos that remain for the runners': countTrue(remaining),
    })
  })

  it('takes nothing from a package that is paid before the race', async () => {
    const startsOn = new Date(shop.services.clock().getTime() + 30 * dayInMs)
    const event = await aSellingEvent(shop, { startsOn, endsOn: new Date(startsOn.getTime() + dayInMs / 4) })
    await openPreorders(shop.context(), event, 25)
    const buyer = await requestToken(event, { number: '42' })
    const cartId = await aCart(
      shop,
      [{ productId: await findProductId(shop, event, 'photos_with_me') }],
      buyer,
    )
    await setEmail(shop, cartId)
    const { orderId } = await aPaidOrder(shop, cartId)
    aMoment()
    const photoIds = await aRace(event, ['42'], 5)
    const stranger = await requestToken(event, { number: '42' })
    await deny(stranger, photoIds)
    // the buyer’s answers do not change paid photos
    await deny(buyer, photoIds.slice(0, 1))
    await publishPreorders(shop.context(), event.id)
    await shop.jobs.drain()
    const files = await listFiles(shop, orderId)
    report('not me, package paid before the race', {
      'denied by a stranger': photoIds.length,
      'photos delivered': `${files.length} of ${photoIds.length}`,
    })
    expect(files).toHaveLength(5)
  })

  it('does not reach a runner whose picture the stranger has searched with', async () => {
    const event = await anEvent(shop.context())
    const me = buildFace(31)
    const photoIds: string[] = []
    for (let at = 0; at < 3; at++) {
      const photoId = await aPhoto(shop.context(), event, { numbers: ['9'] })
      const faces = [{ ...aFace(faceNear(me, 0.3)), number: '9' }]
      await indexFaces(shop.context(), { eventId: event.id, photoId, faces })
      photoIds.push(photoId)
    }
    const ofSelfie = async (deviceKey: string) =>
      requestToken(event, { ...(await aSelfie(shop.context(), event, me)), deviceKey })
    const stranger = await ofSelfie(randomUUID())
    await deny(stranger, photoIds)
    expect(await fetchPhotoIds(shop.app, stranger)).toEqual([])
    const found = await fetchPhotoIds(shop.app, await ofSelfie(randomUUID()))
    report('not me, picture of another runner', {
      'denied by a stranger': photoIds.length,
      'photos that remain for the runner': countTrue(photoIds.map((photoId) => found.includes(photoId))),
    })
    expect(found).toHaveLength(3)
  })

  it('is refused for a while after sixty answers under one token', async () => {
    const event = await aSellingEvent(shop)
    const [photoId = ''] = await aRace(event, ['5'], 1)
    const token = await requestToken(event, { number: '5' })
    const codes: number[] = []
    for (let times = 0; times < 61; times++)
      codes.push((await say(token, photoId, times % 2 === 0)).statusCode)
    report('not me, answers under one token', {
      accepted: countTrue(codes.map((code) => code === 204)),
      limit: '60 a minute',
    })
    expect(codes.slice(0, 60).every((code) => code === 204)).toBe(true)
    expect(codes.at(-1)).toBe(429)
    expect((await say(await requestToken(event, { number: '5' }), photoId, false)).statusCode).toBe(204)
  })
})

describe('“not me” of a runner', () => {
  it('counts on the device that said it under each of its tokens, can be taken back, and counts nowhere else', async () => {
    const event = await aSellingEvent(shop)
    const photoIds = await aRace(event, ['7'])
    const [first = '', ...others] = photoIds
    const input = { number: '7', deviceKey: randomUUID() }
    await deny(await requestToken(event, input), [first])
    const later = await tokenFor(shop.app, event.id, input)
    expect(later.total).toBe(2)
    expect((await fetchPhotoIds(shop.app, later.token)).toSorted()).toEqual(others.toSorted())
    expect((await tokenFor(shop.app, event.id, { number: '7', deviceKey: randomUUID() })).total).toBe(3)
    expect((await say(later.token, first, true)).statusCode).toBe(204)
    expect((await tokenFor(shop.app, event.id, input)).total).toBe(3)
  })

  it('keeps the photo out of the package that this device buys, and out of its delivery', async () => {
    const event = await aSellingEvent(shop, { switches: { closed: true } })
    const photoIds = await aRace(event, ['8'], 8)
    const token = await requestToken(event, { number: '8', deviceKey: randomUUID() })
    await deny(token, photoIds.slice(0, 2))
    aMoment()
    const cartId = await aCart(
      shop,
      [{ productId: await findProductId(shop, event, 'photos_with_me') }],
      token,
    )
    expect((await cartNow(shop, cartId)).items[0]?.photosCount).toBe(6)
    await setEmail(shop, cartId)
    const { orderId } = await aPaidOrder(shop, cartId)
    expect(await listFiles(shop, orderId)).toHaveLength(6)
  })

  it('counts under each token of the selfie that it was said by', async () => {
    const event = await anEvent(shop.context())
    const me = buildFace(32)
    const photoId = await aPhoto(shop.context(), event, { faces: [faceNear(me, 0.3)] })
    const selfie = await aSelfie(shop.context(), event, me)
    await deny(await requestToken(event, { ...selfie, deviceKey: randomUUID() }), [photoId])
    expect((await tokenFor(shop.app, event.id, { ...selfie, deviceKey: randomUUID() })).total).toBe(0)
  })

  it('needs a secret that cannot be guessed', async () => {
    const event = await aSellingEvent(shop)
    const response = tokenFor(shop.app, event.id, { number: '7', deviceKey: 'short' })
    await expect(response).rejects.toThrow('ValidationFailed')
  })
})

describe('a link to a runner’s photos', () => {
  const aLink = (token: string) =>
    answer(shop.app, createShare, { body: {}, token, headers: { 'idempotency-key': randomUUID() } })
  const shownBy = async (shareId: string) => (await answer(shop.app, getShare, { params: { shareId } })).total

  it('is revoked and changed by the token that made it alone', async () => {
    const event = await aSellingEvent(shop)
    const photoIds = await aRace(event, ['128'])
    const own = await requestToken(event, { number: '128' })
    const { shareId } = await aLink(own)
    const stranger = await requestToken(event, { number: '128' })
    await deny(stranger, photoIds)
    const asked = { token: stranger, params: { shareId } }
    const refused = await refusal(shop.app, forgetShare, asked)
    expect(refused).toEqual([404, 'ShareNotFound'])
    const shown = await shownBy(shareId)
    report('link to photos, used by a stranger', {
      revoked: countTrue([refused[0] < 400]),
      'photos shown': `${shown} of ${photoIds.length}`,
    })
    expect(shown).toBe(3)
    await deny(own, photoIds.slice(0, 1))
    expect(await shownBy(shareId)).toBe(2)
    await answer(shop.app, forgetShare, { token: own, params: { shareId } })
    expect(await refusal(shop.app, getShare, { params: { shareId } })).toEqual([404, 'ShareNotFound'])
  })

  it('is revoked by the device that made it, under a later token', async () => {
    const event = await aSellingEvent(shop)
    await aRace(event, ['129'])
    const input = { number: '129', deviceKey: randomUUID() }
    const { shareId } = await aLink(await requestToken(event, input))
    await answer(shop.app, forgetShare, { token: await requestToken(event, input), params: { shareId } })
    expect(await refusal(shop.app, getShare, { params: { shareId } })).toEqual([404, 'ShareNotFound'])
  })
})
