import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createArchive } from '../../../contract/archives.ts'
import { deviceHeader } from '../../../contract/call.ts'
import { addPromotionalCode, getCart } from '../../../contract/cart.ts'
import { searchCompetitors } from '../../../contract/competitors.ts'
import { listOrderItems } from '../../../contract/orders.ts'
import { createShare, listPhotos } from '../../../contract/photos.ts'
import { setPhotoAlert, subscribe } from '../../../contract/push.ts'
import { listReceipts } from '../../../contract/receipts.ts'
import { signBody } from '../../../server/adapters/bank/sandbox/signature.ts'
import { type EventRow } from '../../../server/features/events/index.ts'
import { createOrderKey } from '../../../server/features/orders/index.ts'
import { openPreorders } from '../../../server/features/preorders/index.ts'
import { createPromoCode } from '../../../server/features/promo/index.ts'
import { createDemoFrame, createDemoPhoto } from '../data/demo-photos.ts'
import { createFacesPort } from '../data/faces-port.ts'
import { buildEmbedding, createSelfie, createStartList } from '../data/race.ts'
import type { Keycloak } from '../providers/keycloak.ts'
import { type CallInput, fetchAnswer, fetchSearchToken, sendCall } from './api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  findProductId,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
  startPayment,
} from './shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from './shop-with-accounts.ts'

export const buildBrandSettings = (name: string) => ({
  theme: `theme-of-${name}`,
  tenantName: `Brand ${name}`,
  legalEntity: `Company ${name} Ltd`,
  supportEmail: `help@${name}.example`,
})

let testServer: ShopWithAccounts
let addedCodeCount = 0
export let shop: Shop
export let keycloak: Keycloak
export let event: EventRow
/** Ids, keys and tokens of the visitor of the first tenant. */
export let visitor: {
  token: string
  photoId: string
  competitorId: string
  cartId: string
  itemId: string
  codeId: string
  paidOrder: { orderId: string; invoiceId: string }
  /** Key in the letter of the paid order. */
  orderKey: string
  unpaid: { orderId: string; invoiceId: string }
  receiptId: string
  archiveId: string
  shareId: string
  selfie: { selfieId: string; personId: string }
  tagId: string
  preorderId: string
  framed: { photoId: string; frameId: string }
  signedIn: string
  /** Handle of the clean picture of a photo they have bought. */
  picture: string
}

/** Opens a shop with two brands, and creates data of every kind for a visitor of the first. */
export async function openTwoTenants(): Promise<void> {
  testServer = await openShopWithAccounts({
    settings: buildBrandSettings,
    // every picture shows one clear face
    faces: createFacesPort(async () => ({ embedding: buildEmbedding(1) })),
  })
  ;({ shop, keycloak } = testServer)
  event = await createEventOnSale(shop, {
    title: { ru: 'Забег первой марки', en: 'Race of the first brand' },
  })
  await createStartList(shop.context(), event, [{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' }])
  const { photoId } = await createStoredPhoto(shop, event, { numbers: ['128'] })
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  await createPromoCode(shop.context(), { code: 'FIRST', kind: 'percent', value: 10 })
  const paidOrder = await placePaidOrder(shop, await createReadyCart(shop, event))
  const unpaid = await placeOrder(shop, await createReadyCart(shop, event))
  const receipts = await fetchAnswer(shop.app, listReceipts, { query: { invoiceId: paidOrder.invoiceId } })
  const archive = await sendCall(shop.app, createArchive, { body: { orderId: paidOrder.orderId } })
  const competitors = await fetchAnswer(shop.app, searchCompetitors, {
    query: { competitorsListId: event.competitorsListId, search: '128' },
  })
  const photos = await fetchAnswer(shop.app, listPhotos, { query: { albumId: event.albumId }, token })
  const share = await fetchAnswer(shop.app, createShare, { body: {}, token, ...createKeyHeaders() })
  const framed = {
    photoId: await createDemoPhoto(shop, event, 'A001'),
    frameId: (await createDemoFrame(shop, event)).id,
  }
  visitor = {
    ...{ token, photoId, paidOrder, unpaid, ...(await createCartWithCode()) },
    orderKey: createOrderKey(
      shop.context(),
      shop.services,
      { id: paidOrder.orderId, email: 'anna.s@mail.example' },
      'order',
    ),
    competitorId: competitors.items[0]?.competitorId ?? '',
    receiptId: receipts.items[0]?.receiptId ?? '',
    archiveId: String(archive.headers['x-archive-id']),
    shareId: share.shareId,
    selfie: await createSelfie(shop.context(), event, buildEmbedding(1)),
    tagId: photos.items[0]?.tags[0]?.photoTagId ?? '',
    preorderId: await createPreorder(),
    framed,
    picture: await buyPicture(framed.photoId),
    signedIn: await keycloak.createToken({}, { lifeInSeconds: 3_600 }),
  }
  await shop.jobs.drain()
}

export async function closeTwoTenants(): Promise<void> {
  await testServer.close()
}

/** Returns the headers of a device with a new secret. */
export const createDeviceHeaders = () => ({ [deviceHeader]: randomBytes(24).toString('base64url') })

export const createKeyHeaders = () => ({ headers: { 'idempotency-key': randomUUID() } })

/** Gives a photo to a runner of the first tenant. Returns the event, and the headers of the runner's device. */
export async function createReceivedGift(): Promise<{ eventId: string; device: Record<string, string> }> {
  const onSale = await createEventOnSale(shop)
  const eventId = onSale.id
  const { photoId } = await createStoredPhoto(shop, onSale, { numbers: ['7'] })
  const { token: runnerToken } = await fetchSearchToken(shop.app, eventId, { number: '7' })
  const device = createDeviceHeaders()
  const { shareId } = await fetchAnswer(shop.app, createShare, {
    ...{ body: {}, token: runnerToken },
    headers: { ...device, ...createKeyHeaders().headers },
  })
  const { token } = await fetchSearchToken(shop.app, eventId, { shareId })
  const productId = await findProductId(shop, onSale, 'photo')
  const cartId = await createCartWithItems(shop, [{ productId, photoId, gift: true }], token)
  await setEmail(shop, cartId)
  await placePaidOrder(shop, cartId)
  return { eventId, device }
}

/** Creates a cart of the first tenant with one photo. */
export async function createFilledCart(): Promise<string> {
  const { photoId } = await createStoredPhoto(shop, event)
  const { token } = await fetchSearchToken(shop.app, event.id)
  const productId = await findProductId(shop, event, 'photo')
  const cartId = await createCartWithItems(shop, [{ productId, photoId }], token)
  await setEmail(shop, cartId)
  return cartId
}

/** Creates a cart with one photo and a promo code. */
async function createCartWithCode() {
  const cartId = await createFilledCart()
  const params = { shoppingCartId: cartId }
  // the number of codes per address is limited
  const address = `198.51.100.${addedCodeCount++ % 250}`
  await fetchAnswer(shop.app, addPromotionalCode, { params, body: { code: 'FIRST' }, address })
  const cart = await fetchAnswer(shop.app, getCart, { params })
  return {
    cartId,
    itemId: cart.items[0]?.shoppingCartItemId ?? '',
    codeId: cart.promotionalCodes[0]?.codeId ?? '',
  }
}

/** Replaces the visitor's cart, which may have been emptied, or claimed by a signed-in user. */
export async function renewOwnCart(): Promise<void> {
  Object.assign(visitor, await createCartWithCode())
}

/** Creates a package that the first tenant sold before the race. */
export async function createPreorder(): Promise<string> {
  const upcomingEvent = await createEventOnSale(shop)
  await openPreorders(shop.context(), upcomingEvent, 25)
  return (await placePaidOrder(shop, await createReadyCart(shop, upcomingEvent, { package: '128' }))).orderId
}

/** Returns the handle of a picture of a paid order of the first tenant's visitor. */
async function buyPicture(photoId: string): Promise<string> {
  const { token } = await fetchSearchToken(shop.app, event.id)
  const cartId = await createCartWithItems(
    shop,
    [{ productId: await findProductId(shop, event, 'photo'), photoId }],
    token,
  )
  await setEmail(shop, cartId)
  const { orderId } = await placePaidOrder(shop, cartId)
  const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
  return items[0]?.downloads?.[0]?.picture ?? ''
}

/** Creates a pending payment of the first tenant's order. */
export async function createPendingPayment() {
  const order = await placeOrder(shop, await createReadyCart(shop, event))
  const { payUrl } = await startPayment(shop, order.invoiceId)
  return { orderId: order.orderId, paymentId: payUrl.split('/').at(-1) ?? '' }
}

/** Returns a signed notification of the bank about a payment. */
export function buildNotification({ paymentId }: { paymentId: string }): CallInput {
  const amount = { amount: 39_000, currencyId: 643 }
  const body = JSON.stringify({ event: 'payment.changed', paymentId, state: 'Succeeded', amount })
  const signature = signBody(body, shop.services.config.secrets.sandboxBank, shop.services.clock())
  return {
    params: { provider: 'sandbox' },
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
    body,
  }
}

/** Returns the upload of a picture, of which only the album is invalid at another tenant. */
export function buildPictureInput(): CallInput {
  const boundary = 'picture'
  return {
    query: { albumId: event.albumId },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': randomUUID() },
    body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="face.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnone\r\n--${boundary}--\r\n`,
  }
}

/** Returns the push subscription of a new browser. */
export function createBrowserSubscription() {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: {
      p256dh: keys.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}

/** Returns a push subscription for the first tenant's order. */
export function buildSubscription() {
  return { subscription: createBrowserSubscription(), topics: [{ orderId: visitor.paidOrder.orderId }] }
}

export async function createSubscription(): Promise<string> {
  const response = await sendCall(shop.app, subscribe, { body: buildSubscription(), ...createKeyHeaders() })
  return response.statusCode === subscribe.status
    ? response.json<{ subscriptionId: string }>().subscriptionId
    : 'none'
}

/** Returns the identifiers of a subscription that the first tenant knows. */
export async function createKnownSubscription(): Promise<{ endpoint: string; auth: string }> {
  const body = buildSubscription()
  await fetchAnswer(shop.app, subscribe, { body, ...createKeyHeaders() })
  const { endpoint, keys } = body.subscription
  return { endpoint, auth: keys.auth }
}

/** A photo alert for the first tenant's event, each with a different e-mail. */
export const buildAlert = () => ({ eventId: event.id, email: `${randomUUID()}@mail.example` })

/** Returns the id of a photo alert that the first tenant knows. */
export async function createAlert(): Promise<string> {
  const alertId = randomUUID()
  await sendCall(shop.app, setPhotoAlert, { params: { alertId }, body: buildAlert() })
  return alertId
}

/** Returns a handle that the bank's redirect contains. */
export async function createReturnHandle(): Promise<string> {
  const order = await placeOrder(shop, await createReadyCart(shop, event))
  const { payUrl } = await startPayment(shop, order.invoiceId)
  return new URL(await shop.pressBankButton(payUrl, 'approve')).searchParams.get('handle') ?? ''
}

/** Ids and texts that belong to the first tenant only. */
export const listTenantMarks = () => [
  ...Object.values(buildBrandSettings('one')),
  ...[event.id, event.albumId, event.catalogId, event.competitorsListId],
  ...['первой марки', 'first brand', 'anna.s@mail.example'],
  ...[visitor.preorderId, visitor.framed.photoId, visitor.framed.frameId],
  ...[
    visitor.photoId,
    visitor.cartId,
    visitor.itemId,
    visitor.competitorId,
    visitor.receiptId,
    visitor.archiveId,
  ],
  ...[visitor.paidOrder, visitor.unpaid].flatMap(({ orderId, invoiceId }) => [orderId, invoiceId]),
]
