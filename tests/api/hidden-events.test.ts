import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { addCartItem, checkOut } from '../../contract/cart.ts'
import { getProduct, listProducts } from '../../contract/catalog.ts'
import { createSearchToken, searchCompetitors } from '../../contract/competitors.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { listPaymentTypes } from '../../contract/invoices.ts'
import { createShare, getAlbumTimes, getShare, getShareCard, listPhotos } from '../../contract/photos.ts'
import { forgetSelfie, getSelfie } from '../../contract/recognition.ts'
import { listVideos } from '../../contract/videos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { listFiles } from '../support/data/delivered-files.ts'
import { aPhoto, aSelfie, aStartList, buildFace } from '../support/data/race.ts'
import { type Ask, answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import { command } from '../support/server/commands.ts'
import {
  aCart,
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  aStoredVideo,
  findProductId,
  openShop,
  pay,
  placeOrder,
  readOrderState,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const hide = (event: EventRow) => command(shop, 'event', 'hide', '--event', event.id)
const publish = (event: EventRow) => command(shop, 'event', 'publish', '--event', event.id)

/**
 * Creates an event with a runner, a photo, a video, a selfie and a shared link, and tokens obtained while it was
 * published.
 */
async function aSeenEvent() {
  const event = await aSellingEvent(shop)
  const { photoId } = await aStoredPhoto(shop, event, { numbers: ['128'] })
  const { videoId } = await aStoredVideo(shop, event)
  await aStartList(shop.context(), event, [{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' }])
  const face = buildFace(randomBytes(2).readUInt16LE())
  await aPhoto(shop.context(), event, { faces: [face] })
  const selfie = await aSelfie(shop.context(), event, face)
  const { token } = await tokenFor(shop.app, event.id)
  const own = await tokenFor(shop.app, event.id, { number: '128' })
  const byFace = await tokenFor(shop.app, event.id, selfie)
  const { shareId } = await answer(shop.app, createShare, { token: own.token, body: {} })
  const shared = await tokenFor(shop.app, event.id, { shareId })
  const products = {
    photo: await findProductId(shop, event, 'photo'),
    package: await findProductId(shop, event, 'photos_with_me'),
    video: await findProductId(shop, event, 'video'),
    gift: await findProductId(shop, event, 'promocode'),
  }
  return { event, photoId, videoId, token, own, byFace, shared, shareId, selfie, products }
}

type Seen = Awaited<ReturnType<typeof aSeenEvent>>

const calls: [string, Call, (seen: Seen) => Ask, [number, string]][] = [
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
  ['listPhotos of a runner', listPhotos, ({ own }) => ({ token: own.token }), [401, 'TokenInvalid']],
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
    async (_, call, ask, refused) => {
      const seen = await aSeenEvent()
      await hide(seen.event)
      expect(await refusal(shop.app, call, ask(seen))).toEqual(refused)
      await publish(seen.event)
      // once it is published again, the preview is refused only because of its unknown frame
      const { statusCode } = await send(shop.app, call, ask(seen))
      expect(statusCode).toBe(call === previewFramedPhoto ? 404 : 200)
    },
  )

  it('is not listed, and neither are its products', async () => {
    const { event } = await aSeenEvent()
    const listed = async () => ({
      events: (await answer(shop.app, listEvents, { query: { count: '100' } })).items.filter(
        ({ eventId }) => eventId === event.id,
      ).length,
      products: (await answer(shop.app, listProducts, { query: { catalogId: event.catalogId } })).total,
    })
    expect(await listed()).toEqual({ events: 1, products: 4 })
    await hide(event)
    expect(await listed()).toEqual({ events: 0, products: 0 })
    await publish(event)
    expect(await listed()).toEqual({ events: 1, products: 4 })
  })

  it('sells nothing with any token', async () => {
    const { event, photoId, videoId, token, own, byFace, shared, products } = await aSeenEvent()
    const params = { shoppingCartId: await aCart(shop) }
    await hide(event)
    const add = (body: object, of: string) => refusal(shop.app, addCartItem, { params, body, token: of })
    const refused = [404, 'ProductNotFound']
    for (const each of [token, own.token, shared.token])
      expect(await add({ productId: products.photo, photoId }, each)).toEqual(refused)
    for (const each of [own.token, byFace.token])
      expect(await add({ productId: products.package }, each)).toEqual(refused)
    expect(await add({ productId: products.video, videoId }, token)).toEqual(refused)
    expect(await add({ productId: products.gift }, token)).toEqual(refused)
  })

  it('refuses checkout of a cart with its photos, and names the items', async () => {
    const event = await aSellingEvent(shop)
    const shoppingCartId = await aFullCart(shop, event)
    await hide(event)
    const response = await send(shop.app, checkOut, { params: { shoppingCartId } })
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { code: 'ProductNotFound', extra: { itemIds: [expect.any(String)] } },
    ])
    await publish(event)
    await placeOrder(shop, shoppingCartId)
  })

  it('still serves the files of its paid orders', async () => {
    const event = await aSellingEvent(shop)
    const { orderId } = await aPaidOrder(shop, await aFullCart(shop, event))
    await hide(event)
    const [file] = await listFiles(shop, orderId)
    const { pathname, search } = new URL(file?.url ?? '', 'http://one.test')
    const response = await shop.app.inject({ url: pathname + search, headers: { host: 'one.test' } })
    expect([response.statusCode, response.rawPayload.length]).toEqual([200, 3000])
  })

  it('accepts the payment of an earlier order, and delivers it', async () => {
    const event = await aSellingEvent(shop)
    const order = await placeOrder(shop, await aFullCart(shop, event))
    await hide(event)
    const query = { amount: '39000', currencyId: '643', albumId: event.albumId }
    expect((await answer(shop.app, listPaymentTypes, { query })).items.length).toBeGreaterThan(0)
    const { payUrl } = await pay(shop, order.invoiceId)
    await shop.press(payUrl, 'approve')
    await shop.jobs.drain()
    expect(await readOrderState(shop, order.orderId)).toBe('Completed')
    expect(await listFiles(shop, order.orderId)).toHaveLength(1)
  })

  it('allows deleting a selfie', async () => {
    const { event, selfie } = await aSeenEvent()
    await hide(event)
    await answer(shop.app, forgetSelfie, { params: { selfieId: selfie.selfieId } })
  })
})
