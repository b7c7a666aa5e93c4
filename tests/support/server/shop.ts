import { randomBytes, randomUUID } from 'node:crypto'
import {
  addCartItem,
  checkOut,
  createCart,
  getCart,
  type NewCartItem,
  setCartCustomer,
} from '../../../contract/cart.ts'
import { listProducts, type ProductType } from '../../../contract/catalog.ts'
import { createPayment } from '../../../contract/invoices.ts'
import { getOrder } from '../../../contract/orders.ts'
import { createLocalDeliver } from '../../../server/adapters/bank/sandbox/deliver.ts'
import { framePainter } from '../../../server/adapters/vision/frames/paint-frame.ts'
import { shrinker } from '../../../server/adapters/vision/images/derivatives.ts'
import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import { createDefaultCatalog } from '../../../server/features/catalog/index.ts'
import type { EventRow, NewEvent } from '../../../server/features/events/index.ts'
import type { FramePainter } from '../../../server/features/frame/index.ts'
import { addPhoto, tagNumbers } from '../../../server/features/photos/index.ts'
import type { PushGateway } from '../../../server/features/push/ports.ts'
import { createSettingsFeature } from '../../../server/features/settings/index.ts'
import { createTenantsFeature } from '../../../server/features/tenants/index.ts'
import { addVideo } from '../../../server/features/videos/index.ts'
import { createAuthModule } from '../../../server/modules/auth.ts'
import { createCommerceFeatures } from '../../../server/modules/commerce.ts'
import { sha256 } from '../../../server/platform/ids.ts'
import { newOriginalKey } from '../../../server/platform/objects/keys.ts'
import { buildPhotoAnalysis, createTestEvent } from '../data/race.ts'
import { type CallInput, createBuyerAddress, fetchAnswer, fetchSearchToken } from './api-calls.ts'
import { openSearchServer, type SearchServer, type SearchServerOptions } from './search-server.ts'

export interface Shop extends SearchServer {
  /** Presses a button on the bank's page; returns where the bank redirects the buyer. */
  pressBankButton(payUrl: string, outcome: 'approve' | 'decline' | 'timeout'): Promise<string>
}

/** Opens search and commerce on a new database, listening on a port for callbacks of the bank. */
export async function openShop(
  input: Omit<SearchServerOptions, 'index' | 'createMoreFeatures'> & {
    gateway?: PushGateway
    /** Painter of frames; absent: that of the server, in this thread. */
    painter?: FramePainter
  } = {},
): Promise<Shop> {
  let port = 0
  const testServer = await openSearchServer({
    index: createFaceIndex(),
    ...input,
    createMoreFeatures: (services, { finder }) => {
      const { callers, features } = createAuthModule(services, { pauseInMs: 0 })
      const commerceOptions = {
        finder,
        painter: input.painter ?? framePainter,
        shrinker,
        deliver: createLocalDeliver(() => port),
        callers,
        gateway: input.gateway,
      }
      const brandFeatures = [createSettingsFeature(services), createTenantsFeature()]
      return [...brandFeatures, ...features, ...createCommerceFeatures(services, commerceOptions)]
    },
  })
  await testServer.app.listen({ port: 0, host: '127.0.0.1' })
  const address = testServer.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The shop does not listen')
  port = address.port
  return {
    ...testServer,
    pressBankButton: async (payUrl, outcome) => {
      const response = await testServer.app.inject({
        method: 'POST',
        url: new URL(payUrl).pathname,
        headers: {
          host: new URL(payUrl).host,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `outcome=${outcome}`,
      })
      if (response.statusCode !== 303) throw new Error(`The bank answered ${response.statusCode}`)
      return String(response.headers.location)
    },
  }
}

/** Creates an event with the default catalog. */
export async function createEventOnSale(shop: Shop, input: Partial<NewEvent> = {}): Promise<EventRow> {
  const event = await createTestEvent(shop.context(), input)
  await createDefaultCatalog(shop.context(), { eventId: event.id, catalogId: event.catalogId })
  return event
}

/** Creates a photo with a stored original of random bytes and readable start numbers. */
export async function createStoredPhoto(
  shop: Shop,
  event: EventRow,
  input: { numbers?: string[]; fileName?: string; point?: string; takenOn?: Date | null } = {},
): Promise<{ photoId: string; bytes: Buffer }> {
  const bytes = randomBytes(3000)
  const originalKey = newOriginalKey(shop.context())
  await shop.services.objects.put(originalKey, bytes, { contentType: 'image/jpeg' })
  const { photoId } = await addPhoto(shop.context(), {
    eventId: event.id,
    sha256: sha256(bytes),
    fileName: input.fileName ?? 'IMG_0001.JPG',
    mime: 'image/jpeg',
    sizeInBytes: bytes.length,
    originalKey,
    point: input.point ?? null,
    analysis: buildPhotoAnalysis(
      shop.context(),
      input.takenOn === undefined ? {} : { takenOn: input.takenOn },
    ),
  })
  const numbers = (input.numbers ?? []).map((value) => ({ value, confidence: 0.99 }))
  await tagNumbers(shop.context(), { eventId: event.id, photoId, numbers })
  return { photoId, bytes }
}

/** Creates a video with a stored original of random bytes; without a number it belongs to the whole event. */
export async function createStoredVideo(
  shop: Shop,
  event: EventRow,
  startNumber: string | null = null,
): Promise<{ videoId: string; bytes: Buffer }> {
  const bytes = randomBytes(3000)
  const originalKey = newOriginalKey(shop.context())
  await shop.services.objects.put(originalKey, bytes, { contentType: 'video/mp4' })
  const { videoId } = await addVideo(shop.context(), {
    eventId: event.id,
    title: { ru: 'Видео' },
    startNumber,
    durationS: 7.4,
    takenOn: event.startsOn,
    sha256: sha256(bytes),
    fileName: 'video.mp4',
    mime: 'video/mp4',
    sizeInBytes: bytes.length,
    originalKey,
    previewKey: null,
    poster: null,
  })
  return { videoId, bytes }
}

/** Returns an event's product of a type. */
export async function findProductId(shop: Shop, event: EventRow, productType: ProductType): Promise<string> {
  const { items } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
  const product = items.find((one) => one.productType === productType)
  if (!product) throw new Error(`The event sells no ${productType}`)
  return product.productId
}

/** Creates a cart with these items. @param token of the buyer */
export async function createCartWithItems(
  shop: Shop,
  newItems: readonly NewCartItem[] = [],
  token?: string,
): Promise<string> {
  const { shoppingCartId } = await fetchAnswer(shop.app, createCart, {
    body: { shoppingCartId: randomUUID() },
    address: createBuyerAddress(),
  })
  for (const body of newItems) {
    await fetchAnswer(shop.app, addCartItem, {
      params: { shoppingCartId },
      body,
      ...(token === undefined ? {} : { token }),
    })
  }
  return shoppingCartId
}

export function fetchCart(shop: Shop, shoppingCartId: string) {
  return fetchAnswer(shop.app, getCart, { params: { shoppingCartId } })
}

/** Creates a cart of photos that is ready for checkout. */
export async function createReadyCart(
  shop: Shop,
  event: EventRow,
  input: { photos?: number; package?: string } = {},
): Promise<string> {
  const { token } = await fetchSearchToken(shop.app, event.id, input.package ? { number: input.package } : {})
  const productId = input.package ? undefined : await findProductId(shop, event, 'photo')
  const newItems: NewCartItem[] = []
  if (input.package) newItems.push({ productId: await findProductId(shop, event, 'photos_with_me') })
  else
    for (let index = 0; index < (input.photos ?? 1); index++) {
      const { photoId } = await createStoredPhoto(shop, event)
      newItems.push({ productId: productId ?? '', photoId })
    }
  const cartId = await createCartWithItems(shop, newItems, token)
  await setEmail(shop, cartId)
  return cartId
}

export async function setEmail(shop: Shop, shoppingCartId: string, email = 'anna.s@mail.example') {
  const call = { params: { shoppingCartId }, body: { email }, address: createBuyerAddress() }
  await fetchAnswer(shop.app, setCartCustomer, call)
}

/** Turns a cart into an order. @param device headers of the ordering device */
export function placeOrder(shop: Shop, shoppingCartId: string, device: Pick<CallInput, 'headers'> = {}) {
  return fetchAnswer(shop.app, checkOut, { ...device, params: { shoppingCartId } })
}

export const returnUrl = 'http://one.test/order-complete'

/** Starts the payment of an invoice. */
export function startPayment(shop: Shop, invoiceId: string, paymentTypeId = 'card') {
  return fetchAnswer(shop.app, createPayment, { params: { invoiceId }, body: { paymentTypeId, returnUrl } })
}

/** Creates a paid order, with all its e-mails and receipts written. @param device headers of the ordering device */
export async function placePaidOrder(
  shop: Shop,
  cartId: string,
  device: Pick<CallInput, 'headers'> = {},
): Promise<{ orderId: string; invoiceId: string }> {
  const order = await placeOrder(shop, cartId, device)
  const { payUrl } = await startPayment(shop, order.invoiceId)
  await shop.pressBankButton(payUrl, 'approve')
  await shop.jobs.drain()
  return order
}

export async function readOrderState(shop: Shop, orderId: string): Promise<string> {
  return (await fetchAnswer(shop.app, getOrder, { params: { orderId } })).state
}
