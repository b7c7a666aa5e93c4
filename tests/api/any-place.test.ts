import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { attachment } from '../../server/platform/http/send-object.ts'
import { anyText, expectSafeNames, strangeTexts } from '../support/data/any-text.ts'
import { listFiles } from '../support/data/delivered-files.ts'
import { unzip } from '../support/data/unzip.ts'
import { send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  findProductId,
  openShop,
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
    const event = await aSellingEvent(shop)
    const cut = `${'a'.repeat(115)}🏃${'b'.repeat(80)}`
    const texts = [cut, ...strangeTexts, ...fc.sample(anyText, { numRuns: 20, seed: 5 })].map((text) =>
      text.replaceAll('\0', ''),
    )
    const productId = await findProductId(shop, event, 'photo')
    const photos = []
    for (const point of texts) photos.push(await aStoredPhoto(shop, event, { point, fileName: `${cut}.jpg` }))
    const { token } = await tokenFor(shop.app, event.id)
    const cartId = await aCart(
      shop,
      photos.map(({ photoId }) => ({ productId, photoId })),
      token,
    )
    await setEmail(shop, cartId)
    const { orderId } = await aPaidOrder(shop, cartId)
    const files = await listFiles(shop, orderId)
    expect(files).toHaveLength(texts.length)
    const names: string[] = []
    for (const { url } of files) {
      const { pathname } = new URL(url, 'https://one.test')
      const response = await shop.app.inject({ url: pathname, headers: { host: 'one.test' } })
      expect(response.statusCode, pathname).toBe(200)
      names.push(decodeURIComponent(pathname.split('/').at(-1) ?? ''))
      expect(response.headers['content-disposition']).toBe(attachment(names.at(-1) ?? ''))
    }
    expectSafeNames(names)

    const { headers } = await send(shop.app, createArchive, { body: { orderId } })
    await shop.jobs.drain()
    const status = await send(shop.app, getArchive, {
      params: { archiveId: String(headers['x-archive-id']) },
    })
    const { pathname } = new URL(status.json<{ url: string }>().url, 'https://one.test')
    const zip = await shop.app.inject({ url: pathname, headers: { host: 'one.test' } })
    expect([...(await unzip(zip.rawPayload)).keys()].toSorted()).toEqual(names.toSorted())
  })
})
