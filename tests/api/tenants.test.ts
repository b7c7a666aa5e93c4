import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { type Call, pathOf } from '../../contract/call.ts'
import { allCalls } from '../../contract/calls.ts'
import { addPromotionalCode, getCart } from '../../contract/cart.ts'
import { searchCompetitors } from '../../contract/competitors.ts'
import { getEvent } from '../../contract/events.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { createShare, getShare, listPhotos } from '../../contract/photos.ts'
import { subscribe } from '../../contract/push.ts'
import { downloadReceipt, listReceipts } from '../../contract/receipts.ts'
import { continueUpload, createUpload } from '../../contract/uploads.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { type EventRow, setEventCover } from '../../server/features/events/index.ts'
import { openPreorders } from '../../server/features/preorders/index.ts'
import { createPromoCode } from '../../server/features/promo/index.ts'
import { newMediaKey } from '../../server/platform/objects/keys.ts'
import { type Ask, answer, send, tokenFor } from '../world/ask.ts'
import { aDemoPhoto, aFrame } from '../world/framed.ts'
import { type Keycloak, openKeycloak } from '../world/keycloak.ts'
import { aSelfie, aStartList, faceOf } from '../world/race.ts'
import {
  aCart,
  aFullCart,
  anOrderOf,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  openShop,
  pay,
  productOf,
  type Shop,
  setEmail,
} from '../world/shop.ts'

/**
 * What becomes of a call that is made to the host of one tenant with everything that another tenant's visitor knows:
 * `refused` as if it did not exist, `empty`, or answered with what is `public`, of the asked tenant alone. A call that
 * nobody serves in this world is so for everybody.
 */
type Fate = 'refused' | 'empty' | 'public'

interface Row {
  fate: Fate
  /** The call as the visitor of the first tenant makes it; anew for each host. */
  ask: (host: string) => Ask | Promise<Ask>
}

const brand = (name: string) => ({
  theme: `theme-of-${name}`,
  tenantName: `Brand ${name}`,
  legalEntity: `Company ${name} Ltd`,
  supportEmail: `help@${name}.example`,
})

let shop: Shop
let keycloak: Keycloak
let event: EventRow
/** All that the visitor of the first tenant knows. */
let own: {
  token: string
  photoId: string
  competitorId: string
  cartId: string
  itemId: string
  codeId: string
  paid: { orderId: string; invoiceId: string }
  waiting: { orderId: string; invoiceId: string }
  receiptId: string
  archiveId: string
  shareId: string
  selfie: { selfieId: string; personId: string }
  tagId: string
  preorderId: string
  framed: { photoId: string; frameId: string }
  signedIn: string
}

beforeAll(async () => {
  keycloak = await openKeycloak(() => shop.ground.clock())
  const { uri, realm } = keycloak
  shop = await openShop({
    settings: brand,
    signOn: { openId: { uri, realm, clientId: 'storefront', flow: 'standard' } },
    // whatever is sent shows one clear face
    faces: { readSelfie: async () => ({ embedding: faceOf(1) }), close: async () => undefined },
  })
  event = await aSellingEvent(shop, { title: { ru: 'Забег первой марки', en: 'Race of the first brand' } })
  await aStartList(shop.context(), event, [{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' }])
  const { photoId } = await aStoredPhoto(shop, event, { numbers: ['128'] })
  const { token } = await tokenFor(shop.app, event.id, { number: '128' })
  const cartId = await aFilledCart()
  await createPromoCode(shop.context(), { code: 'FIRST', kind: 'percent', value: 10 })
  await answer(shop.app, addPromotionalCode, { params: { shoppingCartId: cartId }, body: { code: 'FIRST' } })
  const cart = await answer(shop.app, getCart, { params: { shoppingCartId: cartId } })
  const paid = await aPaidOrder(shop, await aFullCart(shop, event))
  const waiting = await anOrderOf(shop, await aFullCart(shop, event))
  const receipts = await answer(shop.app, listReceipts, { query: { invoiceId: paid.invoiceId } })
  const archive = await send(shop.app, createArchive, { body: { orderId: paid.orderId } })
  const competitors = await answer(shop.app, searchCompetitors, {
    query: { competitorsListId: event.competitorsListId, search: '128' },
  })
  const photos = await answer(shop.app, listPhotos, { query: { albumId: event.albumId }, token })
  const share = await answer(shop.app, createShare, { body: {}, token, ...withKey() })
  own = {
    ...{ token, photoId, cartId, paid, waiting },
    competitorId: competitors.items[0]?.competitorId ?? '',
    itemId: cart.items[0]?.shoppingCartItemId ?? '',
    codeId: cart.promotionalCodes[0]?.codeId ?? '',
    receiptId: receipts.items[0]?.receiptId ?? '',
    archiveId: String(archive.headers['x-archive-id']),
    shareId: share.shareId,
    selfie: await aSelfie(shop.context(), event, faceOf(1)),
    tagId: photos.items[0]?.tags[0]?.photoTagId ?? '',
    preorderId: await aPreorder(),
    framed: { photoId: await aDemoPhoto(shop, event, 'A001'), frameId: (await aFrame(shop, event)).id },
    signedIn: await keycloak.token({}, { lifeInSeconds: 3_600 }),
  }
  await shop.jobs.drain()
})
afterAll(async () => {
  await shop.close()
  await keycloak.close()
})

const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } })

/** A cart of the first tenant with one photo in it. */
async function aFilledCart(): Promise<string> {
  const { photoId } = await aStoredPhoto(shop, event)
  const { token } = await tokenFor(shop.app, event.id)
  const productId = await productOf(shop, event, 'photo')
  const cartId = await aCart(shop, [{ productId, photoId }], token)
  await setEmail(shop, cartId)
  return cartId
}

/** A package that the first tenant sold before the race. */
async function aPreorder(): Promise<string> {
  const ahead = await aSellingEvent(shop)
  await openPreorders(shop.context(), ahead, 25)
  return (await aPaidOrder(shop, await aFullCart(shop, ahead, { package: '128' }))).orderId
}

const ofCart = (shoppingCartId: string, more: Ask = {}): Ask => ({
  ...more,
  params: { shoppingCartId, ...more.params },
})
const newItem = async () => ({ productId: await productOf(shop, event, 'photo'), photoId: own.photoId })

const tus = { 'tus-resumable': '1.0.0' }

/** A picture of the first tenant's visitor that is on its way. */
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

/** The last row of the check of every call: one that is new has to say here what becomes of it. */
const rows: Record<string, Row> = {
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
  listOrderItems: { fate: 'refused', ask: () => ({ params: { orderId: own.paid.orderId } }) },
  // the same person may be known to both
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
  // the bank has no other words for what it did not expect; what comes of it is looked at below
  notifyPayment: { fate: 'public', ask: async () => newsOf(await aPaymentUnderWay()) },
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
  unsubscribe: {
    fate: 'refused',
    ask: async () => ({ params: { subscriptionId: await aSubscriptionId() } }),
  },
}

/** A payment of the first tenant's order that waits for its bank. */
async function aPaymentUnderWay() {
  const order = await anOrderOf(shop, await aFullCart(shop, event))
  const { payUrl } = await pay(shop, order.invoiceId)
  return { orderId: order.orderId, paymentId: payUrl.split('/').at(-1) ?? '' }
}

/** What the bank says, and signs, of a payment that it took. */
function newsOf({ paymentId }: { paymentId: string }): Ask {
  const amount = { amount: 39_000, currencyId: 643 }
  const body = JSON.stringify({ event: 'payment.changed', paymentId, state: 'Succeeded', amount })
  const signature = signBody(body, shop.ground.config.secrets.sandboxBank, shop.ground.clock())
  return {
    params: { provider: 'sandbox' },
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
    body,
  }
}

/** Nothing but its album is wrong with it at another tenant. */
function aPicture(): Ask {
  const edge = 'picture'
  return {
    query: { albumId: event.albumId },
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'idempotency-key': randomUUID() },
    body: `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="face.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnone\r\n--${edge}--\r\n`,
  }
}

/** A browser that wants to be told of the first tenant's order. */
function aSubscription() {
  const keys = createECDH('prime256v1')
  return {
    subscription: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      keys: {
        p256dh: keys.generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    },
    topics: [{ orderId: own.paid.orderId }],
  }
}

async function aSubscriptionId(): Promise<string> {
  const response = await send(shop.app, subscribe, { body: aSubscription(), ...withKey() })
  return response.statusCode === subscribe.status
    ? response.json<{ subscriptionId: string }>().subscriptionId
    : 'none'
}

/** What a buyer brings back from the bank. */
async function aHandle(): Promise<string> {
  const order = await anOrderOf(shop, await aFullCart(shop, event))
  const { payUrl } = await pay(shop, order.invoiceId)
  return new URL(await shop.press(payUrl, 'approve')).searchParams.get('handle') ?? ''
}

/** Ids and words that are the first tenant's alone. */
const marks = () => [
  ...Object.values(brand('one')),
  ...[event.id, event.albumId, event.catalogId, event.competitorsListId],
  ...['первой марки', 'first brand', 'anna.s@mail.example'],
  ...[own.preorderId, own.framed.photoId, own.framed.frameId],
  ...[own.photoId, own.cartId, own.itemId, own.competitorId, own.receiptId, own.archiveId],
  ...[own.paid, own.waiting].flatMap(({ orderId, invoiceId }) => [orderId, invoiceId]),
]

const refusals = [401, 403, 404, 410]
const unserved = 501

it('has a row for every call of the contract, and none for any other', () => {
  expect(Object.keys(rows).sort()).toEqual(allCalls.map(({ name }) => name).sort())
})

it.each(allCalls.map((call) => [call.name, call] as const))(
  '%s knows nothing of another tenant',
  async (name: string, call: Call) => {
    const row = rows[name]
    if (!row) throw new Error(`${name} has no row`)
    const ask = await row.ask('two.test')
    const foreign = await send(shop.app, call, { ...ask, host: 'two.test' })
    const said = `${foreign.body} ${JSON.stringify(foreign.headers)}`
    expect(marks().filter((mark) => mark !== '' && said.includes(mark))).toEqual([])
    expect(foreign.headers['set-cookie']).toBeUndefined()
    expect(foreign.headers['photofinish-tenant']).toBe('theme-of-two')
    if (foreign.statusCode === unserved) return
    if (row.fate === 'refused') expect(refusals).toContain(foreign.statusCode)
    if (row.fate === 'public') expect(foreign.statusCode).toBe(call.status)
    if (row.fate === 'empty') expect(foreign.json()).toMatchObject({ total: 0, items: [] })
  },
)

it.each(
  allCalls.filter(({ name }) => rows[name]?.fate !== 'public').map((call) => [call.name, call] as const),
)(
  '%s is refused because of the tenant alone: at home the same call is not',
  async (name: string, call: Call) => {
    const row = rows[name]
    if (!row) throw new Error(`${name} has no row`)
    const home = await send(shop.app, call, await row.ask('one.test'))
    expect(home.statusCode, home.body).toBe(call.status)
    if (row.fate === 'empty') expect(home.json().total).toBeGreaterThan(0)
  },
)

it('takes a bank’s word for a payment at the host of its tenant alone', async () => {
  const payment = await aPaymentUnderWay()
  await send(shop.app, notifyPayment, { ...newsOf(payment), host: 'two.test' })
  const order = { params: { orderId: payment.orderId } }
  expect((await answer(shop.app, getOrder, order)).state).toBe('AwaitingPayment')
  await send(shop.app, notifyPayment, newsOf(payment))
  expect((await answer(shop.app, getOrder, order)).state).toBe('Completed')
})

describe('a file of one tenant, at the host of another,', () => {
  const statusAt = async (url: string, host: string) => {
    const response = await shop.app.inject({ url, headers: { host } })
    if (response.statusCode === 404) expect(response.headers['cache-control']).toBe('no-store')
    return response.statusCode
  }
  const refusedElsewhere = async (urls: readonly (string | undefined)[]) => {
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      const path = url ?? 'no address'
      expect([await statusAt(path, 'one.test'), await statusAt(path, 'two.test')], path).toEqual([200, 404])
    }
  }
  const picture = async () => {
    const key = newMediaKey(shop.context())
    await shop.ground.objects.put(key, new Uint8Array([1, 2, 3]), { contentType: 'image/jpeg' })
    return key
  }

  it('is not there: covers, photos in all their sizes, shared ones too', async () => {
    const cover = { key: await picture(), width: 3, height: 2 }
    await setEventCover(shop.context(), event.id, cover)
    const { cover: shown } = await answer(shop.app, getEvent, { params: { eventId: event.id } })
    const { token } = await tokenFor(shop.app, event.id)
    const { items } = await answer(shop.app, listPhotos, { query: { count: '100' }, token })
    const framed = items.find(({ photoId }) => photoId === own.framed.photoId)
    await refusedElsewhere([shown?.url, framed?.preview.url, framed?.thumb.url, framed?.tiny?.url])
    // of the shared photos nothing but addresses is stored in this world
    const hers = await tokenFor(shop.app, event.id, { number: '128' })
    const { shareId } = await answer(shop.app, createShare, { body: {}, token: hers.token, ...withKey() })
    const shared = await answer(shop.app, getShare, { params: { shareId } })
    for (const { thumb } of shared.items) {
      const name = thumb.url.split('/').at(-1) ?? ''
      await shop.ground.objects.put(`media/one/${name}`, new Uint8Array([1]), { contentType: 'image/jpeg' })
    }
    await refusedElsewhere(shared.items.map(({ thumb }) => thumb.url))
  })

  it('is not there: bought files, by their passing links and by those of letters; archives', async () => {
    const { orderId } = own.paid
    const { items } = await answer(shop.app, listOrderItems, { params: { orderId } })
    const links = items.flatMap(({ downloads = [] }) => downloads.map(({ url }) => url))
    const zip = await answer(shop.app, getArchive, { params: { archiveId: own.archiveId } })
    await refusedElsewhere([...links, zip.url])
    const letter = await readFile(join(shop.ground.config.dataDir, 'outbox', `order-${orderId}.eml`), 'utf8')
    const lasting = /http:\/\/([^/\s]+)(\/files\/orders\/[\w/-]+)/.exec(letter.replaceAll('=\r\n', ''))
    expect(lasting?.[1]).toBe('one.test')
    expect(await statusAt(lasting?.[2] ?? '', 'one.test')).toBe(302)
    expect(await statusAt(lasting?.[2] ?? '', 'two.test')).toBe(404)
  })

  it('is not there: a receipt, whose page is asked for by a link', async () => {
    const url = `${pathOf(downloadReceipt)}?invoiceId=${own.paid.invoiceId}`
    await refusedElsewhere([url])
  })
})
