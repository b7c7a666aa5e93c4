import { createHash, randomUUID } from 'node:crypto'
import { continueUpload, createUpload } from '../../../contract/uploads.ts'
import { type Ask, send } from './api-calls.ts'
import { findProductId } from './shop.ts'
import {
  aDevice,
  aFilledCart,
  aHandle,
  aKnownSubscription,
  anAlert,
  anAlertId,
  aPaymentUnderWay,
  aPicture,
  aSubscription,
  aSubscriptionId,
  buildNotification,
  event,
  own,
  shop,
  withKey,
} from './two-tenants.ts'

/**
 * Result of a call to one tenant's host with ids and tokens of another tenant's visitor: `refused` as if it did not
 * exist, `empty`, or answered with `public` data of the requested tenant only.
 */
export type Fate = 'refused' | 'empty' | 'public'

export interface Row {
  fate: Fate
  /** Builds the call as the visitor of the first tenant makes it; called for each host. */
  ask: (host: string) => Ask | Promise<Ask>
}

const ofCart = (shoppingCartId: string, more: Ask = {}): Ask => ({
  ...more,
  params: { shoppingCartId, ...more.params },
})
const newItem = async () => ({ productId: await findProductId(shop, event, 'photo'), photoId: own.photoId })

const tus = { 'tus-resumable': '1.0.0' }

/** Starts an upload of the first tenant's visitor. */
async function anUpload(key: string = randomUUID()): Promise<string> {
  const bytes = Buffer.from('a picture')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const response = await send(shop.app, createUpload, {
    headers: {
      ...tus,
      'idempotency-key': key,
      'upload-length': String(bytes.length),
      'upload-metadata': `sha256 ${Buffer.from(hash).toString('base64')}`,
    },
  })
  return String(response.headers.location).split('/').at(-1) ?? ''
}

/** Expected results of all calls. A new call must be added here. */
export const rows: Record<string, Row> = {
  getSettings: { fate: 'public', ask: () => ({}) },
  forgetDevice: { fate: 'public', ask: () => ({}) },
  listThemeImages: { fate: 'refused', ask: () => ({ query: { themeId: 'theme-of-one' } }) },
  listEvents: { fate: 'public', ask: () => ({}) },
  getEvent: { fate: 'refused', ask: () => ({ params: { eventId: event.id } }) },
  listVideos: { fate: 'refused', ask: () => ({ query: { albumId: event.albumId }, token: own.token }) },
  listPhotos: { fate: 'refused', ask: () => ({ query: { albumId: event.albumId }, token: own.token }) },
  getAlbumTimes: { fate: 'refused', ask: () => ({ query: { albumId: event.albumId }, token: own.token }) },
  createShare: { fate: 'refused', ask: () => ({ body: {}, token: own.token, ...withKey() }) },
  getShare: { fate: 'refused', ask: () => ({ params: { shareId: own.shareId } }) },
  getShareCard: { fate: 'refused', ask: () => ({ params: { shareId: own.shareId } }) },
  forgetShare: { fate: 'refused', ask: () => ({ params: { shareId: own.shareId }, token: own.token }) },
  sayItsMe: {
    fate: 'refused',
    ask: () => ({
      params: { photoId: own.photoId },
      body: { itIsMe: true, tag: { photoTagId: own.tagId, name: 'number', value: '128' } },
      token: own.token,
    }),
  },
  searchCompetitors: {
    fate: 'refused',
    ask: () => ({ query: { competitorsListId: event.competitorsListId, search: 'Ковалёв' } }),
  },
  createSearchToken: { fate: 'refused', ask: () => ({ params: { eventId: event.id }, body: {} }) },
  sendSelfie: { fate: 'refused', ask: () => aPicture() },
  getSelfie: { fate: 'refused', ask: () => ({ params: { selfieId: own.selfie.selfieId } }) },
  forgetSelfie: { fate: 'refused', ask: () => ({ params: { selfieId: own.selfie.selfieId } }) },
  createUpload: {
    fate: 'public',
    ask: () => ({
      headers: {
        ...tus,
        'idempotency-key': randomUUID(),
        'upload-length': '9',
        'upload-metadata': `sha256 ${Buffer.from('0'.repeat(64)).toString('base64')}`,
      },
    }),
  },
  getUpload: { fate: 'refused', ask: async () => ({ params: { uploadId: await anUpload() }, headers: tus }) },
  continueUpload: {
    fate: 'refused',
    ask: async () => ({
      params: { uploadId: await anUpload() },
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: Buffer.from('a pic'),
    }),
  },
  recogniseUpload: {
    fate: 'refused',
    ask: async () => {
      const key = randomUUID()
      const params = { uploadId: await anUpload(key) }
      const headers = {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }
      await send(shop.app, continueUpload, { params, headers, body: Buffer.from('a picture') })
      return { params, query: { albumId: event.albumId }, headers: { 'idempotency-key': key } }
    },
  },
  forgetUpload: {
    fate: 'refused',
    ask: async () => ({ params: { uploadId: await anUpload() }, headers: tus }),
  },
  forgetSent: { fate: 'public', ask: () => withKey() },
  listProducts: { fate: 'empty', ask: () => ({ query: { catalogId: event.catalogId } }) },
  getProduct: { fate: 'refused', ask: async () => ({ params: { productId: (await newItem()).productId } }) },
  previewFramedPhoto: {
    fate: 'refused',
    ask: () => ({ query: own.framed, token: own.token }),
  },
  createCart: { fate: 'public', ask: () => ({ body: { shoppingCartId: randomUUID() }, ...withKey() }) },
  getCart: { fate: 'refused', ask: () => ofCart(own.cartId) },
  addCartItem: {
    fate: 'refused',
    ask: async () => ofCart(own.cartId, { body: await newItem(), token: own.token, ...withKey() }),
  },
  addCartItems: {
    fate: 'refused',
    ask: async () =>
      ofCart(await aFilledCart(), { body: { items: [await newItem()] }, token: own.token, ...withKey() }),
  },
  addPromotionalCode: {
    fate: 'refused',
    ask: async () => ofCart(await aFilledCart(), { body: { code: 'FIRST' }, ...withKey() }),
  },
  removeCartItem: { fate: 'refused', ask: () => ofCart(own.cartId, { params: { itemId: own.itemId } }) },
  removeCartItems: { fate: 'refused', ask: () => ofCart(own.cartId, { body: [own.itemId] }) },
  removePromotionalCode: {
    fate: 'refused',
    ask: () => ofCart(own.cartId, { params: { codeId: own.codeId } }),
  },
  setCartAttributes: {
    fate: 'refused',
    ask: () => ofCart(own.cartId, { body: [{ key: 'Language', value: 'en' }] }),
  },
  setCartCustomer: { fate: 'refused', ask: () => ofCart(own.cartId, { body: { email: 'b@mail.example' } }) },
  checkOut: { fate: 'refused', ask: async () => ofCart(await aFilledCart(), withKey()) },
  deleteCart: { fate: 'refused', ask: async () => ofCart(await aFilledCart()) },
  getOrder: { fate: 'refused', ask: () => ({ params: { orderId: own.paid.orderId } }) },
  getPicture: { fate: 'refused', ask: () => ({ params: { picture: own.picture } }) },
  listOrderItems: { fate: 'refused', ask: () => ({ params: { orderId: own.paid.orderId } }) },
  addOrderDevice: {
    fate: 'refused',
    ask: () => ({ params: { orderId: own.paid.orderId }, body: { key: own.orderKey }, headers: aDevice() }),
  },
  // both tenants may know the same person
  listOrders: { fate: 'empty', ask: () => ({ token: own.signedIn }) },
  correctEmail: {
    fate: 'refused',
    ask: () => ({ params: { orderId: own.waiting.orderId }, body: { email: 'c@mail.example' } }),
  },
  sendLetterAgain: { fate: 'refused', ask: () => ({ params: { orderId: own.paid.orderId }, ...withKey() }) },
  openReturn: { fate: 'refused', ask: async () => ({ body: { handle: await aHandle() }, ...withKey() }) },
  listPaymentTypes: {
    fate: 'refused',
    ask: () => ({ query: { amount: '39000', currencyId: '643', albumId: event.albumId } }),
  },
  createPayment: {
    fate: 'refused',
    ask: (host) => ({
      params: { invoiceId: own.waiting.invoiceId },
      body: { paymentTypeId: 'card', returnUrl: `http://${host}/order-complete` },
      ...withKey(),
    }),
  },
  listPayments: { fate: 'refused', ask: () => ({ params: { invoiceId: own.paid.invoiceId } }) },
  // the bank's unexpected notifications have the same answer; their effect is checked below
  notifyPayment: { fate: 'public', ask: async () => buildNotification(await aPaymentUnderWay()) },
  getPreorderDetails: { fate: 'refused', ask: () => ({ params: { preorderId: own.preorderId } }) },
  createArchive: { fate: 'refused', ask: () => ({ body: { orderId: own.paid.orderId } }) },
  getArchive: { fate: 'refused', ask: () => ({ params: { archiveId: own.archiveId } }) },
  listReceipts: { fate: 'refused', ask: () => ({ query: { invoiceId: own.paid.invoiceId } }) },
  getReceipt: { fate: 'refused', ask: () => ({ params: { receiptId: own.receiptId } }) },
  downloadReceipt: { fate: 'refused', ask: () => ({ query: { invoiceId: own.paid.invoiceId } }) },
  getProviderOrder: { fate: 'refused', ask: () => ({ params: { invoiceNumber: own.paid.invoiceId } }) },
  sendRequest: {
    fate: 'public',
    ask: () => ({
      body: { kind: 'support', fields: { email: 'd@mail.example', message: 'Hello' } },
      ...withKey(),
    }),
  },
  getPushKey: { fate: 'public', ask: () => ({}) },
  subscribe: { fate: 'refused', ask: () => ({ body: aSubscription(), ...withKey() }) },
  renewSubscription: {
    fate: 'refused',
    ask: async () => {
      const { subscription } = aSubscription()
      const former = await aKnownSubscription()
      return { body: { former, subscription }, ...withKey() }
    },
  },
  unsubscribe: {
    fate: 'refused',
    ask: async () => ({ params: { subscriptionId: await aSubscriptionId() } }),
  },
  setPhotoAlert: {
    fate: 'refused',
    ask: () => ({ params: { alertId: randomUUID() }, body: anAlert() }),
  },
  cancelPhotoAlert: { fate: 'refused', ask: async () => ({ params: { alertId: await anAlertId() } }) },
  stopPhotoAlerts: { fate: 'refused', ask: async () => ({ params: { alertId: await anAlertId() } }) },
}
