import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createVision } from '../../../server/adapters/vision/vision.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { fillAlbum } from '../../../tests/support/data/large-album.ts'
import { fetchSearchToken } from '../../../tests/support/server/api-calls.ts'
import { createEventOnSale, createReadyCart, openShop } from '../../../tests/support/server/shop.ts'

/** A process that serves a shop with one event of 2,000 photos, and recognizes one selfie at a time. */

export interface PeakServer {
  readonly url: string
  readonly eventId: string
  readonly albumId: string
  readonly catalogId: string
  readonly cartId: string
  readonly token: string
}

const vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
const shop = await openShop({ faces: vision.faces, env: { VISION_WORKERS: '1', TRUST_PROXY: '1' } })
const event = await createEventOnSale(shop)
await fillAlbum(shop.context(), event, 2_000)
const { token } = await fetchSearchToken(shop.app, event.id)
const { port } = shop.app.server.address() as AddressInfo
process.send?.({
  url: `http://127.0.0.1:${port}`,
  eventId: event.id,
  albumId: event.albumId,
  catalogId: event.catalogId,
  cartId: await createReadyCart(shop, event),
  token,
} satisfies PeakServer)
