import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { listOrderItems } from '../../contract/orders.ts'
import { expectSafeNames } from '../support/data/any-text.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { unzip } from '../support/data/unzip.ts'
import { fetchAnswer, fetchPhotoIds, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { openWithIngest, readDemoPhoto, writePhoto } from '../support/server/ingest-server.ts'
import {
  createCartWithItems,
  createEventOnSale,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'
import { selectInputs } from '../trials.ts'

// Models are loaded and photos analyzed, possibly in parallel with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let shop: Awaited<ReturnType<typeof openWithIngest<Shop>>>
beforeAll(async () => {
  shop = await openWithIngest(openShop)
})
afterAll(() => shop.close())

const fetchFile = (url: string) => shop.app.inject({ url, headers: { host: 'one.test' } })

/** Ingests two photos of these names, buys both in one order, and returns the order with the bytes of the photos. */
async function buyPhotosNamed(names: readonly [string, string], point?: string) {
  const event = await createEventOnSale(shop)
  const folder = shop.createFolder()
  await writePhoto(readDemoPhoto('photos-a/A016.jpg').jpeg(), folder, names[0])
  await writePhoto(readDemoPhoto('photos-a/A009.jpg').jpeg(), folder, names[1])
  const summary = await shop.ingest(event, folder, point === undefined ? {} : { point })
  expect(summary).toMatchObject({ added: 2, failed: [] })
  const { token } = await fetchSearchToken(shop.app, event.id)
  const productId = await findProductId(shop, event, 'photo')
  const photoIds = await fetchPhotoIds(shop.app, token)
  const cartItems = photoIds.map((photoId) => ({ productId, photoId }))
  const cartId = await createCartWithItems(shop, cartItems, token)
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  return {
    orderId,
    originals: names.map((name) => readFileSync(join(folder, name)).toString('hex')).toSorted(),
  }
}

const longNames = [
  { what: 'across the longest file name', letter: 'a', count: 119, point: undefined },
  { what: 'across the longest name of a place', letter: 'a', count: 30, point: `${'a'.repeat(115)}🏃bb` },
]
const otherNames = [
  { what: 'in a file name', letter: 'a', count: 30, point: undefined },
  { what: 'of several in such a name', letter: 'a', count: 30, point: `${'a'.repeat(112)}👨‍👩‍👧bb` },
  { what: 'behind more bytes than a name has', letter: 'ж', count: 50, point: `${'終'.repeat(90)}🏃` },
]

it.each(selectInputs(longNames, [...longNames, ...otherNames]))(
  'photos with an emoji $what are delivered',
  async ({ letter, count, point }) => {
    const names = [`${letter.repeat(count)}🏃${'b'.repeat(115)}.jpg`, 'plain.jpg'] as const
    const { orderId, originals } = await buyPhotosNamed(names, point)

    const listed = await sendCall(shop.app, listOrderItems, { params: { orderId } })
    expect(listed.statusCode).toBe(200)
    const downloads = await listOrderFiles(shop, orderId)
    expectSafeNames(downloads.map(({ fileName }) => fileName))
    const files = await Promise.all(downloads.map(({ url }) => fetchFile(url)))
    expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(files.map(({ rawPayload }) => rawPayload.toString('hex')).toSorted()).toEqual(originals)
    for (const { headers } of files) {
      const [, encoded = '%'] = String(headers['content-disposition']).split("''")
      expect(() => decodeURIComponent(encoded)).not.toThrow()
    }

    const packed = await sendCall(shop.app, createArchive, { body: { orderId } })
    const archiveId = String(packed.headers['x-archive-id'])
    await shop.jobs.drain()
    const archive = await fetchAnswer(shop.app, getArchive, { params: { archiveId } })
    const entries = await unzip((await fetchFile(archive.url ?? '')).rawPayload)
    expect([...entries.keys()].toSorted()).toEqual(downloads.map(({ fileName }) => fileName).toSorted())
    expect([...entries.values()].map((bytes) => bytes.toString('hex')).toSorted()).toEqual(originals)

    const [letterSent] = await readSentEmails(shop, orderId)
    const links = letterSent?.text.match(/(?<=http:\/\/one\.test)\/files\/orders\/[\w-]+\/[\w-]+/g) ?? []
    expect(new Set(links).size).toBe(2)
    for (const link of links) {
      const redirect = await fetchFile(link)
      expect(redirect.statusCode).toBe(302)
      expect((await fetchFile(String(redirect.headers.location))).statusCode).toBe(200)
    }
  },
)
