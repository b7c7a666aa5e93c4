import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchTokenRequest } from '../../contract/competitors.ts'
import { confirmPhoto, createShare, forgetShare, getShare } from '../../contract/photos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { openPreorders, publishPreorders } from '../../server/features/preorders/index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { listOrderFiles } from '../support/data/delivered-files.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
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
  fetchProblemCode,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

const dayInMs = 24 * 60 * 60_000
const advanceOneSecond = () => shop.moveClock(1000)

const requestToken = async (event: EventRow, input: SearchTokenRequest) =>
  (await fetchSearchToken(shop.app, event.id, input)).token
const sendAnswer = (token: string, photoId: string, itIsMe: boolean) =>
  sendCall(shop.app, confirmPhoto, { token, params: { photoId }, body: { itIsMe } })

/** Sends “not me” for photos with a token. */
async function sendNotMe(token: string, photoIds: readonly string[]): Promise<void> {
  for (const photoId of photoIds) expect((await sendAnswer(token, photoId, false)).statusCode).toBe(204)
}

/** Creates `count` photos for each of some start numbers. */
async function createRacePhotos(event: EventRow, numbers: readonly string[], count = 3): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers)
    for (let index = 0; index < count; index++)
      ids.push((await createStoredPhoto(shop, event, { numbers: [number] })).photoId)
  return ids
}

describe('“not me” of a stranger', () => {
  it('takes no photos away from the runners of the numbers and surnames that the stranger types', async () => {
    const event = await createEventOnSale(shop)
    const numbers = ['11', '12', '13']
    await createStartList(
      shop.context(),
      event,
      numbers.map((number) => ({ number, firstName: 'Анна', surname: `Белова${number}` })),
    )
    const photoIds = await createRacePhotos(event, numbers)
    let denied = 0
    for (const input of numbers.flatMap((number) => [{ number }, { surname: `Белова${number}` }])) {
      const strangerToken = await requestToken(event, input)
      const found = await fetchPhotoIds(shop.app, strangerToken)
      await sendNotMe(strangerToken, found)
      denied += found.length
      expect(await fetchPhotoIds(shop.app, strangerToken)).toEqual([])
    }
    const remaining: boolean[] = []
    for (const [index, number] of numbers.entries()) {
      const { token, total } = await fetchSearchToken(shop.app, event.id, { number })
      expect(total).toBe(3)
      const found = await fetchPhotoIds(shop.app, token)
      const ownIds = photoIds.slice(index * 3, index * 3 + 3)
      remaining.push(...ownIds.map((photoId) => found.includes(photoId)))
      expect(found.toSorted()).toEqual(ownIds.toSorted())
    }
    expect((await fetchSearchToken(shop.app, event.id, { surname: 'Белова12' })).total).toBe(3)
    reportFigures('not me, numbers and surnames of others', {
      'denied by strangers': denied,
      'photos that remain for the runners': countTrue(remaining),
    })
  })

  it('takes nothing from a package that is paid before the race', async () => {
    const startsOn = new Date(shop.services.clock().getTime() + 30 * dayInMs)
    const event = await createEventOnSale(shop, {
      startsOn,
      endsOn: new Date(startsOn.getTime() + dayInMs / 4),
    })
    await openPreorders(shop.context(), event, 25)
    const buyerToken = await requestToken(event, { number: '42' })
    const cartId = await createCartWithItems(
      shop,
      [{ productId: await findProductId(shop, event, 'photos_with_me') }],
      buyerToken,
    )
    await setEmail(shop, cartId)
    const { orderId } = await placePaidOrder(shop, cartId)
    advanceOneSecond()
    const photoIds = await createRacePhotos(event, ['42'], 5)
    const strangerToken = await requestToken(event, { number: '42' })
    await sendNotMe(strangerToken, photoIds)
    // the buyer’s answers do not change paid photos
    await sendNotMe(buyerToken, photoIds.slice(0, 1))
    await publishPreorders(shop.context(), event.id)
    await shop.jobs.drain()
    const files = await listOrderFiles(shop, orderId)
    reportFigures('not me, package paid before the race', {
      'denied by a stranger': photoIds.length,
      'photos delivered': `${files.length} of ${photoIds.length}`,
    })
    expect(files).toHaveLength(5)
  })

  it('does not reach a runner whose picture the stranger has searched with', async () => {
    const event = await createTestEvent(shop.context())
    const embedding = buildEmbedding(31)
    const photoIds: string[] = []
    for (let index = 0; index < 3; index++) {
      const photoId = await createPhoto(shop.context(), event, { numbers: ['9'] })
      const faces = [{ ...buildNewFace(buildEmbeddingNear(embedding, 0.3)), number: '9' }]
      await indexFaces(shop.context(), { eventId: event.id, photoId, faces })
      photoIds.push(photoId)
    }
    const requestSelfieToken = async (deviceKey: string) =>
      requestToken(event, { ...(await createSelfie(shop.context(), event, embedding)), deviceKey })
    const strangerToken = await requestSelfieToken(randomUUID())
    await sendNotMe(strangerToken, photoIds)
    expect(await fetchPhotoIds(shop.app, strangerToken)).toEqual([])
    const found = await fetchPhotoIds(shop.app, await requestSelfieToken(randomUUID()))
    reportFigures('not me, picture of another runner', {
      'denied by a stranger': photoIds.length,
      'photos that remain for the runner': countTrue(photoIds.map((photoId) => found.includes(photoId))),
    })
    expect(found).toHaveLength(3)
  })

  it('is refused for a while after sixty answers under one token', async () => {
    const event = await createEventOnSale(shop)
    const [photoId = ''] = await createRacePhotos(event, ['5'], 1)
    const token = await requestToken(event, { number: '5' })
    const codes: number[] = []
    for (let times = 0; times < 61; times++)
      codes.push((await sendAnswer(token, photoId, times % 2 === 0)).statusCode)
    const otherSpellings = [`bearer ${token}`, `BEARER ${token}`, `Bearer  ${token}`, `Bearer \t${token}`]
    for (const authorization of otherSpellings) {
      const input = { params: { photoId }, body: { itIsMe: false }, headers: { authorization } }
      codes.push((await sendCall(shop.app, confirmPhoto, input)).statusCode)
    }
    reportFigures('not me, answers under one token', {
      accepted: countTrue(codes.map((code) => code === 204)),
      limit: '60 a minute',
    })
    expect(codes.slice(0, 60).every((code) => code === 204)).toBe(true)
    expect(codes.slice(60)).toEqual([429, ...otherSpellings.map(() => 429)])
    expect((await sendAnswer(await requestToken(event, { number: '5' }), photoId, false)).statusCode).toBe(
      204,
    )
  })
})

describe('“not me” of a runner', () => {
  it('counts on the device that said it under each of its tokens, can be taken back, and counts nowhere else', async () => {
    const event = await createEventOnSale(shop)
    const photoIds = await createRacePhotos(event, ['7'])
    const [first = '', ...others] = photoIds
    const input = { number: '7', deviceKey: randomUUID() }
    await sendNotMe(await requestToken(event, input), [first])
    const later = await fetchSearchToken(shop.app, event.id, input)
    expect(later.total).toBe(2)
    expect((await fetchPhotoIds(shop.app, later.token)).toSorted()).toEqual(others.toSorted())
    expect((await fetchSearchToken(shop.app, event.id, { number: '7', deviceKey: randomUUID() })).total).toBe(
      3,
    )
    expect((await sendAnswer(later.token, first, true)).statusCode).toBe(204)
    expect((await fetchSearchToken(shop.app, event.id, input)).total).toBe(3)
  })

  it('keeps the photo out of the package that this device buys, and out of its delivery', async () => {
    const event = await createEventOnSale(shop, { switches: { closed: true } })
    const photoIds = await createRacePhotos(event, ['8'], 8)
    const token = await requestToken(event, { number: '8', deviceKey: randomUUID() })
    await sendNotMe(token, photoIds.slice(0, 2))
    advanceOneSecond()
    const cartId = await createCartWithItems(
      shop,
      [{ productId: await findProductId(shop, event, 'photos_with_me') }],
      token,
    )
    expect((await fetchCart(shop, cartId)).items[0]?.photosCount).toBe(6)
    await setEmail(shop, cartId)
    const { orderId } = await placePaidOrder(shop, cartId)
    expect(await listOrderFiles(shop, orderId)).toHaveLength(6)
  })

  it('counts under each token of the selfie that it was said by', async () => {
    const event = await createTestEvent(shop.context())
    const embedding = buildEmbedding(32)
    const photoId = await createPhoto(shop.context(), event, { faces: [buildEmbeddingNear(embedding, 0.3)] })
    const selfie = await createSelfie(shop.context(), event, embedding)
    await sendNotMe(await requestToken(event, { ...selfie, deviceKey: randomUUID() }), [photoId])
    expect((await fetchSearchToken(shop.app, event.id, { ...selfie, deviceKey: randomUUID() })).total).toBe(0)
  })

  it('needs a secret that cannot be guessed', async () => {
    const event = await createEventOnSale(shop)
    const response = fetchSearchToken(shop.app, event.id, { number: '7', deviceKey: 'short' })
    await expect(response).rejects.toThrow('ValidationFailed')
  })
})

describe('a link to a runner’s photos', () => {
  const createLink = (token: string) =>
    fetchAnswer(shop.app, createShare, { body: {}, token, headers: { 'idempotency-key': randomUUID() } })
  const countSharedPhotos = async (shareId: string) =>
    (await fetchAnswer(shop.app, getShare, { params: { shareId } })).total

  it('is revoked and changed by the token that made it alone', async () => {
    const event = await createEventOnSale(shop)
    const photoIds = await createRacePhotos(event, ['128'])
    const ownIds = await requestToken(event, { number: '128' })
    const { shareId } = await createLink(ownIds)
    const strangerToken = await requestToken(event, { number: '128' })
    await sendNotMe(strangerToken, photoIds)
    const forgetInput = { token: strangerToken, params: { shareId } }
    const refused = await fetchProblemCode(shop.app, forgetShare, forgetInput)
    expect(refused).toEqual([404, 'ShareNotFound'])
    const shown = await countSharedPhotos(shareId)
    reportFigures('link to photos, used by a stranger', {
      revoked: countTrue([refused[0] < 400]),
      'photos shown': `${shown} of ${photoIds.length}`,
    })
    expect(shown).toBe(3)
    await sendNotMe(ownIds, photoIds.slice(0, 1))
    expect(await countSharedPhotos(shareId)).toBe(2)
    await fetchAnswer(shop.app, forgetShare, { token: ownIds, params: { shareId } })
    expect(await fetchProblemCode(shop.app, getShare, { params: { shareId } })).toEqual([
      404,
      'ShareNotFound',
    ])
  })

  it('is revoked by the device that made it, under a later token', async () => {
    const event = await createEventOnSale(shop)
    await createRacePhotos(event, ['129'])
    const input = { number: '129', deviceKey: randomUUID() }
    const { shareId } = await createLink(await requestToken(event, input))
    await fetchAnswer(shop.app, forgetShare, { token: await requestToken(event, input), params: { shareId } })
    expect(await fetchProblemCode(shop.app, getShare, { params: { shareId } })).toEqual([
      404,
      'ShareNotFound',
    ])
  })
})
