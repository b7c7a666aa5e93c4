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
import { keyForOrder } from '../../../server/features/orders/index.ts'
import { openPreorders } from '../../../server/features/preorders/index.ts'
import { createPromoCode } from '../../../server/features/promo/index.ts'
import { aDemoPhoto, aFrame } from '../data/framed.ts'
import { aSelfie, aStartList, buildFace } from '../data/race.ts'
import type { Keycloak } from '../providers/keycloak.ts'
import { type Ask, answer, send, tokenFor } from './api-calls.ts'
import {
  aCart,
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  findProductId,
  pay,
  placeOrder,
  type Shop,
  setEmail,
} from './shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from './shop-with-accounts.ts'

export const brand = (name: string) => ({
  theme: `theme-of-${name}`,
  tenantName: `Brand ${name}`,
  legalEntity: `Company ${name} Ltd`,
  supportEmail: `help@${name}.example`,
})

let testServer: ShopWithAccounts
let codesAdded = 0
export let shop: Shop
export let keycloak: Keycloak
export let event: EventRow
/** Ids, keys and tokens of the visitor of the first tenant. */
export let own: {
  token: string
  photoId: string
  competitorId: string
  cartId: string
  itemId: string
  codeId: string
  paid: { orderId: string; invoiceId: string }
  /** Key in the letter of the paid order. */
  orderKey: string
  waiting: { orderId: string; invoiceId: string }
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
    settings: brand,
    // every picture shows one clear face
    faces: { readSelfie: async () => ({ embedding: buildFace(1) }), close: async () => undefined },
  })
  ;({ shop, keycloak } = testServer)
  event = await aSellingEvent(shop, { title: { ru: 'Забег первой марки', en: 'Race of the first brand' } })
  await aStartList(shop.context(), event, [{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' }])
  const { photoId } = await aStoredPhoto(shop, event, { numbers: ['128'] })
  const { token } = await tokenFor(shop.app, event.id, { number: '128' })
  await createPromoCode(shop.context(), { code: 'FIRST', kind: 'percent', value: 10 })
  const paid = await aPaidOrder(shop, await aFullCart(shop, event))
  const waiting = await placeOrder(shop, await aFullCart(shop, event))
  const receipts = await answer(shop.app, listReceipts, { query: { invoiceId: paid.invoiceId } })
  const archive = await send(shop.app, createArchive, { body: { orderId: paid.orderId } })
  const competitors = await answer(shop.app, searchCompetitors, {
    query: { competitorsListId: event.competitorsListId, search: '128' },
  })
  const photos = await answer(shop.app, listPhotos, { query: { albumId: event.albumId }, token })
  const share = await answer(shop.app, createShare, { body: {}, token, ...withKey() })
  const framed = { photoId: await aDemoPhoto(shop, event, 'A001'), frameId: (await aFrame(shop, event)).id }
  own = {
    ...{ token, photoId, paid, waiting, ...(await aCartWithCode()) },
    orderKey: keyForOrder(
      shop.context(),
      shop.services,
      { id: paid.orderId, email: 'anna.s@mail.example' },
      'order',
    ),
    competitorId: competitors.items[0]?.competitorId ?? '',
    receiptId: receipts.items[0]?.receiptId ?? '',
    archiveId: String(archive.headers['x-archive-id']),
    shareId: share.shareId,
    selfie: await aSelfie(shop.context(), event, buildFace(1)),
    tagId: photos.items[0]?.tags[0]?.photoTagId ?? '',
    preorderId: await aPreorder(),
    framed,
    picture: await aBoughtPicture(framed.photoId),
    signedIn: await keycloak.token({}, { lifeInSeconds: 3_600 }),
  }
  await shop.jobs.drain()
}

export async function closeTwoTenants(): Promise<void> {
  await testServer.close()
}

/** Returns the headers of a device with a new secret. */
export const aDevice = () => ({ [deviceHeader]: randomBytes(24).toString('base64url') })

export const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } })

/** Creates a cart of the first tenant with one photo. */
export async function aFilledCart(): Promise<string> {
  const { photoId } = await aStoredPhoto(shop, event)
  const { token } = await tokenFor(shop.app, event.id)
  const productId = await findProductId(shop, event, 'photo')
  const cartId = await aCart(shop, [{ productId, photoId }], token)
  await setEmail(shop, cartId)
  return cartId
}

/** Creates a cart with one photo and a promo code. */
async function aCartWithCode() {
  const cartId = await aFilledCart()
  const params = { shoppingCartId: cartId }
  // the number of codes per address is limited
  const address = `198.51.100.${codesAdded++ % 250}`
  await answer(shop.app, addPromotionalCode, { params, body: { code: 'FIRST' }, address })
  const cart = await answer(shop.app, getCart, { params })
  return {
    cartId,
    itemId: cart.items[0]?.shoppingCartItemId ?? '',
    codeId: cart.promotionalCodes[0]?.codeId ?? '',
  }
}

/** Replaces the visitor's cart, which may have been emptied, or claimed by a signed-in user. */
export async function renewOwnCart(): Promise<void> {
  Object.assign(own, await aCartWithCode())
}

/** Creates a package that the first tenant sold before the race. */
export async function aPreorder(): Promise<string> {
  const ahead = await aSellingEvent(shop)
  await openPreorders(shop.context(), ahead, 25)
  return (await aPaidOrder(shop, await aFullCart(shop, ahead, { package: '128' }))).orderId
}

/** Returns the handle of a picture of a paid order of the first tenant's visitor. */
async function aBoughtPicture(photoId: string): Promise<string> {
  const { token } = await tokenFor(shop.app, event.id)
  const cartId = await aCart(shop, [{ productId: await findProductId(shop, event, 'photo'), photoId }], token)
  await setEmail(shop, cartId)
  const { orderId } = await aPaidOrder(shop, cartId)
  const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
  return items[0]?.downloads?.[0]?.picture ?? ''
}

/** Creates a pending payment of the first tenant's order. */
export async function aPaymentUnderWay() {
  const order = await placeOrder(shop, await aFullCart(shop, event))
  const { payUrl } = await pay(shop, order.invoiceId)
  return { orderId: order.orderId, paymentId: payUrl.split('/').at(-1) ?? '' }
}

/** Returns a signed notification of the bank about a payment. */
export function buildNotification({ paymentId }: { paymentId: string }): Ask {
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
export function aPicture(): Ask {
  const edge = 'picture'
  return {
    query: { albumId: event.albumId },
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'idempotency-key': randomUUID() },
    body: `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="face.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnone\r\n--${edge}--\r\n`,
  }
}

/** Returns the push subscription of a new browser. */
export function aBrowserSubscription() {
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
export function aSubscription() {
  return { subscription: aBrowserSubscription(), topics: [{ orderId: own.paid.orderId }] }
}

export async function aSubscriptionId(): Promise<string> {
  const response = await send(shop.app, subscribe, { body: aSubscription(), ...withKey() })
  return response.statusCode === subscribe.status
    ? response.json<{ subscriptionId: string }>().subscriptionId
    : 'none'
}

/** Returns the identifiers of a subscription that the first tenant knows. */
export async function aKnownSubscription(): Promise<{ endpoint: string; auth: string }> {
  const body = aSubscription()
  await answer(shop.app, subscribe, { body, ...withKey() })
  const { endpoint, keys } = body.subscription
  return { endpoint, auth: keys.auth }
}

/** A photo alert for the first tenant's event, each with a different e-mail. */
export const anAlert = () => ({ eventId: event.id, email: `${randomUUID()}@mail.example` })

/** Returns the id of a photo alert that the first tenant knows. */
export async function anAlertId(): Promise<string> {
  const alertId = randomUUID()
  await send(shop.app, setPhotoAlert, { params: { alertId }, body: anAlert() })
  return alertId
}

/** Returns a handle that the bank's redirect contains. */
export async function aHandle(): Promise<string> {
  const order = await placeOrder(shop, await aFullCart(shop, event))
  const { payUrl } = await pay(shop, order.invoiceId)
  return new URL(await shop.press(payUrl, 'approve')).searchParams.get('handle') ?? ''
}

/** Ids and texts that belong to the first tenant only. */
export const marks = () => [
  ...Object.values(brand('one')),
  ...[event.id, event.albumId, event.catalogId, event.competitorsListId],
  ...['первой марки', 'first brand', 'anna.s@mail.example'],
  ...[own.preorderId, own.framed.photoId, own.framed.frameId],
  ...[own.photoId, own.cartId, own.itemId, own.competitorId, own.receiptId, own.archiveId],
  ...[own.paid, own.waiting].flatMap(({ orderId, invoiceId }) => [orderId, invoiceId]),
]
