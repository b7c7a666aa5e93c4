import { createHash, randomUUID } from 'node:crypto'
import { continueUpload, createUpload } from '../../../contract/uploads.ts'
import { type CallInput, sendCall } from './api-calls.ts'
import { findProductId } from './shop.ts'
import {
  buildAlert,
  buildNotification,
  buildPictureInput,
  buildSubscription,
  createAlert,
  createDeviceHeaders,
  createFilledCart,
  createKeyHeaders,
  createKnownSubscription,
  createPendingPayment,
  createReceivedGift,
  createReturnHandle,
  createSubscription,
  event,
  shop,
  visitor,
} from './two-tenants.ts'

/**
 * Result of a call to one tenant's host with ids and tokens of another tenant's visitor: `refused` as if it did not
 * exist, `empty`, or answered with `public` data of the requested tenant only.
 */
export type ExpectedResult = 'refused' | 'empty' | 'public'

export interface ExpectedCall {
  expected: ExpectedResult
  /** Builds the call as the visitor of the first tenant makes it; called for each host. */
  buildInput: (host: string) => CallInput | Promise<CallInput>
}

const buildCartInput = (shoppingCartId: string, more: CallInput = {}): CallInput => ({
  ...more,
  params: { shoppingCartId, ...more.params },
})
const buildNewItem = async () => ({
  productId: await findProductId(shop, event, 'photo'),
  photoId: visitor.photoId,
})

const tus = { 'tus-resumable': '1.0.0' }

/** Starts an upload of the first tenant's visitor. */
async function startUpload(key: string = randomUUID()): Promise<string> {
  const bytes = Buffer.from('a picture')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const response = await sendCall(shop.app, createUpload, {
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
export const expectedCalls: Record<string, ExpectedCall> = {
  getSettings: { expected: 'public', buildInput: () => ({}) },
  forgetDevice: { expected: 'public', buildInput: () => ({}) },
  listThemeImages: { expected: 'refused', buildInput: () => ({ query: { themeId: 'theme-of-one' } }) },
  listEvents: { expected: 'public', buildInput: () => ({}) },
  getEvent: { expected: 'refused', buildInput: () => ({ params: { eventId: event.id } }) },
  listVideos: {
    expected: 'refused',
    buildInput: () => ({ query: { albumId: event.albumId }, token: visitor.token }),
  },
  listPhotos: {
    expected: 'refused',
    buildInput: () => ({ query: { albumId: event.albumId }, token: visitor.token }),
  },
  getAlbumTimes: {
    expected: 'refused',
    buildInput: () => ({ query: { albumId: event.albumId }, token: visitor.token }),
  },
  listGifts: {
    expected: 'empty',
    buildInput: async () => {
      const { eventId, device } = await createReceivedGift()
      return { query: { eventId }, headers: device }
    },
  },
  createShare: {
    expected: 'refused',
    buildInput: () => ({ body: {}, token: visitor.token, ...createKeyHeaders() }),
  },
  getShare: { expected: 'refused', buildInput: () => ({ params: { shareId: visitor.shareId } }) },
  getShareCard: { expected: 'refused', buildInput: () => ({ params: { shareId: visitor.shareId } }) },
  forgetShare: {
    expected: 'refused',
    buildInput: () => ({ params: { shareId: visitor.shareId }, token: visitor.token }),
  },
  sayItsMe: {
    expected: 'refused',
    buildInput: () => ({
      params: { photoId: visitor.photoId },
      body: { itIsMe: true, tag: { photoTagId: visitor.tagId, name: 'number', value: '128' } },
      token: visitor.token,
    }),
  },
  searchCompetitors: {
    expected: 'refused',
    buildInput: () => ({ query: { competitorsListId: event.competitorsListId, search: 'Ковалёв' } }),
  },
  createSearchToken: { expected: 'refused', buildInput: () => ({ params: { eventId: event.id }, body: {} }) },
  sendSelfie: { expected: 'refused', buildInput: () => buildPictureInput() },
  getSelfie: { expected: 'refused', buildInput: () => ({ params: { selfieId: visitor.selfie.selfieId } }) },
  forgetSelfie: {
    expected: 'refused',
    buildInput: () => ({ params: { selfieId: visitor.selfie.selfieId } }),
  },
  createUpload: {
    expected: 'public',
    buildInput: () => ({
      headers: {
        ...tus,
        'idempotency-key': randomUUID(),
        'upload-length': '9',
        'upload-metadata': `sha256 ${Buffer.from('0'.repeat(64)).toString('base64')}`,
      },
    }),
  },
  getUpload: {
    expected: 'refused',
    buildInput: async () => ({ params: { uploadId: await startUpload() }, headers: tus }),
  },
  continueUpload: {
    expected: 'refused',
    buildInput: async () => ({
      params: { uploadId: await startUpload() },
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: Buffer.from('a pic'),
    }),
  },
  recogniseUpload: {
    expected: 'refused',
    buildInput: async () => {
      const key = randomUUID()
      const params = { uploadId: await startUpload(key) }
      const headers = {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }
      await sendCall(shop.app, continueUpload, { params, headers, body: Buffer.from('a picture') })
      return { params, query: { albumId: event.albumId }, headers: { 'idempotency-key': key } }
    },
  },
  forgetUpload: {
    expected: 'refused',
    buildInput: async () => ({ params: { uploadId: await startUpload() }, headers: tus }),
  },
  forgetSent: { expected: 'public', buildInput: () => createKeyHeaders() },
  listProducts: { expected: 'empty', buildInput: () => ({ query: { catalogId: event.catalogId } }) },
  getProduct: {
    expected: 'refused',
    buildInput: async () => ({ params: { productId: (await buildNewItem()).productId } }),
  },
  previewFramedPhoto: {
    expected: 'refused',
    buildInput: () => ({ query: visitor.framed, token: visitor.token }),
  },
  createCart: {
    expected: 'public',
    buildInput: () => ({ body: { shoppingCartId: randomUUID() }, ...createKeyHeaders() }),
  },
  getCart: { expected: 'refused', buildInput: () => buildCartInput(visitor.cartId) },
  addCartItem: {
    expected: 'refused',
    buildInput: async () =>
      buildCartInput(visitor.cartId, {
        body: await buildNewItem(),
        token: visitor.token,
        ...createKeyHeaders(),
      }),
  },
  addCartItems: {
    expected: 'refused',
    buildInput: async () =>
      buildCartInput(await createFilledCart(), {
        body: { items: [await buildNewItem()] },
        token: visitor.token,
        ...createKeyHeaders(),
      }),
  },
  addPromotionalCode: {
    expected: 'refused',
    buildInput: async () =>
      buildCartInput(await createFilledCart(), { body: { code: 'FIRST' }, ...createKeyHeaders() }),
  },
  removeCartItem: {
    expected: 'refused',
    buildInput: () => buildCartInput(visitor.cartId, { params: { itemId: visitor.itemId } }),
  },
  removeCartItems: {
    expected: 'refused',
    buildInput: () => buildCartInput(visitor.cartId, { body: [visitor.itemId] }),
  },
  removePromotionalCode: {
    expected: 'refused',
    buildInput: () => buildCartInput(visitor.cartId, { params: { codeId: visitor.codeId } }),
  },
  setCartAttributes: {
    expected: 'refused',
    buildInput: () => buildCartInput(visitor.cartId, { body: [{ key: 'Language', value: 'en' }] }),
  },
  setCartCustomer: {
    expected: 'refused',
    buildInput: () => buildCartInput(visitor.cartId, { body: { email: 'b@mail.example' } }),
  },
  checkOut: {
    expected: 'refused',
    buildInput: async () => buildCartInput(await createFilledCart(), createKeyHeaders()),
  },
  deleteCart: { expected: 'refused', buildInput: async () => buildCartInput(await createFilledCart()) },
  getOrder: { expected: 'refused', buildInput: () => ({ params: { orderId: visitor.paidOrder.orderId } }) },
  getPicture: { expected: 'refused', buildInput: () => ({ params: { picture: visitor.picture } }) },
  listOrderItems: {
    expected: 'refused',
    buildInput: () => ({ params: { orderId: visitor.paidOrder.orderId } }),
  },
  addOrderDevice: {
    expected: 'refused',
    buildInput: () => ({
      params: { orderId: visitor.paidOrder.orderId },
      body: { key: visitor.orderKey },
      headers: createDeviceHeaders(),
    }),
  },
  // both tenants may know the same person
  listOrders: { expected: 'empty', buildInput: () => ({ token: visitor.signedIn }) },
  correctEmail: {
    expected: 'refused',
    buildInput: () => ({ params: { orderId: visitor.unpaid.orderId }, body: { email: 'c@mail.example' } }),
  },
  sendLetterAgain: {
    expected: 'refused',
    buildInput: () => ({ params: { orderId: visitor.paidOrder.orderId }, ...createKeyHeaders() }),
  },
  openReturn: {
    expected: 'refused',
    buildInput: async () => ({ body: { handle: await createReturnHandle() }, ...createKeyHeaders() }),
  },
  listPaymentTypes: {
    expected: 'refused',
    buildInput: () => ({ query: { amount: '39000', currencyId: '643', albumId: event.albumId } }),
  },
  createPayment: {
    expected: 'refused',
    buildInput: (host) => ({
      params: { invoiceId: visitor.unpaid.invoiceId },
      body: { paymentTypeId: 'card', returnUrl: `http://${host}/order-complete` },
      ...createKeyHeaders(),
    }),
  },
  listPayments: {
    expected: 'refused',
    buildInput: () => ({ params: { invoiceId: visitor.paidOrder.invoiceId } }),
  },
  // the bank's unexpected notifications have the same answer; their effect is checked below
  notifyPayment: {
    expected: 'public',
    buildInput: async () => buildNotification(await createPendingPayment()),
  },
  getPreorderDetails: {
    expected: 'refused',
    buildInput: () => ({ params: { preorderId: visitor.preorderId } }),
  },
  createArchive: {
    expected: 'refused',
    buildInput: () => ({ body: { orderId: visitor.paidOrder.orderId } }),
  },
  getArchive: { expected: 'refused', buildInput: () => ({ params: { archiveId: visitor.archiveId } }) },
  listReceipts: {
    expected: 'refused',
    buildInput: () => ({ query: { invoiceId: visitor.paidOrder.invoiceId } }),
  },
  getReceipt: { expected: 'refused', buildInput: () => ({ params: { receiptId: visitor.receiptId } }) },
  downloadReceipt: {
    expected: 'refused',
    buildInput: () => ({ query: { invoiceId: visitor.paidOrder.invoiceId } }),
  },
  getProviderOrder: {
    expected: 'refused',
    buildInput: () => ({ params: { invoiceNumber: visitor.paidOrder.invoiceId } }),
  },
  sendRequest: {
    expected: 'public',
    buildInput: () => ({
      body: { kind: 'support', fields: { email: 'd@mail.example', message: 'Hello' } },
      ...createKeyHeaders(),
    }),
  },
  getPushKey: { expected: 'public', buildInput: () => ({}) },
  subscribe: {
    expected: 'refused',
    buildInput: () => ({ body: buildSubscription(), ...createKeyHeaders() }),
  },
  renewSubscription: {
    expected: 'refused',
    buildInput: async () => {
      const { subscription } = buildSubscription()
      const former = await createKnownSubscription()
      return { body: { former, subscription }, ...createKeyHeaders() }
    },
  },
  unsubscribe: {
    expected: 'refused',
    buildInput: async () => ({ params: { subscriptionId: await createSubscription() } }),
  },
  setPhotoAlert: {
    expected: 'refused',
    buildInput: () => ({ params: { alertId: randomUUID() }, body: buildAlert() }),
  },
  cancelPhotoAlert: {
    expected: 'refused',
    buildInput: async () => ({ params: { alertId: await createAlert() } }),
  },
  stopPhotoAlerts: {
    expected: 'refused',
    buildInput: async () => ({ params: { alertId: await createAlert() } }),
  },
}
