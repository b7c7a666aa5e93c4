import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCartItem } from '../../contract/cart.ts'
import { listVideos } from '../../contract/videos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { addVideo } from '../../server/features/videos/index.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../server/platform/objects/keys.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { listOrderFiles } from '../support/data/delivered-files.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredVideo,
  fetchCart,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
let event: EventRow
let videoId: string
let original: Buffer
const readVideoFile = (extension: string) =>
  readFile(join(projectRoot, `demo/videos/personal-A-128-andrei${extension}`))

beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
  original = await readVideoFile('.mp4')
  const keys = {
    original: newOriginalKey(shop.context()),
    preview: newMediaKey(shop.context()),
    poster: newMediaKey(shop.context()),
  }
  const { objects } = shop.services
  await objects.put(keys.original, original, { contentType: 'video/mp4' })
  await objects.put(keys.preview, await readVideoFile('.preview.mp4'), { contentType: 'video/mp4' })
  await objects.put(keys.poster, await readVideoFile('.poster.jpg'), { contentType: 'image/jpeg' })
  const added = await addVideo(shop.context(), {
    eventId: event.id,
    title: { ru: 'Мой полумарафон' },
    startNumber: '128',
    durationS: 7.4,
    takenOn: event.startsOn,
    sha256: sha256(original),
    fileName: 'personal-A-128-andrei.mp4',
    mime: 'video/mp4',
    sizeInBytes: original.length,
    originalKey: keys.original,
    previewKey: keys.preview,
    poster: { key: keys.poster, width: 960, height: 540 },
  })
  videoId = added.videoId
})
afterAll(() => shop.close())

const fetchUrl = (url: string, headers = {}) =>
  shop.app.inject({ url, headers: { host: 'one.test', ...headers } })

it('serves a preview and its poster without a token, in ranges', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const { items } = await fetchAnswer(shop.app, listVideos, { token, query: { albumId: event.albumId } })
  const [video] = items
  const part = await fetchUrl(video?.previewUrl ?? '', { range: 'bytes=0-99' })
  expect([part.statusCode, part.headers['content-type'], part.rawPayload.length]).toEqual([
    206,
    'video/mp4',
    100,
  ])
  const poster = await fetchUrl(video?.poster?.url ?? '')
  expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

it('delivers a bought video whole, with its poster in the cart and on the order', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const productId = await findProductId(shop, event, 'video')
  const cartId = await createCartWithItems(shop, [{ productId, videoId }], token)
  const [item] = (await fetchCart(shop, cartId)).items
  expect([item?.videoId, item?.thumb?.width]).toEqual([videoId, 960])
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  const [file, ...others] = await listOrderFiles(shop, orderId)
  expect(others).toEqual([])
  expect(file).toMatchObject({ fileName: 'Мой полумарафон.mp4', bytes: original.length })
  expect(file?.thumb?.width).toBe(960)
  const response = await fetchUrl(file?.url ?? '')
  expect(response.headers['content-type']).toBe('video/mp4')
  expect(response.rawPayload.equals(original)).toBe(true)
})

it('sells no video of another event, and requires a video id', async () => {
  const other = await createEventOnSale(shop)
  await createStoredVideo(shop, other)
  const { token } = await fetchSearchToken(shop.app, other.id)
  const shoppingCartId = await createCartWithItems(shop)
  const add = (body: object) =>
    fetchProblemCode(shop.app, addCartItem, { params: { shoppingCartId }, body, token })
  const productId = await findProductId(shop, other, 'video')
  expect(await add({ productId, videoId })).toEqual([404, 'ProductNotFound'])
  expect(await add({ productId })).toEqual([404, 'ProductNotFound'])
})
