import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { setCartAttributes } from '../../contract/cart.ts'
import { getOrder, listOrderItems } from '../../contract/orders.ts'
import { getPreorderDetails } from '../../contract/preorders.ts'
import { downloadReceipt, getReceipt, listReceipts } from '../../contract/receipts.ts'
import { changeArchive, findArchive } from '../../server/features/archives/store.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { readZipDates, unzip } from '../support/data/unzip.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs
const monthInMs = 30 * dayInMs

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers: { host: 'one.test', ...headers } })
async function buyPackage(event: EventRow, number: string) {
  return placePaidOrder(shop, await createReadyCart(shop, event, { package: number }))
}

describe('a paid package', () => {
  it('opens the untouched originals of that person, named by place and time of the event', async () => {
    const points = [{ point: 'finish', title: { ru: 'Финиш', en: 'Finish' } }]
    const event = await createEventOnSale(shop, { points })
    const ownPhotos = [
      await createStoredPhoto(shop, event, { numbers: ['128'], point: 'finish', fileName: 'A001.JPG' }),
      await createStoredPhoto(shop, event, { numbers: ['128'], point: 'finish', fileName: 'A002.JPG' }),
    ]
    await createStoredPhoto(shop, event, { numbers: ['7'] })
    const { orderId } = await buyPackage(event, '128')
    const downloads = await listOrderFiles(shop, orderId)
    expect(downloads.map(({ fileName }) => fileName).toSorted()).toEqual([
      'Финиш, 17-45 (2).jpg',
      'Финиш, 17-45.jpg',
    ])
    expect(downloads[0]?.taken).toEqual({
      point: 'Финиш',
      takenOn: '2026-09-12T14:45:00.000Z',
      timeZone: 'Europe/Moscow',
    })
    const inEnglish = { params: { orderId }, headers: { 'accept-language': 'en' } }
    const { items } = await fetchAnswer(shop.app, listOrderItems, inEnglish)
    const english = items.flatMap(({ downloads: itemFiles = [] }) => itemFiles)
    expect(english.map(({ fileName }) => fileName).toSorted()).toEqual([
      'Finish, 17-45 (2).jpg',
      'Finish, 17-45.jpg',
    ])
    // devices store a file by its id, which does not depend on the language
    expect(english.map(({ fileId }) => fileId)).toEqual(downloads.map(({ fileId }) => fileId))
    const files = await Promise.all(downloads.map(({ url }) => fetchFile(url)))
    const bytes = files.map((file) => file.rawPayload.toString('hex')).toSorted()
    expect(bytes).toEqual(ownPhotos.map((photo) => photo.bytes.toString('hex')).toSorted())
    expect(files[0]?.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''/)
  })

  it('grows with photos added after the purchase', async () => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['12'] })
    const { orderId } = await buyPackage(event, '12')
    expect(await listOrderFiles(shop, orderId)).toHaveLength(1)
    await createStoredPhoto(shop, event, { numbers: ['12'] })
    expect(await listOrderFiles(shop, orderId)).toHaveLength(2)
  })

  it('bought before the race fills once there are photos', async () => {
    const event = await createEventOnSale(shop, { switches: { preorder: true } })
    const { orderId } = await buyPackage(event, '3')
    const params = { preorderId: orderId }
    expect(await fetchAnswer(shop.app, getPreorderDetails, { params })).toMatchObject({
      state: 'Completed',
      items: [{ downloads: [] }],
    })
    await createStoredPhoto(shop, event, { numbers: ['3'] })
    expect(await listOrderFiles(shop, orderId)).toHaveLength(1)
    const other = { params: { preorderId: 'unknown' } }
    expect(await fetchProblemCode(shop.app, getPreorderDetails, other)).toEqual([404, 'PreorderNotFound'])
  })

  it('is downloaded by ranges, and refuses an old or changed link', async () => {
    const event = await createEventOnSale(shop)
    const { bytes } = await createStoredPhoto(shop, event, { numbers: ['4'] })
    const { orderId } = await buyPackage(event, '4')
    const [download] = await listOrderFiles(shop, orderId)
    const url = download?.url ?? ''
    const part = await fetchFile(url, { range: 'bytes=1000-1999' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 1000-1999/3000'])
    expect(part.rawPayload.equals(bytes.subarray(1000, 2000))).toBe(true)
    expect((await fetchFile(url.replace('/files/', '/files/A'))).statusCode).toBe(404)
    shop.moveClock(15 * 60_000 + 1)
    const expired = await fetchFile(url)
    expect([expired.statusCode, expired.json<{ code: string }>().code]).toEqual([410, 'LinkExpired'])
    const [newDownload] = await listOrderFiles(shop, orderId)
    expect((await fetchFile(newDownload?.url ?? '')).statusCode).toBe(200)
  })
})

describe('an archive', () => {
  it('contains each picture of the order, is built once, and is served by ranges', async () => {
    const event = await createEventOnSale(shop)
    const photos = [
      await createStoredPhoto(shop, event, { numbers: ['21'], point: '../../evil' }),
      await createStoredPhoto(shop, event, { numbers: ['21'], point: 'CON', takenOn: null }),
    ]
    const { orderId } = await buyPackage(event, '21')
    const requestArchive = () => sendCall(shop.app, createArchive, { body: { orderId } })
    const first = await requestArchive()
    expect(first.statusCode).toBe(201)
    const archiveId = String(first.headers['x-archive-id'])
    expect(first.headers.location).toBe(`/public/archives/api/v1/archives/${archiveId}`)
    expect((await requestArchive()).headers['x-archive-id']).toBe(archiveId)
    const readStatus = () => fetchAnswer(shop.app, getArchive, { params: { archiveId } })
    expect(await readStatus()).toEqual({ archiveId, state: 'Preparing', progress: 0 })
    await shop.jobs.drain()
    const ready = await readStatus()
    expect(ready).toMatchObject({ state: 'Published', progress: 1 })
    const zip = await fetchFile(ready.url ?? '')
    expect(Number(zip.headers['content-length'])).toBe(ready.bytes)
    const files = await unzip(zip.rawPayload)
    expect([...files.keys()].toSorted()).toEqual(['_.._evil, 17-45.jpg', '_CON.jpg'])
    expect([...files.keys()].every((name) => /^[^/\\]+$/.test(name) && !/^con\./i.test(name))).toBe(true)
    expect([...files.values()].map((file) => file.toString('hex')).toSorted()).toEqual(
      photos.map(({ bytes }) => bytes.toString('hex')).toSorted(),
    )
    const dates = await readZipDates(zip.rawPayload)
    // the capture time in the time zone of the event; without one, the time of the purchase
    expect(dates.get('_.._evil, 17-45.jpg')).toBe('2026-09-12 17:45:00')
    const { paidOn = '' } = await fetchAnswer(shop.app, getOrder, { params: { orderId } })
    const boughtOn = new Date(new Date(paidOn).getTime() + 3 * 3_600_000).toISOString()
    expect(dates.get('_CON.jpg')?.slice(0, 16)).toBe(boughtOn.slice(0, 16).replace('T', ' '))
    const tail = await fetchFile(ready.url ?? '', { range: 'bytes=-22' })
    expect([tail.statusCode, tail.rawPayload.length]).toEqual([206, 22])
  })

  it('is replaced by another when photos were added', async () => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['22'] })
    const { orderId } = await buyPackage(event, '22')
    const requestArchive = async () =>
      (await sendCall(shop.app, createArchive, { body: { orderId } })).headers['x-archive-id']
    const firstArchiveId = await requestArchive()
    await createStoredPhoto(shop, event, { numbers: ['22'] })
    expect(await requestArchive()).not.toBe(firstArchiveId)
  })

  it('is deleted a month after its last request', async () => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['24'] })
    const { orderId } = await buyPackage(event, '24')
    const requestArchive = async () => {
      const response = await sendCall(shop.app, createArchive, { body: { orderId } })
      await shop.jobs.drain()
      return String(response.headers['x-archive-id'])
    }
    const archiveId = await requestArchive()
    const objectKey = (await findArchive(shop.context(), archiveId))?.objectKey ?? ''
    shop.moveClock(monthInMs - 1000)
    expect(await requestArchive()).toBe(archiveId)
    shop.moveClock(2000)
    await shop.jobs.drain()
    const fetchState = () => fetchAnswer(shop.app, getArchive, { params: { archiveId } })
    expect(await fetchState()).toMatchObject({ state: 'Published' })
    expect(await shop.services.objects.head(objectKey)).toBeDefined()
    shop.moveClock(monthInMs)
    await shop.jobs.drain()
    expect(await fetchProblemCode(shop.app, getArchive, { params: { archiveId } })).toEqual([
      404,
      'ArchiveNotFound',
    ])
    expect(await shop.services.objects.head(objectKey)).toBeUndefined()
  })

  it('that is requested while the expired one is removed is there', async () => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['25'] })
    const { orderId } = await buyPackage(event, '25')
    const requestArchive = async () =>
      String((await sendCall(shop.app, createArchive, { body: { orderId } })).headers['x-archive-id'])
    await requestArchive()
    await shop.jobs.drain()
    const { objects } = shop.services
    const remove = objects.remove.bind(objects)
    const archiveIds: string[] = []
    const spy = vi.spyOn(objects, 'remove').mockImplementation(async (key) => {
      if (key.startsWith('archives/')) archiveIds.push(await requestArchive())
      await remove(key)
    })
    shop.moveClock(monthInMs)
    await shop.jobs.drain()
    spy.mockRestore()
    await shop.jobs.drain()
    const [archiveId = '', ...others] = archiveIds
    expect(others).toEqual([])
    expect(await fetchAnswer(shop.app, getArchive, { params: { archiveId } })).toMatchObject({
      state: 'Published',
    })
  })

  it.each([
    ['is packed again', false],
    ['is packed again and another run of its job fails', true],
  ])('is removed with its zip when the order is refunded while it %s', async (_name, isMarkedFailed) => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['26'] })
    const { orderId, invoiceId } = await buyPackage(event, '26')
    const response = await sendCall(shop.app, createArchive, { body: { orderId } })
    const archiveId = String(response.headers['x-archive-id'])
    const objectKey = (await findArchive(shop.context(), archiveId))?.objectKey ?? ''
    const { objects } = shop.services
    const put = objects.put.bind(objects)
    let tries = 0
    const spy = vi.spyOn(objects, 'put').mockImplementation(async (key, ...rest) => {
      if (key !== objectKey) return put(key, ...rest)
      if (++tries === 1) throw new Error('The storage is away')
      await refundInvoice(shop.context(), invoiceId, { note: '' })
      if (isMarkedFailed) await changeArchive(shop.context(), archiveId, { state: 'Failed' })
      await shop.jobs.drain()
      return put(key, ...rest)
    })
    await shop.jobs.drain()
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    spy.mockRestore()
    expect(tries).toBe(2)
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
    expect(await findArchive(shop.context(), archiveId)).toBeUndefined()
    expect(await objects.head(objectKey)).toBeUndefined()
  })

  it('is the first one under a repeated Idempotency-Key, which is refused for another request', async () => {
    const event = await createEventOnSale(shop)
    await createStoredPhoto(shop, event, { numbers: ['23'] })
    const { orderId } = await buyPackage(event, '23')
    const requestArchive = (key: string, body: object = { orderId }) =>
      sendCall(shop.app, createArchive, { body, headers: { 'idempotency-key': key } })
    const first = await requestArchive('a tap')
    await createStoredPhoto(shop, event, { numbers: ['23'] })
    const repeated = await requestArchive('a tap')
    expect([repeated.statusCode, repeated.body]).toEqual([201, ''])
    for (const name of ['location', 'x-archive-id']) expect(repeated.headers[name]).toBe(first.headers[name])
    expect((await requestArchive('another tap')).headers['x-archive-id']).not.toBe(
      first.headers['x-archive-id'],
    )
    const other = await requestArchive('a tap', { orderId, itemIds: ['other'] })
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IdempotencyKeyReused'])
  })

  it('is refused for unpaid, missing or another tenant’s orders', async () => {
    const event = await createEventOnSale(shop)
    const { orderId } = await placeOrder(shop, await createReadyCart(shop, event))
    const paid = await placePaidOrder(shop, await createReadyCart(shop, event))
    const requestRefusedArchive = (body: unknown, host?: string) =>
      fetchProblemCode(shop.app, createArchive, { body, ...(host ? { host } : {}) })
    expect(await requestRefusedArchive({ orderId })).toEqual([403, 'NotPaid'])
    expect(await requestRefusedArchive({ orderId: 'unknown' })).toEqual([404, 'OrderNotFound'])
    expect(await requestRefusedArchive({ orderId: paid.orderId }, 'two.test')).toEqual([404, 'OrderNotFound'])
    expect(await requestRefusedArchive({ orderId: paid.orderId, itemIds: ['other'] })).toEqual([
      404,
      'NotFound',
    ])
    const params = { archiveId: 'unknown' }
    expect(await fetchProblemCode(shop.app, getArchive, { params })).toEqual([404, 'ArchiveNotFound'])
  })
})

describe('after the payment', () => {
  it('sends one letter, in the buyer’s language, with links that stay valid', async () => {
    const event = await createEventOnSale(shop)
    const { bytes } = await createStoredPhoto(shop, event, { numbers: ['31'], point: 'bridge' })
    const cartId = await createReadyCart(shop, event, { package: '31' })
    const attributes = { params: { shoppingCartId: cartId }, body: [{ key: 'Language', value: 'en' }] }
    await fetchAnswer(shop.app, setCartAttributes, attributes)
    const { orderId } = await placePaidOrder(shop, cartId)
    await shop.jobs.drain()
    const letters = await readSentEmails(shop, orderId)
    const subject = expect.stringMatching(/^Your photos are ready\. Order \d{5}$/)
    expect(letters).toMatchObject([{ to: 'anna.s@mail.example', subject }])
    const text = letters[0]?.text ?? ''
    expect(text).toContain(`http://one.test/order/${orderId}`)
    expect(text).toMatch(/\(.+, UTC\+3\)/)
    const link = /http:\/\/one\.test(\/files\/orders\/[\w-]+\/[\w-]+)/.exec(text)?.[1] ?? ''
    shop.moveClock(30 * 86_400_000)
    const redirect = await fetchFile(link)
    expect(redirect.statusCode).toBe(302)
    expect((await fetchFile(String(redirect.headers.location))).rawPayload.equals(bytes)).toBe(true)
  })

  it('creates one receipt of the payment, for print', async () => {
    const event = await createEventOnSale(shop)
    const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event, { photos: 3 }))
    const query = { invoiceId }
    expect(await fetchAnswer(shop.app, listReceipts, { query })).toMatchObject({ total: 0 })
    expect(await fetchProblemCode(shop.app, downloadReceipt, { query })).toEqual([403, 'NotPaid'])
    const { payUrl } = await startPayment(shop, invoiceId, 'fast')
    await shop.pressBankButton(payUrl, 'approve')
    await shop.jobs.drain()
    const { items } = await fetchAnswer(shop.app, listReceipts, { query })
    expect(items).toMatchObject([{ invoiceId, state: 'Ready' }])
    const params = { receiptId: items[0]?.receiptId ?? '' }
    expect(await fetchAnswer(shop.app, getReceipt, { params })).toEqual(items[0])
    const page = await sendCall(shop.app, downloadReceipt, { query })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['content-disposition']).toMatch(/^inline; filename="receipt-[\w-]+\.html"$/)
    const text = page.body.replaceAll(/\s/g, ' ')
    expect(text).toContain('940,50 ₽')
    // each photo is named by its time, like its file
    expect(text.match(/Фото, 17:45/g)).toHaveLength(3)
    expect(text).toContain('−49,50 ₽')
    const { number } = await fetchAnswer(shop.app, getOrder, { params: { orderId } })
    // the number shown by the bank and the order page, not the internal id
    expect(text).toContain(`<dt>Счёт</dt><dd>${number}</dd>`)
    expect(text).not.toContain(invoiceId)
    // contains the seller, and the event's local time instead of UTC only
    expect(text).toContain('ООО «Фотофиниш»<br>ИНН 7800000000')
    expect(text).toMatch(/местное время, [^<]+, UTC\+3</)
    expect(text).not.toMatch(/\d UTC/)
    expect(text).toContain('в течение 14 дней после оплаты, письмом на support@photofinish.example')
    expect(
      await fetchProblemCode(shop.app, downloadReceipt, { query: { ...query, fileType: 'pdf' } }),
    ).toEqual([400, 'ValidationFailed'])
    expect(await fetchProblemCode(shop.app, listReceipts, { query: { invoiceId: 'unknown' } })).toEqual([
      404,
      'InvoiceNotFound',
    ])
  })
})
