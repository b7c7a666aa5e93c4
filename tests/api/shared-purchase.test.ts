import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCartItems } from '../../contract/cart.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { listOrderItems } from '../../contract/orders.ts'
import {
  confirmPhoto,
  createShare,
  forgetShare,
  getAlbumTimes,
  getShare,
  listPhotos,
} from '../../contract/photos.ts'
import { listVideos } from '../../contract/videos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
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

const createKeyHeader = () => ({ headers: { 'idempotency-key': randomUUID() } })

/** Creates an event with shared photos of a runner, another runner's photo, and one added after the link. */
async function createSharedEvent(count: number) {
  const event = await createEventOnSale(shop)
  const photoIds: string[] = []
  for (let index = 0; index < count; index++)
    photoIds.push((await createStoredPhoto(shop, event, { numbers: ['128'] })).photoId)
  const { token: ownerToken } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const { shareId } = await fetchAnswer(shop.app, createShare, {
    body: {},
    token: ownerToken,
    ...createKeyHeader(),
  })
  const otherPhotoId = (await createStoredPhoto(shop, event, { numbers: ['7'] })).photoId
  const laterPhotoId = (await createStoredPhoto(shop, event, { numbers: ['128'] })).photoId
  return { event, photoIds, shareId, ownerToken, otherPhotoId, laterPhotoId }
}

const requestToken = async (event: EventRow, shareId: string) =>
  (await fetchAnswer(shop.app, createSearchToken, { params: { eventId: event.id }, body: { shareId } })).token

async function buildAddCall(
  event: EventRow,
  token: string,
  photoIds: readonly string[],
  shoppingCartId: string,
) {
  const productId = await findProductId(shop, event, 'photo')
  const items = photoIds.map((photoId) => ({ productId, photoId }))
  return { params: { shoppingCartId }, body: { items }, token }
}

describe('a purchase from a shared link', () => {
  it('delivers the photos of the link to the buyer, at no more than their package, and no others ever', async () => {
    const { event, photoIds, shareId } = await createSharedEvent(8)
    const cartId = await createCartWithItems(shop)
    const token = await requestToken(event, shareId)
    await fetchAnswer(shop.app, addCartItems, await buildAddCall(event, token, photoIds, cartId))
    await setEmail(shop, cartId, 'mother@mail.example')
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(199_000)
    const { orderId } = await placePaidOrder(shop, cartId)
    await createStoredPhoto(shop, event, { numbers: ['128'] })
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    const files = items.flatMap(({ downloads = [] }) => downloads.flatMap(({ photoId }) => photoId ?? []))
    expect([files.length, new Set(files)]).toEqual([photoIds.length, new Set(photoIds)])
  })

  it('costs by the ladder where that is cheaper', async () => {
    const { event, photoIds, shareId } = await createSharedEvent(3)
    const cartId = await createCartWithItems(shop)
    const token = await requestToken(event, shareId)
    await fetchAnswer(shop.app, addCartItems, await buildAddCall(event, token, photoIds, cartId))
    expect((await fetchCart(shop, cartId)).totalAmount.amount).toBe(3 * 33_000)
  })

  it('holds nothing that the link does not show', async () => {
    const { event, photoIds, shareId, otherPhotoId, laterPhotoId } = await createSharedEvent(2)
    const token = await requestToken(event, shareId)
    const cartId = await createCartWithItems(shop)
    for (const photoId of [otherPhotoId, laterPhotoId]) {
      const asked = await buildAddCall(event, token, [...photoIds, photoId], cartId)
      expect(await fetchProblemCode(shop.app, addCartItems, asked)).toEqual([404, 'PhotoNotFound'])
    }
    const items = [{ productId: await findProductId(shop, event, 'photos_with_me') }]
    const packageCall = { params: { shoppingCartId: cartId }, body: { items }, token }
    expect((await sendCall(shop.app, addCartItems, packageCall)).json()).toMatchObject({
      code: 'PersonRequired',
    })
    expect((await fetchCart(shop, cartId)).items).toEqual([])
  })

  it('is all that its token opens', async () => {
    const { event, photoIds, shareId } = await createSharedEvent(1)
    const token = await requestToken(event, shareId)
    const [photoId = ''] = photoIds
    const asked = [
      fetchProblemCode(shop.app, listPhotos, { token }),
      fetchProblemCode(shop.app, getAlbumTimes, { token }),
      fetchProblemCode(shop.app, confirmPhoto, { token, params: { photoId }, body: { itIsMe: false } }),
      fetchProblemCode(shop.app, createShare, { token, body: {}, ...createKeyHeader() }),
      fetchProblemCode(shop.app, forgetShare, { token, params: { shareId } }),
      fetchProblemCode(shop.app, listVideos, { token, query: { albumId: event.albumId } }),
    ]
    expect(await Promise.all(asked)).toEqual(asked.map(() => [403, 'TokenScope']))
  })

  it('begins no more once the link has ended, is of another event or of another tenant', async () => {
    const { event, photoIds, shareId, ownerToken } = await createSharedEvent(1)
    const earlyToken = await requestToken(event, shareId)
    const otherEvent = await createEventOnSale(shop)
    const requestRefusedToken = (eventId: string, host?: string) =>
      fetchProblemCode(shop.app, createSearchToken, {
        params: { eventId },
        body: { shareId },
        ...(host && { host }),
      })
    expect(await requestRefusedToken(otherEvent.id)).toEqual([404, 'ShareNotFound'])
    expect(await requestRefusedToken(event.id, 'two.test')).toEqual([404, 'EventNotFound'])
    await fetchAnswer(shop.app, forgetShare, { token: ownerToken, params: { shareId } })
    expect(await requestRefusedToken(event.id)).toEqual([404, 'ShareNotFound'])
    const cartId = await createCartWithItems(shop)
    expect(
      await fetchProblemCode(shop.app, addCartItems, await buildAddCall(event, earlyToken, photoIds, cartId)),
    ).toEqual([404, 'PhotoNotFound'])
  })

  it('is said to be made where the runner has bought the package, until its money goes back', async () => {
    const { event, shareId } = await createSharedEvent(2)
    const isBought = async () => (await fetchAnswer(shop.app, getShare, { params: { shareId } })).bought
    expect(await isBought()).toBe(false)
    await placePaidOrder(shop, await createReadyCart(shop, event, { package: '7' }))
    expect(await isBought()).toBe(false)
    const { invoiceId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
    expect(await isBought()).toBe(true)
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    expect(await isBought()).toBe(false)
  })
})
