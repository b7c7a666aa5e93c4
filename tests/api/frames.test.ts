import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { addCartItem, addCartItems, type NewCartItem } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { getEvent } from '../../contract/events.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { listOrderItems } from '../../contract/orders.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { findFramedPhotos } from '../../server/features/frame/index.ts'
import { withInterceptedStatements } from '../money/statements.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { createDemoFrame, createDemoPhoto } from '../support/data/demo-photos.ts'
import { createStartList, createTestEvent } from '../support/data/race.ts'
import { unzip } from '../support/data/unzip.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
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

const hourInMs = 60 * 60_000

let shop: Shop
let event: EventRow
let frameId: string
let widePhotoId: string
let tallPhotoId: string
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop)
  await createStartList(shop.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      finishedOn: new Date(event.startsOn.getTime() + 4492_000),
    },
  ])
  frameId = (await createDemoFrame(shop, event)).id
  widePhotoId = await createDemoPhoto(shop, event, 'A001', { numbers: ['128', '341'] })
  tallPhotoId = await createDemoPhoto(shop, event, 'A009', { numbers: ['128'] })
})
afterAll(() => shop.close())

const requestPreview = (token: string, query: Record<string, string>, headers = {}) =>
  sendCall(shop.app, previewFramedPhoto, {
    token,
    query: { photoId: widePhotoId, frameId, ...query },
    headers,
  })

const readSize = async (bytes: Buffer) => {
  const { width, height, format, exif } = await sharp(bytes).metadata()
  return { width, height, format, exif }
}

it('shows a photo in the frame of its shape, no wider than requested and no larger than a preview', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const small = await requestPreview(token, { width: '320' })
  expect(small.statusCode).toBe(200)
  expect(small.headers['content-type']).toBe('image/jpeg')
  expect(await readSize(small.rawPayload)).toEqual({
    width: 320,
    height: 213,
    format: 'jpeg',
    exif: undefined,
  })
  const large = await requestPreview(token, { width: '1280', photoId: tallPhotoId })
  expect(await readSize(large.rawPayload)).toMatchObject({ width: 960, height: 1280 })
})

it('answers 304 without the bytes, and only with a valid token', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const first = await requestPreview(token, { width: '640' })
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const etag = String(first.headers['etag'])
  const repeated = await requestPreview(token, { width: '640' }, { 'if-none-match': etag })
  expect([repeated.statusCode, repeated.rawPayload.length]).toEqual([304, 0])
  expect(
    await fetchProblemCode(shop.app, previewFramedPhoto, { query: { photoId: widePhotoId, frameId } }),
  ).toEqual([401, 'Unauthenticated'])
  shop.moveClock(13 * hourInMs)
  const expiredResponse = await requestPreview(token, { width: '640' }, { 'if-none-match': etag })
  expect([expiredResponse.statusCode, expiredResponse.json().code]).toEqual([401, 'TokenExpired'])
})

it('has the watermark over the whole photo', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const previewResponse = await requestPreview(token, { width: '800' })
  const order = await createFramedOrder([
    { productId: await findProductId(shop, event, 'frame'), photoId: widePhotoId },
  ])
  const [file] = await listOrderFiles(shop, order)
  const boughtFile = await shop.app.inject({ url: file?.url ?? '', headers: { host: 'one.test' } })
  const readGreyPixels = (bytes: Buffer) =>
    sharp(bytes).resize({ width: 800, height: 534, fit: 'fill' }).greyscale().raw().toBuffer()
  const [one, other] = [
    await readGreyPixels(previewResponse.rawPayload),
    await readGreyPixels(boughtFile.rawPayload),
  ]
  // compares each eighth of the opening, so that every part is checked
  for (let part = 0; part < 8; part++) {
    const [left, top] = [30 + (part % 4) * 180, 30 + Math.floor(part / 4) * 200]
    let changedCount = 0
    for (let y = top; y < top + 180; y++)
      for (let x = left; x < left + 160; x++)
        if (Math.abs((one[y * 800 + x] ?? 0) - (other[y * 800 + x] ?? 0)) > 24) changedCount++
    expect(changedCount, `part ${part}`).toBeGreaterThan(300)
  }
})

it("writes the searched runner's time into the frame, else that of the photo's only runner", async () => {
  const runnerToken = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const albumToken = await fetchSearchToken(shop.app, event.id)
  const checkPlate = async (token: string, photoId: string) => {
    const { rawPayload } = await requestPreview(token, { width: '1280', photoId })
    const { width, height } = await sharp(rawPayload).metadata()
    // relative position of the center of the plate, away from its pins
    const [x, y] = photoId === widePhotoId ? [0.859, 0.923] : [0.807, 0.942]
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
  expect(await checkPlate(runnerToken.token, widePhotoId)).toBe('written')
  expect(await checkPlate(albumToken.token, widePhotoId)).toBe('empty')
  expect(await checkPlate(albumToken.token, tallPhotoId)).toBe('written')
})

it('writes the time in place of the number once the results are imported, also into a bought photo', async () => {
  const raceEvent = await createEventOnSale(shop)
  const raceFrameId = (await createDemoFrame(shop, raceEvent)).id
  const runner = { number: '77', firstName: 'Анна', surname: 'Орлова' }
  await createStartList(shop.context(), raceEvent, [runner])
  const photoId = await createDemoPhoto(shop, raceEvent, 'A009', { numbers: ['77'] })
  const { token } = await fetchSearchToken(shop.app, raceEvent.id, { number: '77' })
  const productId = await findProductId(shop, raceEvent, 'frame')
  const cartId = await createCartWithItems(shop, [{ productId, photoId }], token)
  await setEmail(shop, cartId)
  const readCaption = async () => (await findFramedPhotos(shop.context(), [photoId]))[0]?.caption
  const readThumb = async () => {
    const url = (await fetchCart(shop, cartId)).items[0]?.thumb?.url ?? ''
    return (await shop.app.inject({ url, headers: { host: 'one.test' } })).rawPayload
  }
  const requestFramed = () => requestPreview(token, { photoId, frameId: raceFrameId })
  const [numberPreview, numberThumb] = [await requestFramed(), await readThumb()]
  expect([numberPreview.statusCode, await readCaption()]).toEqual([200, '77'])
  const finishedOn = new Date(raceEvent.startsOn.getTime() + 4492_000)
  await createStartList(shop.context(), raceEvent, [{ ...runner, finishedOn }])
  const timePreview = await requestFramed()
  expect([timePreview.statusCode, await readCaption()]).toEqual([200, '1:14:52'])
  expect(timePreview.rawPayload.equals(numberPreview.rawPayload)).toBe(false)
  expect((await readThumb()).equals(numberThumb)).toBe(false)
  expect((await sharp(await readThumb()).metadata()).width).toBe(300)
  const { orderId } = await placePaidOrder(shop, cartId)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(1)
  await createStartList(shop.context(), raceEvent, [{ ...runner, finishedOn: raceEvent.startsOn }])
  await requestFramed()
  // the file is the buyer's: what it shows does not change any more
  expect(await readCaption()).toBe('1:14:52')
})

it('refuses photos and frames of other events, and invalid sizes', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const other = await createEventOnSale(shop)
  const otherPhoto = await createStoredPhoto(shop, other)
  const requestRefusal = (query: Record<string, string>) =>
    fetchProblemCode(shop.app, previewFramedPhoto, {
      token,
      query: { photoId: widePhotoId, frameId, ...query },
    })
  expect(await requestRefusal({ photoId: otherPhoto.photoId })).toEqual([403, 'TokenScope'])
  expect(await requestRefusal({ photoId: 'nobodys' })).toEqual([404, 'PhotoNotFound'])
  expect(await requestRefusal({ frameId: 'nobodys' })).toEqual([404, 'NotFound'])
  expect(await requestRefusal({ frameId: (await createDemoFrame(shop, other)).id })).toEqual([
    404,
    'NotFound',
  ])
  for (const width of ['99999', '0', '159', '1281', '320.5', 'wide'])
    expect(await requestRefusal({ width }), width).toEqual([400, 'ValidationFailed'])
})

it('sells both products of a frame, with thresholds, and says that the event has one', async () => {
  const plainEvent = await createTestEvent(shop.context())
  const readFeatures = async (eventId: string) =>
    (await fetchAnswer(shop.app, getEvent, { params: { eventId } })).features.frames
  expect([await readFeatures(event.id), await readFeatures(plainEvent.id)]).toEqual([true, false])
  const query = { catalogId: event.catalogId }
  const { items } = await fetchAnswer(shop.app, listProducts, { query, language: 'en' })
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
  const { token } = await fetchSearchToken(shop.app, event.id)
  const morePhotoIds = [
    await createDemoPhoto(shop, event, 'A021'),
    await createDemoPhoto(shop, event, 'A025'),
  ]
  const cartId = await createCartWithItems(shop, [{ productId, photoId: widePhotoId, frameId }], token)
  const [item] = (await fetchCart(shop, cartId)).items
  expect([item?.frameId, item?.price.amount]).toEqual([frameId, 49000])
  const thumb = await shop.app.inject({ url: item?.thumb?.url ?? '', headers: { host: 'one.test' } })
  expect(await readSize(thumb.rawPayload)).toMatchObject({ width: 400, height: 267 })
  const add = (body: NewCartItem) =>
    fetchProblemCode(shop.app, addCartItem, { params: { shoppingCartId: cartId }, body, token })
  expect(await add({ productId, photoId: widePhotoId })).toEqual([409, 'ProductAlreadyInCart'])
  expect(await add({ productId })).toEqual([422, 'PhotoRequired'])
  expect(await add({ productId, photoId: tallPhotoId, frameId: 'nobodys' })).toEqual([404, 'ProductNotFound'])
  for (const photoId of morePhotoIds)
    await fetchAnswer(shop.app, addCartItem, {
      ...{ params: { shoppingCartId: cartId }, token },
      body: { productId, photoId },
    })
  expect((await fetchCart(shop, cartId)).items.map(({ price }) => price.amount)).toEqual([
    42000, 42000, 42000,
  ])
})

it('searches the start list once for the runner of several framed photos that are put into the cart', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id, { surname: 'Ковалёв' })
  const productId = await findProductId(shop, event, 'frame')
  const countSearches = async (photoIds: readonly string[]) => {
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const body = { items: photoIds.map((photoId) => ({ productId, photoId })) }
    let count = 0
    await withInterceptedStatements(
      (text) => {
        if (text.includes('from "competitors"')) count++
        return 'run'
      },
      () => fetchAnswer(shop.app, addCartItems, { params, body, token }),
    )
    return count
  }
  // paints them; the counted calls find their pictures
  await countSearches([widePhotoId, tallPhotoId])
  const count = await countSearches([widePhotoId])
  expect(count).toBeGreaterThan(0)
  expect(await countSearches([widePhotoId, tallPhotoId])).toBe(count)
})

it('keeps single framed photos and the framed package separate from plain ones', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const [photo, frame, framedPackage] = [
    await findProductId(shop, event, 'photo'),
    await findProductId(shop, event, 'frame'),
    await findProductId(shop, event, 'photosWithFrame'),
  ]
  const cartId = await createCartWithItems(
    shop,
    [
      { productId: photo, photoId: widePhotoId },
      { productId: frame, photoId: widePhotoId },
      { productId: framedPackage },
    ],
    token,
  )
  const cart = await fetchCart(shop, cartId)
  expect(cart.items.map(({ product }) => product.productType)).toEqual(['photo', 'photosWithFrame'])
  // two framed photos bought separately would cost 980 ₽: the package saves nothing yet and shows no other price
  expect(cart.items[1]).toMatchObject({
    photosCount: 2,
    price: { amount: 249000 },
    originalPrice: { amount: 249000 },
  })
  const insideCall = {
    params: { shoppingCartId: cartId },
    body: { productId: frame, photoId: tallPhotoId },
    token,
  }
  expect(await fetchProblemCode(shop.app, addCartItem, insideCall)).toEqual([409, 'PhotoInsideFramedPackage'])
})

it('delivers the framed photo in full size: listed, mailed and in the archive', async () => {
  const order = await createFramedOrder([
    { productId: await findProductId(shop, event, 'frame'), photoId: tallPhotoId },
  ])
  const [file, ...others] = await listOrderFiles(shop, order)
  expect(others).toEqual([])
  expect(file?.fileName).toBe('A009, 17-45, в рамке.jpg')
  const boughtFile = await shop.app.inject({ url: file?.url ?? '', headers: { host: 'one.test' } })
  // the photo has its full width: its 1200 px fill an opening of 1116 px in a frame of 1200 px
  const size = await readSize(boughtFile.rawPayload)
  expect(size).toEqual({ width: 1290, height: 1720, format: 'jpeg', exif: undefined })
  expect(file?.bytes).toBe(boughtFile.rawPayload.length)
  const [letter] = await readSentEmails(shop, order)
  expect(letter?.text).toContain('A009, 17:45')
  const archiveResponse = await sendCall(shop.app, createArchive, { body: { orderId: order } })
  const archiveId = String(archiveResponse.headers['x-archive-id'])
  await shop.jobs.drain()
  const { url } = await fetchAnswer(shop.app, getArchive, { params: { archiveId } })
  const zip = await shop.app.inject({ url: url ?? '', headers: { host: 'one.test' } })
  const files = await unzip(zip.rawPayload)
  expect([...files.keys()]).toEqual(['A009, 17-45, в рамке.jpg'])
  expect(files.get('A009, 17-45, в рамке.jpg')?.equals(boughtFile.rawPayload)).toBe(true)
})

it('frames photos added after the purchase of a package, and notifies of them once', async () => {
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const productId = await findProductId(shop, event, 'photosWithFrame')
  const cartId = await createCartWithItems(shop, [{ productId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  expect((await listOrderFiles(shop, orderId)).map(({ fileName }) => fileName).toSorted()).toEqual([
    'A001, 17-45, в рамке.jpg',
    'A009, 17-45, в рамке.jpg',
  ])
  expect(await readSentEmails(shop, orderId)).toHaveLength(1)
  await createDemoPhoto(shop, event, 'A063', { numbers: ['128'] })
  const [item] = (await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })).items
  expect([item?.preparing, item?.downloads?.length]).toEqual([1, 2])
  shop.moveClock(hourInMs)
  await shop.jobs.drain()
  const laterFiles = await listOrderFiles(shop, orderId)
  expect(laterFiles.filter(({ isNew }) => isNew).map(({ fileName }) => fileName)).toEqual([
    'A063, 17-45, в рамке.jpg',
  ])
  shop.moveClock(30 * hourInMs)
  await shop.jobs.drain()
  const letters = await readSentEmails(shop, orderId)
  expect(letters).toHaveLength(2)
  expect(letters.filter(({ text }) => text.includes('A063, 17:45'))).toHaveLength(1)
})

it('frames more photos of a package in as many batches as before, and notifies of them', async () => {
  const largeEvent = await createEventOnSale(shop)
  await createDemoFrame(shop, largeEvent)
  const addPhotos = async (names: readonly string[]) => {
    for (const name of names) await createDemoPhoto(shop, largeEvent, name, { numbers: ['7'] })
  }
  await addPhotos(['A001', 'A002', 'A003', 'A004', 'A005'])
  const { token } = await fetchSearchToken(shop.app, largeEvent.id, { number: '7' })
  const productId = await findProductId(shop, largeEvent, 'photosWithFrame')
  const cartId = await createCartWithItems(shop, [{ productId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  expect(await listOrderFiles(shop, orderId)).toHaveLength(5)
  await addPhotos(['A006', 'A007', 'A008', 'A009', 'A010'])
  shop.moveClock(hourInMs)
  await shop.jobs.drain()
  expect(await listOrderFiles(shop, orderId)).toHaveLength(10)
  const letters = await readSentEmails(shop, orderId)
  expect(letters).toHaveLength(2)
  expect(letters.filter(({ text }) => text.includes('A010, 17:45'))).toHaveLength(1)
})

/** Creates a paid order of these items, added with a token for the whole album. */
async function createFramedOrder(cartItems: readonly NewCartItem[]): Promise<string> {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const cartId = await createCartWithItems(shop, cartItems, token)
  await setEmail(shop, cartId)
  return (await placePaidOrder(shop, cartId)).orderId
}
