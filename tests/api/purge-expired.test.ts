import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { addCartItems, getCart } from '../../contract/cart.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { getOrder } from '../../contract/orders.ts'
import { changeCartRow, insertCart } from '../../server/features/cart/store.ts'
import { cartItems, carts } from '../../server/features/cart/tables.ts'
import { toAnswersKey } from '../../server/features/competitors/index.ts'
import { purgePreviews } from '../../server/features/frame/purge-previews.ts'
import { photoAnswers } from '../../server/features/photos/tables.ts'
import { writeAlert } from '../../server/features/push/alert-store.ts'
import { photoAlerts } from '../../server/features/push/tables.ts'
import { selfies, uploadPieces, uploads } from '../../server/features/recognition/tables.ts'
import { addShare } from '../../server/features/shares/index.ts'
import { photoShares } from '../../server/features/shares/tables.ts'
import { schedulePurgeOfTenants } from '../../server/purge-jobs.ts'
import { createDemoFrame, createDemoPhoto } from '../support/data/demo-photos.ts'
import { buildEmbedding, createSelfie, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const dayInMs = 24 * 60 * 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function advanceDays(days: number): Promise<void> {
  shop.moveClock(days * dayInMs)
  await shop.jobs.drain()
}

it('deletes a cart unchanged for a year, and never one that became an order', async () => {
  const event = await createEventOnSale(shop)
  const [untouchedCartId, changedCartId, orderedCartId] = [
    await createReadyCart(shop, event),
    await createReadyCart(shop, event),
    await createReadyCart(shop, event, { photos: 2 }),
  ]
  const { orderId } = await placeOrder(shop, orderedCartId)
  await advanceDays(300)
  await setEmail(shop, changedCartId)
  await advanceDays(65)
  expect((await fetchCart(shop, untouchedCartId)).items).toHaveLength(1)
  await advanceDays(2)
  expect(await fetchProblemCode(shop.app, getCart, { params: { shoppingCartId: untouchedCartId } })).toEqual([
    404,
    'CartNotFound',
  ])
  expect((await fetchCart(shop, changedCartId)).items).toHaveLength(1)
  expect((await fetchCart(shop, orderedCartId)).orderId).toBe(orderId)
  expect((await fetchAnswer(shop.app, getOrder, { params: { orderId } })).orderId).toBe(orderId)
  const rows = await shop.services.db.select().from(cartItems)
  expect(rows.filter(({ cartId }) => cartId === untouchedCartId)).toEqual([])
  await advanceDays(300)
  await advanceDays(1)
  const purgedCall = { params: { shoppingCartId: changedCartId } }
  expect(await fetchProblemCode(shop.app, getCart, purgedCall)).toEqual([404, 'CartNotFound'])
})

it('deletes the e-mails of a cart unchanged for 30 days, and keeps its photos and orders', async () => {
  const event = await createEventOnSale(shop)
  const untouchedCartId = await createReadyCart(shop, event)
  const giftItem = {
    productId: await findProductId(shop, event, 'promocode'),
    recipients: ['friend@mail.example'],
  }
  await fetchAnswer(shop.app, addCartItems, {
    params: { shoppingCartId: untouchedCartId },
    body: { items: [giftItem] },
  })
  const { orderId } = await placeOrder(shop, await createReadyCart(shop, event, { photos: 2 }))
  await advanceDays(29)
  expect((await fetchCart(shop, untouchedCartId)).customer).toEqual({ email: 'a•••@mail.example' })
  await advanceDays(3)
  const { customer, items } = await fetchCart(shop, untouchedCartId)
  expect(customer).toBeNull()
  expect(items.map(({ product }) => product.productType)).toEqual(['photo'])
  const rows = await shop.services.db.select().from(cartItems)
  expect(rows.filter(({ cartId }) => cartId === untouchedCartId)).toHaveLength(1)
  expect((await fetchAnswer(shop.app, getOrder, { params: { orderId } })).customer.email).toBe(
    'anna.s@mail.example',
  )
})

it('deletes framed previews after a month and renders them again on request', async () => {
  const event = await createEventOnSale(shop)
  const photoId = await createDemoPhoto(shop, event, 'A001')
  const frameId = (await createDemoFrame(shop, event)).id
  const requestPreview = async () => {
    const { token } = await fetchSearchToken(shop.app, event.id)
    const response = await sendCall(shop.app, previewFramedPhoto, {
      token,
      query: { photoId, frameId, width: '320' },
    })
    return response.statusCode
  }
  const listPreviews = () => shop.services.objects.list('framed')
  expect(await requestPreview()).toBe(200)
  await advanceDays(29)
  expect(await listPreviews()).toHaveLength(1)
  await advanceDays(3)
  expect(await listPreviews()).toEqual([])
  expect(await requestPreview()).toBe(200)
  expect(await listPreviews()).toHaveLength(1)
})

it('deletes later a framed preview that is rendered again during a purge', async () => {
  await advanceDays(32)
  const event = await createEventOnSale(shop)
  const photoId = await createDemoPhoto(shop, event, 'A001')
  const frameId = (await createDemoFrame(shop, event)).id
  const renderPreview = async () => {
    const { token } = await fetchSearchToken(shop.app, event.id)
    const query = { photoId, frameId, width: '320' }
    expect((await sendCall(shop.app, previewFramedPhoto, { token, query })).statusCode).toBe(200)
  }
  const { objects } = shop.services
  await renderPreview()
  shop.moveClock(31 * dayInMs)
  const remove: typeof objects.remove = async (key) => {
    const isStored = (await objects.head(key)) !== undefined
    await objects.remove(key)
    if (isStored) await renderPreview()
  }
  await purgePreviews(shop.context(), { objects: { ...objects, remove } })
  expect(await objects.list('framed')).toHaveLength(1)
  await advanceDays(32)
  expect(await objects.list('framed')).toEqual([])
})

it('deletes a zip thirty days after its last request and builds it again on request', async () => {
  const event = await createEventOnSale(shop)
  await createStoredPhoto(shop, event, { numbers: ['5'] })
  const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: '5' }))
  const requestArchive = async () => {
    const response = await sendCall(shop.app, createArchive, { body: { orderId } })
    await shop.jobs.drain()
    return String(response.headers['x-archive-id'])
  }
  const first = await requestArchive()
  const { url = '' } = await fetchAnswer(shop.app, getArchive, { params: { archiveId: first } })
  expect((await shop.app.inject({ url, headers: { host: 'one.test' } })).statusCode).toBe(200)
  await advanceDays(29)
  expect(await requestArchive()).toBe(first)
  const listArchives = async () =>
    (await shop.services.db.execute<{ object_key: string }>('select object_key from archives')).rows
  const [{ object_key: key } = { object_key: '' }] = await listArchives()
  expect(await shop.services.objects.head(key)).toBeDefined()
  const purgedCall = { params: { archiveId: first } }
  await advanceDays(29)
  expect(await fetchAnswer(shop.app, getArchive, purgedCall)).toMatchObject({ state: 'Published' })
  await advanceDays(2)
  expect(await fetchProblemCode(shop.app, getArchive, purgedCall)).toEqual([404, 'ArchiveNotFound'])
  expect(await shop.services.objects.head(key)).toBeUndefined()
  const second = await requestArchive()
  expect(second).not.toBe(first)
  expect(await fetchAnswer(shop.app, getArchive, { params: { archiveId: second } })).toMatchObject({
    state: 'Published',
  })
})

it('deletes a shared link, with the surname in it, a day after it expired, also of a removed tenant', async () => {
  const shares = new Map<string, string>()
  for (const name of ['one', 'removed']) {
    const context = { ...shop.context(), tenant: { ...shop.context().tenant, name } }
    const share = await addShare(context, {
      ...{ eventId: 'event', subject: 'subject', owner: 'owner', deviceHash: null },
      ...{ number: null, surname: 'ковалев', photoIds: ['photo'] },
    })
    shares.set(name, share.id)
  }
  const readShares = async () =>
    new Map((await shop.services.db.select().from(photoShares)).map(({ tenant, id }) => [tenant, id]))
  await schedulePurgeOfTenants(shop.context())
  await advanceDays(29)
  expect(await readShares()).toEqual(shares)
  await advanceDays(2)
  expect(await readShares()).toEqual(new Map())
})

it('deletes what has expired of a removed tenant, and nothing else of it', async () => {
  const { db } = shop.services
  const context = { ...shop.context(), tenant: { ...shop.context().tenant, name: 'removed' } }
  const { now } = context
  const event = await createTestEvent(context, { startsOn: now, endsOn: now })
  const { selfieId, personId } = await createSelfie(context, event, buildEmbedding(1))
  const subject = toAnswersKey({ kind: 'face', selfieId, personId }) ?? ''
  const answer = { tenant: 'removed', eventId: event.id, photoId: 'photo', itIsMe: true, answeredOn: now }
  await db.insert(photoAnswers).values([
    { ...answer, subject },
    { ...answer, subject: 'of a device' },
  ])
  const expiresOn = new Date(now.getTime() + dayInMs)
  await db.insert(uploads).values({
    ...{ id: 'upload', tenant: 'removed', key: 'key', state: 'Open', sha256: 'hash', client: 'client' },
    ...{ sizeInBytes: 2, receivedInBytes: 1, expiresOn, tombstoneUntil: expiresOn },
  })
  await db
    .insert(uploadPieces)
    .values({ tenant: 'removed', uploadId: 'upload', startsAt: 0, bytes: Buffer.from('x') })
  await insertCart(context, 'cart', context.tenant.settings.currencyId)
  await changeCartRow(context, 'cart', { email: 'anna.s@mail.example' })
  await writeAlert(context, {
    ...{ id: 'alert', eventId: event.id, number: null, email: 'anna.s@mail.example', subscriptionId: null },
  })
  const readRows = async () => {
    const [selfieRows, uploadRows, pieceRows, answerRows, cartRows, alertRows] = await Promise.all([
      db.select().from(selfies).where(eq(selfies.tenant, 'removed')),
      db.select().from(uploads).where(eq(uploads.tenant, 'removed')),
      db.select().from(uploadPieces).where(eq(uploadPieces.tenant, 'removed')),
      db.select().from(photoAnswers).where(eq(photoAnswers.tenant, 'removed')),
      db.select().from(carts).where(eq(carts.tenant, 'removed')),
      db.select().from(photoAlerts).where(eq(photoAlerts.tenant, 'removed')),
    ])
    return {
      counts: [selfieRows, uploadRows, pieceRows, answerRows, alertRows].map(({ length }) => length),
      emails: cartRows.map(({ email }) => email),
    }
  }

  await schedulePurgeOfTenants(shop.context())
  expect(await readRows()).toEqual({ counts: [1, 1, 1, 2, 1], emails: ['anna.s@mail.example'] })
  await advanceDays(2)
  expect(await readRows()).toEqual({ counts: [0, 0, 0, 1, 1], emails: ['anna.s@mail.example'] })
  await advanceDays(30)
  expect(await readRows()).toEqual({ counts: [0, 0, 0, 1, 0], emails: [null] })
})
