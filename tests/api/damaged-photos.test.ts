import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { addCartItem } from '../../contract/cart.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { listOrderItems } from '../../contract/orders.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { type FramePainter, PainterEnded } from '../../server/features/frame/index.ts'
import { findPhoto } from '../../server/features/photos/index.ts'
import { createLogger } from '../../server/platform/log.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { createDemoFrame, createDemoPhoto } from '../support/data/demo-photos.ts'
import { unzip } from '../support/data/unzip.ts'
import {
  fetchAnswer,
  fetchPhotos,
  fetchProblemCode,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  fetchCart,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
  startPayment,
} from '../support/server/shop.ts'

const minuteInMs = 60_000

const log = new PassThrough()
/** Photos that end the painter's process in full size. */
const endingPhotos: Uint8Array[] = []
const painter: FramePainter = {
  ...framePainter,
  paint: (input) =>
    !input.sizeLimit && endingPhotos.some((photo) => Buffer.from(photo).equals(input.photo))
      ? Promise.reject(new PainterEnded())
      : framePainter.paint(input),
}
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ log: createLogger('error', log), painter })
})
afterAll(() => shop.close())

type PictureKey = 'previewKey' | 'originalKey'

const findObjectKey = async (photoId: string, keyName: PictureKey) =>
  (await findPhoto(shop.context(), photoId))?.[keyName] ?? ''

/** Truncates a stored picture, as a full disk or a broken copy does. @returns a function that restores it */
async function truncate(photoId: string, keyName: PictureKey): Promise<() => Promise<unknown>> {
  const key = await findObjectKey(photoId, keyName)
  const { objects } = shop.services
  const whole = await objects.get(key)
  const put = (bytes: Uint8Array) => objects.put(key, bytes, { contentType: 'image/jpeg' })
  await put(whole.slice(0, whole.length / 3))
  return () => put(whole)
}

/** Makes the whole storage fail, as a disk or a mount that is away. @returns a function that brings it back */
async function interruptStorage(): Promise<() => Promise<unknown>> {
  const folder = join(shop.services.config.dataDir, 'objects')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}-away`, folder)
  }
}

async function createFramedEvent(): Promise<{ event: EventRow; frameId: string }> {
  const event = await createEventOnSale(shop)
  return { event, frameId: (await createDemoFrame(shop, event)).id }
}

const previewFrame = async (event: EventRow, query: { photoId: string; frameId: string }) => {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const { statusCode, body } = await sendCall(shop.app, previewFramedPhoto, { token, query })
  return statusCode === 200 ? 200 : [statusCode, JSON.parse(body).code]
}

/** Creates a paid order of a framed package of all photos of a runner, and runs its jobs. */
async function buyFramedPackage(event: EventRow, number: string): Promise<string> {
  const { token } = await fetchSearchToken(shop.app, event.id, { number })
  const cartId = await createCartWithItems(
    shop,
    [{ productId: await findProductId(shop, event, 'photosWithFrame') }],
    token,
  )
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  await drainRetries()
  return orderId
}

/** Runs jobs until damaged photos are skipped. */
async function drainRetries(): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt++) {
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
  }
}

it('tells that a photo in storage is damaged, in the log once, and shows it again when it is mended', async () => {
  const { event, frameId } = await createFramedEvent()
  const [photoId, whole] = [
    await createDemoPhoto(shop, event, 'A001'),
    await createDemoPhoto(shop, event, 'A009'),
  ]
  const restorePicture = await truncate(photoId, 'previewKey')
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await previewFrame(event, { photoId, frameId })).toEqual([422, 'ImageDamaged'])
  expect(await previewFrame(event, { photoId: whole, frameId })).toBe(200)
  const { token } = await fetchSearchToken(shop.app, event.id)
  expect((await fetchPhotos(shop.app, token)).map((photo) => photo.photoId).toSorted()).toEqual(
    [photoId, whole].toSorted(),
  )
  await restorePicture()
  expect(await previewFrame(event, { photoId, frameId })).toBe(200)
  log.end()
  const lines = (await text(log)).split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line).photoId)).toEqual([photoId])
})

it('tells the same of one whose file is gone', async () => {
  const { event, frameId } = await createFramedEvent()
  const photoId = await createDemoPhoto(shop, event, 'A001')
  await shop.services.objects.remove(await findObjectKey(photoId, 'previewKey'))
  expect(await previewFrame(event, { photoId, frameId })).toEqual([422, 'ImageDamaged'])
})

it('sells no single framed photo that cannot be painted, but the package around it', async () => {
  const { event, frameId } = await createFramedEvent()
  const photoId = await createDemoPhoto(shop, event, 'A001', { numbers: ['128'] })
  await truncate(photoId, 'previewKey')
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const single = { productId: await findProductId(shop, event, 'frame'), photoId, frameId }
  const cartId = await createCartWithItems(
    shop,
    [{ productId: await findProductId(shop, event, 'photosWithFrame') }],
    token,
  )
  expect(
    await fetchProblemCode(shop.app, addCartItem, {
      params: { shoppingCartId: await createCartWithItems(shop) },
      body: single,
      token,
    }),
  ).toEqual([422, 'ImageDamaged'])
  expect((await fetchCart(shop, cartId)).items.map(({ product }) => product.productType)).toEqual([
    'photosWithFrame',
  ])
})

it('delivers a framed package without the photo whose original is damaged, in the zip as well', async () => {
  const { event } = await createFramedEvent()
  const names = ['A001', 'A009', 'A021', 'A025', 'A063']
  const photoIds: string[] = []
  for (const name of names) photoIds.push(await createDemoPhoto(shop, event, name, { numbers: ['128'] }))
  const [damaged = '', previewDamaged = ''] = photoIds
  await truncate(damaged, 'previewKey')
  await truncate(damaged, 'originalKey')
  // purchased pictures are rendered from the original, which is intact
  await truncate(previewDamaged, 'previewKey')
  const orderId = await buyFramedPackage(event, '128')
  const whole = ['A009', 'A021', 'A025', 'A063'].map((name) => `${name}, 17-45, в рамке.jpg`)
  const [item] = (await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })).items
  expect(item?.downloads?.map(({ fileName }) => fileName).toSorted()).toEqual(whole)
  expect(item?.preparing ?? 0).toBe(0)
  const { headers } = await sendCall(shop.app, createArchive, { body: { orderId } })
  await shop.jobs.drain()
  const params = { archiveId: String(headers['x-archive-id']) }
  const { state, url = '' } = await fetchAnswer(shop.app, getArchive, { params })
  expect(state).toBe('Published')
  const zip = await shop.app.inject({ url, headers: { host: 'one.test' } })
  expect([...(await unzip(zip.rawPayload)).keys()].toSorted()).toEqual(whole)
})

it('notifies of later photos in the frame, also when damaged ones were skipped before and among them', async () => {
  const { event } = await createFramedEvent()
  const addPhoto = (name: string) => createDemoPhoto(shop, event, name, { numbers: ['128'] })
  await truncate(await addPhoto('A001'), 'originalKey')
  const orderId = await buyFramedPackage(event, '128')
  await addPhoto('A009')
  await truncate(await addPhoto('A021'), 'originalKey')
  shop.moveClock(60 * minuteInMs)
  await drainRetries()
  const letters = await readSentEmails(shop, orderId)
  expect(letters.filter(({ text }) => text.includes('A009, 17:45'))).toHaveLength(1)
})

it('delivers a framed photo after an outage of the storage, with one letter that has it', async () => {
  const { event, frameId } = await createFramedEvent()
  const photoId = await createDemoPhoto(shop, event, 'A009')
  const { token } = await fetchSearchToken(shop.app, event.id)
  const productId = await findProductId(shop, event, 'frame')
  const cartId = await createCartWithItems(shop, [{ productId, photoId, frameId }], token)
  await setEmail(shop, cartId)
  const { orderId, invoiceId } = await placeOrder(shop, cartId)
  const { payUrl } = await startPayment(shop, invoiceId)
  const endOutage = await interruptStorage()
  await shop.pressBankButton(payUrl, 'approve')
  await shop.jobs.drain()
  await drainRetries()
  expect(await readSentEmails(shop, orderId)).toEqual([])
  await endOutage()
  shop.moveClock(60 * minuteInMs)
  await shop.jobs.drain()
  expect((await listOrderFiles(shop, orderId)).map(({ fileName }) => fileName)).toEqual([
    'A009, 17-45, в рамке.jpg',
  ])
  const letters = await readSentEmails(shop, orderId)
  expect(letters.map(({ text }) => text.includes('A009, 17:45'))).toEqual([true])
})

it('delivers a framed package without a photo that ends the painter for more than an hour', async () => {
  const { event } = await createFramedEvent()
  const endingId = await createDemoPhoto(shop, event, 'A001', { numbers: ['128'] })
  await createDemoPhoto(shop, event, 'A009', { numbers: ['128'] })
  endingPhotos.push(await shop.services.objects.get(await findObjectKey(endingId, 'originalKey')))
  const orderId = await buyFramedPackage(event, '128')
  expect(await readSentEmails(shop, orderId)).toEqual([])
  for (let attempt = 0; attempt < 8; attempt++) {
    shop.moveClock(120 * minuteInMs)
    await shop.jobs.drain()
  }
  expect((await listOrderFiles(shop, orderId)).map(({ fileName }) => fileName)).toEqual([
    'A009, 17-45, в рамке.jpg',
  ])
  expect(await readSentEmails(shop, orderId)).toHaveLength(1)
})
