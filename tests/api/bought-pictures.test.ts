import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewCartItem } from '../../contract/cart.ts'
import { type Download, getPicture, listOrderItems } from '../../contract/orders.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { photos } from '../../server/features/photos/tables.ts'
import { signValue } from '../../server/platform/http/signed-link.ts'
import { withInterceptedStatements } from '../money/statements.ts'
import { createDemoFrame, createDemoPhoto } from '../support/data/demo-photos.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
})
afterAll(() => shop.close())

async function createCartWith(cartItems: readonly NewCartItem[]): Promise<string> {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const cartId = await createCartWithItems(shop, cartItems, token)
  await setEmail(shop, cartId)
  return cartId
}

const buildPhotoItem = async (photoId: string) => ({
  productId: await findProductId(shop, event, 'photo'),
  photoId,
})

async function fetchDownloads(orderId: string): Promise<Download[]> {
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  return items.flatMap(({ downloads = [] }) => downloads)
}

/** Creates a paid order of one demo photo. */
async function buyPhoto(name: string) {
  const photoId = await createDemoPhoto(shop, event, name)
  const { orderId, invoiceId } = await placePaidOrder(
    shop,
    await createCartWith([await buildPhotoItem(photoId)]),
  )
  const [file] = await fetchDownloads(orderId)
  return { photoId, orderId, invoiceId, file, picture: file?.picture ?? '' }
}

const fetchPicture = (picture: string, options = {}) =>
  sendCall(shop.app, getPicture, { params: { picture }, ...options })
const fetchRefusal = (picture: string, options = {}) =>
  fetchProblemCode(shop.app, getPicture, { params: { picture }, ...options })
const download = async (url = '') =>
  (await shop.app.inject({ url, headers: { host: 'one.test' } })).rawPayload

/** Returns the percentage of clearly different pixels, and the mean difference. */
async function measureDifference(one: Buffer, other: Buffer) {
  const { width, height } = await sharp(one).metadata()
  const readGreyPixels = (bytes: Buffer) =>
    sharp(bytes).resize({ width, height, fit: 'fill' }).greyscale().raw().toBuffer()
  const [first, second] = [await readGreyPixels(one), await readGreyPixels(other)]
  const differences = [...first].map((grey, index) => Math.abs(grey - (second[index] ?? 0)))
  const clearCount = differences.filter((difference) => difference > 20).length
  return {
    clearPercent: (100 * clearCount) / differences.length,
    mean: differences.reduce((sum, difference) => sum + difference) / differences.length,
  }
}

it('is the small original without the watermark of the thumb, and is not cached', async () => {
  const { file, picture } = await buyPhoto('A002')
  const response = await fetchPicture(picture)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
  const clean = response.rawPayload
  const { width, height, exif, icc } = await sharp(clean).metadata()
  expect({ width, height }).toEqual({ width: file?.thumb?.width, height: file?.thumb?.height })
  expect([exif, icc]).toEqual([undefined, undefined])
  const originalDifference = await measureDifference(clean, await download(file?.url))
  const markedDifference = await measureDifference(clean, await download(file?.thumb?.url))
  expect(originalDifference.mean).toBeLessThan(4)
  expect(markedDifference.clearPercent).toBeGreaterThan(4)
  expect(markedDifference.clearPercent).toBeGreaterThan(4 * originalDifference.clearPercent)
})

it('shows a photo in its frame as bought', async () => {
  const photoId = await createDemoPhoto(shop, event, 'A003')
  const { id: frameId } = await createDemoFrame(shop, event)
  const productId = await findProductId(shop, event, 'frame')
  const { orderId } = await placePaidOrder(shop, await createCartWith([{ productId, photoId, frameId }]))
  const [file] = await fetchDownloads(orderId)
  const clean = (await fetchPicture(file?.picture ?? '')).rawPayload
  const originalDifference = await measureDifference(clean, await download(file?.url))
  const markedDifference = await measureDifference(clean, await download(file?.thumb?.url))
  expect(originalDifference.mean).toBeLessThan(4)
  expect(markedDifference.clearPercent).toBeGreaterThan(2 * originalDifference.clearPercent)
})

it('is refused before the order is paid', async () => {
  const photoId = await createDemoPhoto(shop, event, 'A004')
  const { orderId } = await placeOrder(shop, await createCartWith([await buildPhotoItem(photoId)]))
  expect(await fetchDownloads(orderId)).toEqual([])
  // not even with a handle that becomes valid after the payment
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  const expiresOn = shop.services.clock().getTime() + minuteInMs
  const handle = { tenant: 'one', item: items[0]?.orderItemId, photo: photoId, expiresOn }
  const { boughtPicture, fileLink } = shop.services.config.secrets
  expect(await fetchRefusal(signValue(handle, boughtPicture))).toEqual([403, 'NotPaid'])
  expect(await fetchRefusal(signValue(handle, fileLink))).toEqual([404, 'NotFound'])
})

it('requires its own handle: unchanged, for this photo and tenant, and not expired', async () => {
  const { picture } = await buyPhoto('A005')
  const [payload = '', signature = ''] = picture.split('.')
  const handle = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  // the payload is readable, but contains no secret
  expect(Object.keys(handle)).toEqual(['tenant', 'item', 'photo', 'expiresOn'])
  const otherPhotoId = await createDemoPhoto(shop, event, 'A006')
  const changed = Buffer.from(JSON.stringify({ ...handle, photo: otherPhotoId })).toString('base64url')
  expect(await fetchRefusal(`${changed}.${signature}`)).toEqual([404, 'NotFound'])
  expect(await fetchRefusal('nobodys')).toEqual([404, 'NotFound'])
  expect(await fetchRefusal(picture, { host: 'two.test' })).toEqual([404, 'NotFound'])
  expect((await fetchPicture(picture)).statusCode).toBe(200)
  shop.moveClock(16 * minuteInMs)
  expect(await fetchRefusal(picture)).toEqual([410, 'LinkExpired'])
})

it('is gone with the refund or the photo, at once', async () => {
  const [refundedPhoto, deletedPhoto] = [await buyPhoto('A007'), await buyPhoto('A008')]
  for (const { picture } of [refundedPhoto, deletedPhoto])
    expect((await fetchPicture(picture)).statusCode).toBe(200)
  await refundInvoice(shop.context(), refundedPhoto.invoiceId, { amount: undefined, note: '' })
  await shop.jobs.drain()
  expect(await fetchRefusal(refundedPhoto.picture)).toEqual([403, 'NotPaid'])
  expect(await fetchDownloads(refundedPhoto.orderId)).toEqual([])
  await shop.services.db.delete(photos).where(eq(photos.id, deletedPhoto.photoId))
  expect(await fetchRefusal(deletedPhoto.picture)).toEqual([404, 'NotFound'])
})

it('is rendered once, stored for a month and then rendered again', async () => {
  const { orderId, photoId, picture } = await buyPhoto('A010')
  const objectKey = `bought/${photoId}`
  const { objects } = shop.services
  expect(await objects.head(objectKey)).toBeUndefined()
  const both = await Promise.all([fetchPicture(picture), fetchPicture(picture)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await objects.get(objectKey)).length).toBe(both[0].rawPayload.length)
  shop.moveClock(29 * dayInMs)
  await shop.jobs.drain()
  expect(await objects.head(objectKey)).toBeDefined()
  shop.moveClock(2 * dayInMs)
  await shop.jobs.drain()
  expect(await objects.head(objectKey)).toBeUndefined()
  const [file] = await fetchDownloads(orderId)
  expect((await fetchPicture(file?.picture ?? '')).statusCode).toBe(200)
})

it('is not stored without the job that removes it', async () => {
  const { photoId, picture } = await buyPhoto('A011')
  const response = await withInterceptedStatements(
    (text) => (text.startsWith('insert into "jobs"') ? 'fail' : 'run'),
    () => fetchPicture(picture),
  )
  expect(response.statusCode).toBe(500)
  expect(await shop.services.objects.head(`bought/${photoId}`)).toBeUndefined()
  expect((await fetchPicture(picture)).statusCode).toBe(200)
})

it('is reported missing when the original cannot be read', async () => {
  const { photoId } = await createStoredPhoto(shop, event)
  const { orderId } = await placePaidOrder(shop, await createCartWith([await buildPhotoItem(photoId)]))
  const [file] = await fetchDownloads(orderId)
  expect(await fetchRefusal(file?.picture ?? '')).toEqual([404, 'NotFound'])
})
