import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { addCartItem, checkOut, getCart } from '../../contract/cart.ts'
import { getProduct, listProducts } from '../../contract/catalog.ts'
import { createSearchToken, searchCompetitors } from '../../contract/competitors.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { listPaymentTypes } from '../../contract/invoices.ts'
import { createShare, getAlbumTimes, getShare, getShareCard, listPhotos } from '../../contract/photos.ts'
import { forgetSelfie, getSelfie } from '../../contract/recognition.ts'
import { listVideos } from '../../contract/videos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { listOrderFiles } from '../support/data/delivered-files.ts'
import { buildEmbedding, createPhoto, createSelfie, createStartList } from '../support/data/race.ts'
import {
  type CallInput,
  fetchAnswer,
  fetchProblemCode,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  createStoredVideo,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  readOrderState,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const hide = (event: EventRow) => runTestCommand(shop, 'event', 'hide', '--event', event.id)
const publish = (event: EventRow) => runTestCommand(shop, 'event', 'publish', '--event', event.id)

/**
 * Creates an event with a runner, a photo, a video, a selfie and a shared link, and tokens obtained while it was
 * published.
 */
async function createKnownEvent() {
  const event = await createEventOnSale(shop)
  const { photoId } = await createStoredPhoto(shop, event, { numbers: ['128'] })
  const { videoId } = await createStoredVideo(shop, event)
  await createStartList(shop.context(), event, [{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' }])
  const face = buildEmbedding(randomBytes(2).readUInt16LE())
  await createPhoto(shop.context(), event, { faces: [face] })
  const selfie = await createSelfie(shop.context(), event, face)
  const { token } = await fetchSearchToken(shop.app, event.id)
  const runnerSearch = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const faceSearch = await fetchSearchToken(shop.app, event.id, selfie)
  const { shareId } = await fetchAnswer(shop.app, createShare, { token: runnerSearch.token, body: {} })
  const sharedSearch = await fetchSearchToken(shop.app, event.id, { shareId })
  const products = {
    photo: await findProductId(shop, event, 'photo'),
    package: await findProductId(shop, event, 'photos_with_me'),
    video: await findProductId(shop, event, 'video'),
    gift: await findProductId(shop, event, 'promocode'),
  }
  return { event, photoId, videoId, token, runnerSearch, faceSearch, sharedSearch, shareId, selfie, products }
}

type KnownEvent = Awaited<ReturnType<typeof createKnownEvent>>

const calls: [string, Call, (knownEvent: KnownEvent) => CallInput, [number, string]][] = [
  ['getEvent', getEvent, ({ event }) => ({ params: { eventId: event.id } }), [404, 'EventNotFound']],
  [
    'createSearchToken',
    createSearchToken,
    ({ event }) => ({ params: { eventId: event.id }, body: {} }),
    [404, 'EventNotFound'],
  ],
  [
    'searchCompetitors',
    searchCompetitors,
    ({ event }) => ({ query: { competitorsListId: event.competitorsListId, search: '128' } }),
    [404, 'EventNotFound'],
  ],
  [
    'listPhotos',
    listPhotos,
    ({ event, token }) => ({ query: { albumId: event.albumId }, token }),
    [401, 'TokenInvalid'],
  ],
  [
    'listPhotos of a runner',
    listPhotos,
    ({ runnerSearch }) => ({ token: runnerSearch.token }),
    [401, 'TokenInvalid'],
  ],
  [
    'getAlbumTimes',
    getAlbumTimes,
    ({ event, token }) => ({ query: { albumId: event.albumId }, token }),
    [401, 'TokenInvalid'],
  ],
  [
    'listVideos',
    listVideos,
    ({ event, token }) => ({ query: { albumId: event.albumId }, token }),
    [401, 'TokenInvalid'],
  ],
  [
    'previewFramedPhoto',
    previewFramedPhoto,
    ({ photoId, token }) => ({ query: { photoId, frameId: 'any' }, token }),
    [401, 'TokenInvalid'],
  ],
  ['getShare', getShare, ({ shareId }) => ({ params: { shareId } }), [404, 'ShareNotFound']],
  ['getShareCard', getShareCard, ({ shareId }) => ({ params: { shareId } }), [404, 'ShareNotFound']],
  [
    'getSelfie',
    getSelfie,
    ({ selfie }) => ({ params: { selfieId: selfie.selfieId } }),
    [404, 'SelfieNotFound'],
  ],
  [
    'getProduct',
    getProduct,
    ({ products }) => ({ params: { productId: products.photo } }),
    [404, 'ProductNotFound'],
  ],
]

describe('a hidden event', () => {
  it.each(calls)(
    'is unknown to %s, also with an earlier token, until it is published',
    async (_, call, buildCall, expectedRefusal) => {
      const knownEvent = await createKnownEvent()
      await hide(knownEvent.event)
      expect(await fetchProblemCode(shop.app, call, buildCall(knownEvent))).toEqual(expectedRefusal)
      await publish(knownEvent.event)
      // once it is published again, the preview is refused only because of its unknown frame
      const { statusCode } = await sendCall(shop.app, call, buildCall(knownEvent))
      expect(statusCode).toBe(call === previewFramedPhoto ? 404 : 200)
    },
  )

  it('is not listed, and neither are its products', async () => {
    const { event } = await createKnownEvent()
    const countListed = async () => ({
      events: (await fetchAnswer(shop.app, listEvents, { query: { count: '100' } })).items.filter(
        ({ eventId }) => eventId === event.id,
      ).length,
      products: (await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })).total,
    })
    expect(await countListed()).toEqual({ events: 1, products: 4 })
    await hide(event)
    expect(await countListed()).toEqual({ events: 0, products: 0 })
    await publish(event)
    expect(await countListed()).toEqual({ events: 1, products: 4 })
  })

  it('sells nothing with any token', async () => {
    const { event, photoId, videoId, token, runnerSearch, faceSearch, sharedSearch, products } =
      await createKnownEvent()
    const params = { shoppingCartId: await createCartWithItems(shop) }
    await hide(event)
    const add = (body: object, bearer: string) =>
      fetchProblemCode(shop.app, addCartItem, { params, body, token: bearer })
    const expectedRefusal = [404, 'ProductNotFound']
    for (const each of [token, runnerSearch.token, sharedSearch.token])
      expect(await add({ productId: products.photo, photoId }, each)).toEqual(expectedRefusal)
    for (const each of [runnerSearch.token, faceSearch.token])
      expect(await add({ productId: products.package }, each)).toEqual(expectedRefusal)
    expect(await add({ productId: products.video, videoId }, token)).toEqual(expectedRefusal)
    expect(await add({ productId: products.gift }, token)).toEqual(expectedRefusal)
  })

  it('refuses checkout of a cart with its photos, and names the items', async () => {
    const event = await createEventOnSale(shop)
    const shoppingCartId = await createReadyCart(shop, event)
    const readOffSale = async () =>
      (await fetchAnswer(shop.app, getCart, { params: { shoppingCartId } })).items.map(
        ({ offSale }) => offSale,
      )
    expect(await readOffSale()).toEqual([undefined])
    await hide(event)
    expect(await readOffSale()).toEqual([true])
    const response = await sendCall(shop.app, checkOut, { params: { shoppingCartId } })
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { code: 'ProductNotFound', extra: { itemIds: [expect.any(String)] } },
    ])
    await publish(event)
    await placeOrder(shop, shoppingCartId)
  })

  it('still serves the files of its paid orders', async () => {
    const event = await createEventOnSale(shop)
    const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event))
    await hide(event)
    const [file] = await listOrderFiles(shop, orderId)
    const { pathname, search } = new URL(file?.url ?? '', 'http://one.test')
    const response = await shop.app.inject({ url: pathname + search, headers: { host: 'one.test' } })
    expect([response.statusCode, response.rawPayload.length]).toEqual([200, 3000])
  })

  it('accepts the payment of an earlier order, and delivers it', async () => {
    const event = await createEventOnSale(shop)
    const order = await placeOrder(shop, await createReadyCart(shop, event))
    await hide(event)
    const query = { amount: '39000', currencyId: '643', albumId: event.albumId }
    expect((await fetchAnswer(shop.app, listPaymentTypes, { query })).items.length).toBeGreaterThan(0)
    const { payUrl } = await startPayment(shop, order.invoiceId)
    await shop.pressBankButton(payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, order.orderId)).toBe('Completed')
    expect(await listOrderFiles(shop, order.orderId)).toHaveLength(1)
  })

  it('allows deleting a selfie', async () => {
    const { event, selfie } = await createKnownEvent()
    await hide(event)
    await fetchAnswer(shop.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
  })
})
