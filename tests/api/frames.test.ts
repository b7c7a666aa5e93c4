import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { addCartItem, type NewCartItem } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { getEvent } from '../../contract/events.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { listOrderItems } from '../../contract/orders.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { lettersAbout, listFiles } from '../support/data/delivered-files.ts'
import { aDemoPhoto, aFrame } from '../support/data/framed.ts'
import { anEvent, aStartList } from '../support/data/race.ts'
import { unzip } from '../support/data/unzip.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
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

const hourInMs = 60 * 60_000

let shop: Shop
let event: EventRow
let frameId: string
let wide: string
let tall: string
beforeAll(async () => {
  shop = await openShop()
  event = await aSellingEvent(shop)
  await aStartList(shop.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      finishedOn: new Date(event.startsOn.getTime() + 4492_000),
    },
  ])
  frameId = (await aFrame(shop, event)).id
  wide = await aDemoPhoto(shop, event, 'A001', { numbers: ['128', '341'] })
  tall = await aDemoPhoto(shop, event, 'A009', { numbers: ['128'] })
})
afterAll(() => shop.close())

const preview = (token: string, query: Record<string, string>, headers = {}) =>
  send(shop.app, previewFramedPhoto, { token, query: { photoId: wide, frameId, ...query }, headers })

const readSize = async (bytes: Buffer) => {
  const { width, height, format, exif } = await sharp(bytes).metadata()
  return { width, height, format, exif }
}

it('shows a photo in the frame of its shape, no wider than requested and no larger than a preview', async () => {
  const { token } = await tokenFor(shop.app, event.id)
  const small = await preview(token, { width: '320' })
  expect(small.statusCode).toBe(200)
  expect(small.headers['content-type']).toBe('image/jpeg')
  expect(await readSize(small.rawPayload)).toEqual({
    width: 320,
    height: 213,
    format: 'jpeg',
    exif: undefined,
  })
  const large = await preview(token, { width: '1280', photoId: tall })
  expect(await readSize(large.rawPayload)).toMatchObject({ width: 960, height: 1280 })
})

it('answers 304 without the bytes, and only with a valid token', async () => {
  const { token } = await tokenFor(shop.app, event.id)
  const first = await preview(token, { width: '640' })
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const etag = String(first.headers['etag'])
  const again = await preview(token, { width: '640' }, { 'if-none-match': etag })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect(await refusal(shop.app, previewFramedPhoto, { query: { photoId: wide, frameId } })).toEqual([
    401,
    'Unauthenticated',
  ])
  shop.moveClock(13 * hourInMs)
  const late = await preview(token, { width: '640' }, { 'if-none-match': etag })
  expect([late.statusCode, late.json().code]).toEqual([401, 'TokenExpired'])
})

it('has the watermark over the whole photo', async () => {
  const { token } = await tokenFor(shop.app, event.id)
  const marked = await preview(token, { width: '800' })
  const order = await aFramedOrder([{ productId: await findProductId(shop, event, 'frame'), photoId: wide }])
  const [file] = await listFiles(shop, order)
  const bought = await shop.app.inject({ url: file?.url ?? '', headers: { host: 'one.test' } })
  const raw = (bytes: Buffer) =>
    sharp(bytes).resize({ width: 800, height: 534, fit: 'fill' }).greyscale().raw().toBuffer()
  const [one, other] = [await raw(marked.rawPayload), await raw(bought.rawPayload)]
  // compares each eighth of the opening, so that every part is checked
  for (let part = 0; part < 8; part++) {
    const [left, top] = [30 + (part % 4) * 180, 30 + Math.floor(part / 4) * 200]
    let changed = 0
    for (let y = top; y < top + 180; y++)
      for (let x = left; x < left + 160; x++)
        if (Math.abs((one[y * 800 + x] ?? 0) - (other[y * 800 + x] ?? 0)) > 24) changed++
    expect(changed, `part ${part}`).toBeGreaterThan(300)
  }
})

it("writes the searched runner's time into the frame, else that of the photo's only runner", async () => {
  const runners = await tokenFor(shop.app, event.id, { number: '128' })
  const anybody = await tokenFor(shop.app, event.id)
  const plate = async (token: string, photoId: string) => {
    const { rawPayload } = await preview(token, { width: '1280', photoId })
    const { width, height } = await sharp(rawPayload).metadata()
    // relative position of the center of the plate, away from its pins
    const [x, y] = photoId === wide ? [0.859, 0.923] : [0.807, 0.942]
    const [halfWidth, halfHeight] = [width * 0.05, height * 0.02]
    const letters = await sharp(rawPayload)
      .extract({
        left: Math.round(width * x - halfWidth),
        top: Math.round(height * y - halfHeight),
        width: Math.round(halfWidth * 2),
        height: Math.round(halfHeight * 2),
      })
      .greyscale()
      .raw()
      .toBuffer()
    return letters.some((grey) => grey < 90) ? 'written' : 'empty'
  }
  expect(await plate(runners.token, wide)).toBe('written')
  expect(await plate(anybody.token, wide)).toBe('empty')
  expect(await plate(anybody.token, tall)).toBe('written')
})

it('refuses photos and frames of other events, and invalid sizes', async () => {
  const { token } = await tokenFor(shop.app, event.id)
  const other = await aSellingEvent(shop)
  const strange = await aStoredPhoto(shop, other)
  const refused = (query: Record<string, string>) =>
    refusal(shop.app, previewFramedPhoto, { token, query: { photoId: wide, frameId, ...query } })
  expect(await refused({ photoId: strange.photoId })).toEqual([403, 'TokenScope'])
  expect(await refused({ photoId: 'nobodys' })).toEqual([404, 'PhotoNotFound'])
  expect(await refused({ frameId: 'nobodys' })).toEqual([404, 'NotFound'])
  expect(await refused({ frameId: (await aFrame(shop, other)).id })).toEqual([404, 'NotFound'])
  for (const width of ['99999', '0', '159', '1281', '320.5', 'wide'])
    expect(await refused({ width }), width).toEqual([400, 'ValidationFailed'])
})

it('sells both products of a frame, with thresholds, and says that the event has one', async () => {
  const plain = await anEvent(shop.context())
  const readFeatures = async (eventId: string) =>
    (await answer(shop.app, getEvent, { params: { eventId } })).features.frames
  expect([await readFeatures(event.id), await readFeatures(plain.id)]).toEqual([true, false])
  const query = { catalogId: event.catalogId }
  const { items } = await answer(shop.app, listProducts, { query, language: 'en' })
  const framed = items.filter(({ frame }) => frame)
  expect(framed.map(({ productType, frame }) => [productType, frame?.frameId, frame?.title])).toEqual([
    ['photosWithFrame', frameId, 'Frame'],
    ['frame', frameId, 'Frame'],
  ])
  const image = await shop.app.inject({ url: framed[0]?.frame?.image ?? '', headers: { host: 'one.test' } })
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/webp'])
})

it('adds a framed photo to the cart with its own picture, once, and cheaper with others', async () => {
  const productId = await findProductId(shop, event, 'frame')
  const { token } = await tokenFor(shop.app, event.id)
  const more = [await aDemoPhoto(shop, event, 'A021'), await aDemoPhoto(shop, event, 'A025')]
  const cartId = await aCart(shop, [{ productId, photoId: wide, frameId }], token)
  const [item] = (await cartNow(shop, cartId)).items
  expect([item?.frameId, item?.price.amount]).toEqual([frameId, 49000])
  const thumb = await shop.app.inject({ url: item?.thumb?.url ?? '', headers: { host: 'one.test' } })
  expect(await readSize(thumb.rawPayload)).toMatchObject({ width: 400, height: 267 })
  const add = (body: NewCartItem) =>
    refusal(shop.app, addCartItem, { params: { shoppingCartId: cartId }, body, token })
  expect(await add({ productId, photoId: wide })).toEqual([409, 'ProductAlreadyInCart'])
  expect(await add({ productId })).toEqual([422, 'PhotoRequired'])
  expect(await add({ productId, photoId: tall, frameId: 'nobodys' })).toEqual([404, 'ProductNotFound'])
  for (const photoId of more)
    await answer(shop.app, addCartItem, {
      ...{ params: { shoppingCartId: cartId }, token },
      body: { productId, photoId },
    })
  expect((await cartNow(shop, cartId)).items.map(({ price }) => price.amount)).toEqual([42000, 42000, 42000])
})

it('keeps single framed photos and the framed package separate from plain ones', async () => {
  const { token } = await tokenFor(shop.app, event.id, { number: '128' })
  const [photo, frame, all] = [
    await findProductId(shop, event, 'photo'),
    await findProductId(shop, event, 'frame'),
    await findProductId(shop, event, 'photosWithFrame'),
  ]
  const cartId = await aCart(
    shop,
    [{ productId: photo, photoId: wide }, { productId: frame, photoId: wide }, { productId: all }],
    token,
  )
  const cart = await cartNow(shop, cartId)
  expect(cart.items.map(({ product }) => product.productType)).toEqual(['photo', 'photosWithFrame'])
  // two framed photos bought separately would cost 980 ₽: the package saves nothing yet and shows no other price
  expect(cart.items[1]).toMatchObject({
    photosCount: 2,
    price: { amount: 249000 },
    originalPrice: { amount: 249000 },
  })
  const inside = { params: { shoppingCartId: cartId }, body: { productId: frame, photoId: tall }, token }
  expect(await refusal(shop.app, addCartItem, inside)).toEqual([409, 'PhotoInsideFramedPackage'])
})

it('delivers the framed photo in full size: listed, mailed and in the archive', async () => {
  const order = await aFramedOrder([{ productId: await findProductId(shop, event, 'frame'), photoId: tall }])
  const [file, ...others] = await listFiles(shop, order)
  expect(others).toEqual([])
  expect(file?.fileName).toBe('A009, 17-45, в рамке.jpg')
  const bought = await shop.app.inject({ url: file?.url ?? '', headers: { host: 'one.test' } })
  // the photo has its full width: its 1200 px fill an opening of 1116 px in a frame of 1200 px
  const size = await readSize(bought.rawPayload)
  expect(size).toEqual({ width: 1290, height: 1720, format: 'jpeg', exif: undefined })
  expect(file?.bytes).toBe(bought.rawPayload.length)
  const [letter] = await lettersAbout(shop, order)
  expect(letter?.text).toContain('A009, 17:45')
  const made = await send(shop.app, createArchive, { body: { orderId: order } })
  const archiveId = String(made.headers['x-archive-id'])
  await shop.jobs.drain()
  const { url } = await answer(shop.app, getArchive, { params: { archiveId } })
  const zip = await shop.app.inject({ url: url ?? '', headers: { host: 'one.test' } })
  const files = await unzip(zip.rawPayload)
  expect([...files.keys()]).toEqual(['A009, 17-45, в рамке.jpg'])
  expect(files.get('A009, 17-45, в рамке.jpg')?.equals(bought.rawPayload)).toBe(true)
})

it('frames photos added after the purchase of a package, and notifies of them once', async () => {
  const { token } = await tokenFor(shop.app, event.id, { number: '128' })
  const productId = await findProductId(shop, event, 'photosWithFrame')
  const cartId = await aCart(shop, [{ productId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await aPaidOrder(shop, cartId)
  expect((await listFiles(shop, orderId)).map(({ fileName }) => fileName).toSorted()).toEqual([
    'A001, 17-45, в рамке.jpg',
    'A009, 17-45, в рамке.jpg',
  ])
  expect(await lettersAbout(shop, orderId)).toHaveLength(1)
  await aDemoPhoto(shop, event, 'A063', { numbers: ['128'] })
  const [item] = (await answer(shop.app, listOrderItems, { params: { orderId } })).items
  expect([item?.preparing, item?.downloads?.length]).toEqual([1, 2])
  shop.moveClock(hourInMs)
  await shop.jobs.drain()
  const later = await listFiles(shop, orderId)
  expect(later.filter(({ isNew }) => isNew).map(({ fileName }) => fileName)).toEqual([
    'A063, 17-45, в рамке.jpg',
  ])
  shop.moveClock(30 * hourInMs)
  await shop.jobs.drain()
  const letters = await lettersAbout(shop, orderId)
  expect(letters).toHaveLength(2)
  expect(letters.filter(({ text }) => text.includes('A063, 17:45'))).toHaveLength(1)
})

/** Creates a paid order of these items, added with a token for the whole album. */
async function aFramedOrder(cartItems: readonly NewCartItem[]): Promise<string> {
  const { token } = await tokenFor(shop.app, event.id)
  const cartId = await aCart(shop, cartItems, token)
  await setEmail(shop, cartId)
  return (await aPaidOrder(shop, cartId)).orderId
}
