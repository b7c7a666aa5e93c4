import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { buildContentDisposition } from '../../server/platform/http/send-object.ts'
import { arbitraryText, expectSafeNames, strangeTexts } from '../support/data/any-text.ts'
import { listOrderFiles } from '../support/data/delivered-files.ts'
import { unzip } from '../support/data/unzip.ts'
import { fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('an order of photos taken at places of any name', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  }, 60_000)
  afterAll(() => shop.close())

  it('lists its files with links, and packs them', async () => {
    const event = await createEventOnSale(shop)
    const longName = `${'a'.repeat(115)}🏃${'b'.repeat(80)}`
    const texts = [longName, ...strangeTexts, ...fc.sample(arbitraryText, { numRuns: 20, seed: 5 })].map(
      (text) => text.replaceAll('\0', ''),
    )
    const productId = await findProductId(shop, event, 'photo')
    const photos = []
    for (const point of texts)
      photos.push(await createStoredPhoto(shop, event, { point, fileName: `${longName}.jpg` }))
    const { token } = await fetchSearchToken(shop.app, event.id)
    const cartId = await createCartWithItems(
      shop,
      photos.map(({ photoId }) => ({ productId, photoId })),
      token,
    )
    await setEmail(shop, cartId)
    const { orderId } = await placePaidOrder(shop, cartId)
    const files = await listOrderFiles(shop, orderId)
    expect(files).toHaveLength(texts.length)
    const names: string[] = []
    for (const { url } of files) {
      const { pathname } = new URL(url, 'https://one.test')
      const response = await shop.app.inject({ url: pathname, headers: { host: 'one.test' } })
      expect(response.statusCode, pathname).toBe(200)
      names.push(decodeURIComponent(pathname.split('/').at(-1) ?? ''))
      expect(response.headers['content-disposition']).toBe(buildContentDisposition(names.at(-1) ?? ''))
    }
    expectSafeNames(names)

    const { headers } = await sendCall(shop.app, createArchive, { body: { orderId } })
    await shop.jobs.drain()
    const status = await sendCall(shop.app, getArchive, {
      params: { archiveId: String(headers['x-archive-id']) },
    })
    const { pathname } = new URL(status.json<{ url: string }>().url, 'https://one.test')
    const zip = await shop.app.inject({ url: pathname, headers: { host: 'one.test' } })
    expect([...(await unzip(zip.rawPayload)).keys()].toSorted()).toEqual(names.toSorted())
  })
})
