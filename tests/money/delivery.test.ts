import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { listOrderItems } from '../../contract/orders.ts'
import { changePaymentState } from '../../server/adapters/bank/sandbox/store.ts'
import { reportFigures } from '../support/data/figures.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  placeOrder,
  readOrderState,
  setEmail,
  startPayment,
} from '../support/server/shop.ts'
import { readCartRecords } from './cart-records.ts'
import { type FaultyShop, openFaultyShop, runnerBib, toBankId } from './faulty-shop.ts'
import { checkCartRecord, checkFinalState } from './invariants.ts'
import { withInterceptedStatements } from './statements.ts'

let shop: FaultyShop
beforeAll(async () => {
  shop = await openFaultyShop()
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.dropsNotifications = true
})

async function createOrder(product: 'photo' | 'package' = 'photo') {
  const cartItem =
    product === 'photo'
      ? { productId: shop.products.photo, photoId: shop.photoIds[0] ?? '' }
      : { productId: shop.products.package }
  const cartId = await createCartWithItems(
    shop,
    [cartItem],
    await shop.token(product === 'package' ? runnerBib : ''),
  )
  await setEmail(shop, cartId)
  const { orderId, invoiceId } = await placeOrder(shop, cartId)
  const bankId = toBankId((await startPayment(shop, invoiceId)).payUrl)
  const amount = product === 'photo' ? 39_000 : 199_000
  const body = {
    event: 'payment.changed',
    paymentId: bankId,
    state: 'Succeeded',
    amount: { amount, currencyId: 643 },
  }
  return { cartId, orderId, bankId, amount, notification: { paymentId: bankId, body: JSON.stringify(body) } }
}

const approvePayment = (bankId: string) =>
  changePaymentState(shop.services.db, bankId, ['Created', 'Pending'], 'Succeeded')
const countEmails = (orderId: string) => shop.sentEmails.filter(({ id }) => id === `order-${orderId}`).length

async function expectDelivered({ cartId, orderId, amount }: Awaited<ReturnType<typeof createOrder>>) {
  const [record] = await readCartRecords(shop.services.db, [cartId])
  if (!record) throw new Error('A cart is gone')
  checkCartRecord(record, { total: amount })
  checkFinalState(record, countEmails(orderId))
  expect(record.orders[0]?.state).toBe('Completed')
}

describe('a paid order', () => {
  it('is delivered once when the bank is polled while its notification arrives', async () => {
    const rounds = 10
    for (let round = 0; round < rounds; round++) {
      const order = await createOrder()
      await approvePayment(order.bankId)
      shop.moveClock(61_000)
      const statuses = await Promise.all([
        shop.sendNotification(order.notification),
        shop.jobs.drain(),
        shop.sendNotification(order.notification),
        shop.jobs.drain(),
      ])
      expect([statuses[0], statuses[2]]).toEqual([204, 204])
      await shop.jobs.drain()
      await expectDelivered(order)
    }
    reportFigures('i. told and asked at once', { rounds, 'delivered twice': 0, 'not delivered': 0 })
  })

  it('is not acknowledged to the bank unless its delivery is in line', async () => {
    let statements = 0
    const order = await createOrder()
    await approvePayment(order.bankId)
    for (let failingStatement = 1, isDone = false; !isDone; failingStatement++) {
      let statementCount = 0
      const status = await withInterceptedStatements(
        (text) => (/^rollback/i.test(text) || ++statementCount !== failingStatement ? 'run' : 'fail'),
        () => shop.sendNotification(order.notification),
      )
      isDone = statementCount < failingStatement
      if (isDone) break
      statements = failingStatement
      expect(status, `statement ${failingStatement} failed`).toBe(500)
      expect(await readOrderState(shop, order.orderId)).toBe('AwaitingPayment')
    }
    await shop.jobs.drain()
    await expectDelivered(order)
    expect(statements).toBeGreaterThan(5)
    reportFigures('i. database fails under a notice', {
      statements,
      'acknowledged all the same': 0,
      partial: 0,
    })
  })

  it('is delivered by the next process when one dies between the money and the letter', async () => {
    const order = await createOrder()
    await approvePayment(order.bankId)
    expect(await shop.sendNotification(order.notification)).toBe(204)
    // a worker has leased the jobs and crashed
    await shop.services.db.execute(sql`
      update jobs set state = 'Running', attempts = 1, lease_until = ${new Date(shop.services.clock().getTime() + 60_000).toISOString()}
      where unique_key = ${order.orderId} and kind = 'mailing.order-completed'`)
    await shop.jobs.drain()
    expect(countEmails(order.orderId)).toBe(0)
    shop.moveClock(61_000)
    await shop.jobs.drain()
    await expectDelivered(order)
  })
})

describe('a bank that answers nothing for hours', () => {
  it('delays the order but does not lose it', async () => {
    const order = await createOrder()
    await approvePayment(order.bankId)
    shop.isBankSilent = true
    for (let hour = 0; hour < 24; hour++) {
      shop.moveClock(60 * 60_000)
      await shop.jobs.drain()
    }
    shop.isBankSilent = false
    shop.moveClock(76 * 60_000)
    await shop.jobs.drain()
    await expectDelivered(order)
  })
})

describe('a download', () => {
  it('that is interrupted can be resumed with the same links', async () => {
    const order = await createOrder()
    await approvePayment(order.bankId)
    await shop.sendNotification(order.notification)
    const bytes = randomBytes(4_000_000)
    const [photo] = (
      await shop.services.db.execute<{ key: string }>(
        sql`select original_key as key from photos where id = ${shop.photoIds[0]}`,
      )
    ).rows
    const key = photo?.key ?? ''
    const { objects } = shop.services
    const content = await objects.get(key)
    await objects.put(key, bytes, { contentType: 'image/jpeg' })
    onTestFinished(async () => {
      await objects.put(key, content, { contentType: 'image/jpeg' })
    })
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const address = shop.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId: order.orderId } })
    const path = items[0]?.downloads?.[0]?.url ?? ''
    const drops = 20
    for (let time = 0; time < drops; time++) {
      const response = await openDownload(port, path)
      expect(response.statusCode).toBe(200)
      await once(response, 'data')
      response.destroy()
      await once(response, 'close')
    }
    const secondHalf = await readBody(await openDownload(port, path, { range: `bytes=${bytes.length / 2}-` }))
    expect(secondHalf.equals(bytes.subarray(bytes.length / 2))).toBe(true)
    expect((await readBody(await openDownload(port, path))).equals(bytes)).toBe(true)
    reportFigures('i. dropped downloads', { drops, 'lost rights': 0 })
  })
})

const openDownload = (port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: 'one.test', ...headers } }, resolve).on(
      'error',
      reject,
    )
  })

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

describe('an archive', () => {
  it('is never published without a photo that it should hold', async () => {
    const order = await createOrder('package')
    await approvePayment(order.bankId)
    await shop.sendNotification(order.notification)
    await shop.jobs.drain()
    const { objects, db } = shop.services
    const [photo] = (
      await db.execute<{ key: string }>(
        sql`select original_key as key from photos where id = ${shop.photoIds[1]}`,
      )
    ).rows
    const key = photo?.key ?? ''
    const content = await objects.get(key)
    const storePhoto = (bytes: Uint8Array) => objects.put(key, bytes, { contentType: 'image/jpeg' })
    const setState = (state: string) =>
      db.execute(sql`update photos set state = ${state} where id = ${shop.photoIds[1]}`)
    const body = { orderId: order.orderId }
    const damages: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['its file is gone', () => objects.remove(key), () => storePhoto(content)],
      ['its file is cut', () => storePhoto(content.slice(0, 1000)), () => storePhoto(content)],
      ['its file is longer', () => storePhoto(Buffer.concat([content, content])), () => storePhoto(content)],
      ['it is taken down', () => setState('Failed'), () => setState('Ready')],
    ]
    for (const [name, damagePhoto, repairPhoto] of damages) {
      const archiveResponse = await sendCall(shop.app, createArchive, { body })
      expect(archiveResponse.statusCode, name).toBe(createArchive.status)
      await damagePhoto()
      await shop.jobs.drain()
      const params = { archiveId: String(archiveResponse.headers['x-archive-id']) }
      expect((await fetchAnswer(shop.app, getArchive, { params })).state, name).toBe('Failed')
      await repairPhoto()
      shop.moveClock(1000)
    }
    const archiveResponse = await sendCall(shop.app, createArchive, { body })
    await shop.jobs.drain()
    const params = { archiveId: String(archiveResponse.headers['x-archive-id']) }
    expect(await fetchAnswer(shop.app, getArchive, { params })).toMatchObject({ state: 'Published' })
    reportFigures('i. archives', { harms: damages.length, 'published incomplete': 0 })
  })
})
