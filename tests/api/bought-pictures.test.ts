import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewCartItem } from '../../contract/cart.ts'
import { type Download, getPicture, listOrderItems } from '../../contract/orders.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { photos } from '../../server/features/photos/tables.ts'
import { signValue } from '../../server/platform/http/signed-link.ts'
import { aDemoPhoto, aFrame } from '../support/data/framed.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  findProductId,
  openShop,
  placeOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await aSellingEvent(shop)
})
afterAll(() => shop.close())

async function aCartWith(cartItems: readonly NewCartItem[]): Promise<string> {
  const { token } = await tokenFor(shop.app, event.id)
  const cartId = await aCart(shop, cartItems, token)
  await setEmail(shop, cartId)
  return cartId
}

const buildPhotoItem = async (photoId: string) => ({
  productId: await findProductId(shop, event, 'photo'),
  photoId,
})

async function fetchDownloads(orderId: string): Promise<Download[]> {
  const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
  return items.flatMap(({ downloads = [] }) => downloads)
}

/** Creates a paid order of one demo photo. */
async function bought(name: string) {
  const photoId = await aDemoPhoto(shop, event, name)
  const { orderId, invoiceId } = await aPaidOrder(shop, await aCartWith([await buildPhotoItem(photoId)]))
  const [file] = await fetchDownloads(orderId)
  return { photoId, orderId, invoiceId, file, picture: file?.picture ?? '' }
}

const show = (picture: string, more = {}) => send(shop.app, getPicture, { params: { picture }, ...more })
const refused = (picture: string, more = {}) =>
  refusal(shop.app, getPicture, { params: { picture }, ...more })
const open = async (url = '') => (await shop.app.inject({ url, headers: { host: 'one.test' } })).rawPayload

/** Returns the percentage of clearly different pixels, and the mean difference. */
async function measureDifference(one: Buffer, other: Buffer) {
  const { width, height } = await sharp(one).metadata()
  const greys = (bytes: Buffer) =>
    sharp(bytes).resize({ width, height, fit: 'fill' }).greyscale().raw().toBuffer()
  const [first, second] = [await greys(one), await greys(other)]
  const gaps = [...first].map((grey, at) => Math.abs(grey - (second[at] ?? 0)))
  const plain = gaps.filter((gap) => gap > 20).length
  return { plain: (100 * plain) / gaps.length, mean: gaps.reduce((sum, gap) => sum + gap) / gaps.length }
}

it('is the small original without the watermark of the thumb, and is not cached', async () => {
  const { file, picture } = await bought('A002')
  const answered = await show(picture)
  expect(answered.statusCode).toBe(200)
  expect(answered.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
  const clean = answered.rawPayload
  const { width, height, exif, icc } = await sharp(clean).metadata()
  expect({ width, height }).toEqual({ width: file?.thumb?.width, height: file?.thumb?.height })
  expect([exif, icc]).toEqual([undefined, undefined])
  const ofOriginal = await measureDifference(clean, await open(file?.url))
  const ofMarked = await measureDifference(clean, await open(file?.thumb?.url))
  expect(ofOriginal.mean).toBeLessThan(4)
  expect(ofMarked.plain).toBeGreaterThan(4)
  expect(ofMarked.plain).toBeGreaterThan(4 * ofOriginal.plain)
})

it('shows a photo in its frame as bought', async () => {
  const photoId = await aDemoPhoto(shop, event, 'A003')
  const { id: frameId } = await aFrame(shop, event)
  const productId = await findProductId(shop, event, 'frame')
  const { orderId } = await aPaidOrder(shop, await aCartWith([{ productId, photoId, frameId }]))
  const [file] = await fetchDownloads(orderId)
  const clean = (await show(file?.picture ?? '')).rawPayload
  const ofOriginal = await measureDifference(clean, await open(file?.url))
  const ofMarked = await measureDifference(clean, await open(file?.thumb?.url))
  expect(ofOriginal.mean).toBeLessThan(4)
  expect(ofMarked.plain).toBeGreaterThan(2 * ofOriginal.plain)
})

it('is refused before the order is paid', async () => {
  const photoId = await aDemoPhoto(shop, event, 'A004')
  const { orderId } = await placeOrder(shop, await aCartWith([await buildPhotoItem(photoId)]))
  expect(await fetchDownloads(orderId)).toEqual([])
  // not even with a handle that becomes valid after the payment
  const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
  const expiresOn = shop.services.clock().getTime() + minuteInMs
  const handle = { tenant: 'one', item: items[0]?.orderItemId, photo: photoId, expiresOn }
  const { boughtPicture, fileLink } = shop.services.config.secrets
  expect(await refused(signValue(handle, boughtPicture))).toEqual([403, 'NotPaid'])
  expect(await refused(signValue(handle, fileLink))).toEqual([404, 'NotFound'])
})

it('requires its own handle: unchanged, for this photo and tenant, and not expired', async () => {
  const { picture } = await bought('A005')
  const [payload = '', signature = ''] = picture.split('.')
  const known = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  // the payload is readable, but contains no secret
  expect(Object.keys(known)).toEqual(['tenant', 'item', 'photo', 'expiresOn'])
  const strange = await aDemoPhoto(shop, event, 'A006')
  const changed = Buffer.from(JSON.stringify({ ...known, photo: strange })).toString('base64url')
  expect(await refused(`${changed}.${signature}`)).toEqual([404, 'NotFound'])
  expect(await refused('nobodys')).toEqual([404, 'NotFound'])
  expect(await refused(picture, { host: 'two.test' })).toEqual([404, 'NotFound'])
  expect((await show(picture)).statusCode).toBe(200)
  shop.moveClock(16 * minuteInMs)
  expect(await refused(picture)).toEqual([410, 'LinkExpired'])
})

it('is gone with the refund or the photo, at once', async () => {
  const [returned, deleted] = [await bought('A007'), await bought('A008')]
  for (const { picture } of [returned, deleted]) expect((await show(picture)).statusCode).toBe(200)
  await refundInvoice(shop.context(), returned.invoiceId, { amount: undefined, note: '' })
  await shop.jobs.drain()
  expect(await refused(returned.picture)).toEqual([403, 'NotPaid'])
  expect(await fetchDownloads(returned.orderId)).toEqual([])
  await shop.services.db.delete(photos).where(eq(photos.id, deleted.photoId))
  expect(await refused(deleted.picture)).toEqual([404, 'NotFound'])
})

it('is rendered once, stored for a month and then rendered again', async () => {
  const { orderId, photoId, picture } = await bought('A010')
  const kept = `bought/${photoId}`
  const { objects } = shop.services
  expect(await objects.head(kept)).toBeUndefined()
  const both = await Promise.all([show(picture), show(picture)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await objects.get(kept)).length).toBe(both[0].rawPayload.length)
  shop.moveClock(29 * dayInMs)
  await shop.jobs.drain()
  expect(await objects.head(kept)).toBeDefined()
  shop.moveClock(2 * dayInMs)
  await shop.jobs.drain()
  expect(await objects.head(kept)).toBeUndefined()
  const [file] = await fetchDownloads(orderId)
  expect((await show(file?.picture ?? '')).statusCode).toBe(200)
})

it('is reported missing when the original cannot be read', async () => {
  const { photoId } = await aStoredPhoto(shop, event)
  const { orderId } = await aPaidOrder(shop, await aCartWith([await buildPhotoItem(photoId)]))
  const [file] = await fetchDownloads(orderId)
  expect(await refused(file?.picture ?? '')).toEqual([404, 'NotFound'])
})
