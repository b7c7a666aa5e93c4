import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { listOrderItems } from '../../contract/orders.ts'
import { movePayment } from '../../server/adapters/bank/sandbox/store.ts'
import { report } from '../support/data/figures.ts'
import { answer, send } from '../support/server/api-calls.ts'
import { aCart, pay, placeOrder, readOrderState, setEmail } from '../support/server/shop.ts'
import { readFates } from './books.ts'
import { checkFate, checkQuiet } from './invariants.ts'
import { withStatements } from './statements.ts'
import { openTill, runnerNumber, type Till, toBankId } from './till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())
beforeEach(() => {
  till.losesNotices = true
})

async function anOrder(what: 'photo' | 'package' = 'photo') {
  const cartItem =
    what === 'photo'
      ? { productId: till.products.photo, photoId: till.photoIds[0] ?? '' }
      : { productId: till.products.package }
  const cartId = await aCart(till, [cartItem], await till.token(what === 'package' ? runnerNumber : ''))
  await setEmail(till, cartId)
  const { orderId, invoiceId } = await placeOrder(till, cartId)
  const bankId = toBankId((await pay(till, invoiceId)).payUrl)
  const amount = what === 'photo' ? 39_000 : 199_000
  const body = {
    event: 'payment.changed',
    paymentId: bankId,
    state: 'Succeeded',
    amount: { amount, currencyId: 643 },
  }
  return { cartId, orderId, bankId, amount, notice: { paymentId: bankId, body: JSON.stringify(body) } }
}

const approve = (bankId: string) => movePayment(till.services.db, bankId, ['Created', 'Pending'], 'Succeeded')
const countLetters = (orderId: string) => till.letters.filter(({ id }) => id === `order-${orderId}`).length

async function expectDelivered({ cartId, orderId, amount }: Awaited<ReturnType<typeof anOrder>>) {
  const [fate] = await readFates(till.services.db, [cartId])
  if (!fate) throw new Error('A cart is gone')
  checkFate(fate, { total: amount })
  checkQuiet(fate, countLetters(orderId))
  expect(fate.orders[0]?.state).toBe('Completed')
}

describe('a paid order', () => {
  it('is delivered once when the bank tells and is asked at the same moment', async () => {
    const rounds = 10
    for (let round = 0; round < rounds; round++) {
      const order = await anOrder()
      await approve(order.bankId)
      till.moveClock(61_000)
      const statuses = await Promise.all([
        till.sendNotice(order.notice),
        till.jobs.drain(),
        till.sendNotice(order.notice),
        till.jobs.drain(),
      ])
      expect([statuses[0], statuses[2]]).toEqual([204, 204])
      await till.jobs.drain()
      await expectDelivered(order)
    }
    report('i. told and asked at once', { rounds, 'delivered twice': 0, 'not delivered': 0 })
  })

  it('is not acknowledged to the bank unless its delivery is in line', async () => {
    let statements = 0
    const order = await anOrder()
    await approve(order.bankId)
    for (let failing = 1, isDone = false; !isDone; failing++) {
      let seen = 0
      const status = await withStatements(
        (text) => (/^rollback/i.test(text) || ++seen !== failing ? 'run' : 'fail'),
        () => till.sendNotice(order.notice),
      )
      isDone = seen < failing
      if (isDone) break
      statements = failing
      expect(status, `statement ${failing} failed`).toBe(500)
      expect(await readOrderState(till, order.orderId)).toBe('AwaitingPayment')
    }
    await till.jobs.drain()
    await expectDelivered(order)
    expect(statements).toBeGreaterThan(5)
    report('i. database fails under a notice', { statements, 'acknowledged all the same': 0, partial: 0 })
  })

  it('is delivered by the next process when one dies between the money and the letter', async () => {
    const order = await anOrder()
    await approve(order.bankId)
    expect(await till.sendNotice(order.notice)).toBe(204)
    // a worker has leased the jobs and crashed
    await till.services.db.execute(sql`
      update jobs set state = 'Running', attempts = 1, lease_until = ${new Date(till.services.clock().getTime() + 60_000).toISOString()}
      where unique_key = ${order.orderId} and kind = 'mailing.order-completed'`)
    await till.jobs.drain()
    expect(countLetters(order.orderId)).toBe(0)
    till.moveClock(61_000)
    await till.jobs.drain()
    await expectDelivered(order)
  })
})

describe('a bank that answers nothing for hours', () => {
  it('costs the time it is silent, not the order', async () => {
    const order = await anOrder()
    await approve(order.bankId)
    till.bankIsSilent = true
    for (let hour = 0; hour < 24; hour++) {
      till.moveClock(60 * 60_000)
      await till.jobs.drain()
    }
    till.bankIsSilent = false
    till.moveClock(76 * 60_000)
    await till.jobs.drain()
    await expectDelivered(order)
  })
})

describe('a download', () => {
  it('that drops burns nothing: its links go on working', async () => {
    const order = await anOrder()
    await approve(order.bankId)
    await till.sendNotice(order.notice)
    const bytes = randomBytes(4_000_000)
    const [photo] = (
      await till.services.db.execute<{ key: string }>(
        sql`select original_key as key from photos where id = ${till.photoIds[0]}`,
      )
    ).rows
    const key = photo?.key ?? ''
    const { objects } = till.services
    const content = await objects.get(key)
    await objects.put(key, bytes, { contentType: 'image/jpeg' })
    onTestFinished(async () => {
      await objects.put(key, content, { contentType: 'image/jpeg' })
    })
    await till.app.listen({ port: 0, host: '127.0.0.1' })
    const address = till.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { items } = await answer(till.app, listOrderItems, { params: { orderId: order.orderId } })
    const path = items[0]?.downloads?.[0]?.url ?? ''
    const drops = 20
    for (let time = 0; time < drops; time++) {
      const response = await open(port, path)
      expect(response.statusCode).toBe(200)
      await once(response, 'data')
      response.destroy()
      await once(response, 'close')
    }
    const half = await collect(await open(port, path, { range: `bytes=${bytes.length / 2}-` }))
    expect(half.equals(bytes.subarray(bytes.length / 2))).toBe(true)
    expect((await collect(await open(port, path))).equals(bytes)).toBe(true)
    report('i. dropped downloads', { drops, 'lost rights': 0 })
  })
})

const open = (port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: 'one.test', ...headers } }, resolve).on(
      'error',
      reject,
    )
  })

async function collect(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

describe('an archive', () => {
  it('is never published without a photo that it should hold', async () => {
    const order = await anOrder('package')
    await approve(order.bankId)
    await till.sendNotice(order.notice)
    await till.jobs.drain()
    const { objects, db } = till.services
    const [photo] = (
      await db.execute<{ key: string }>(
        sql`select original_key as key from photos where id = ${till.photoIds[1]}`,
      )
    ).rows
    const key = photo?.key ?? ''
    const content = await objects.get(key)
    const put = (bytes: Uint8Array) => objects.put(key, bytes, { contentType: 'image/jpeg' })
    const setState = (state: string) =>
      db.execute(sql`update photos set state = ${state} where id = ${till.photoIds[1]}`)
    const body = { orderId: order.orderId }
    const harms: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['its file is gone', () => objects.remove(key), () => put(content)],
      ['its file is cut', () => put(content.slice(0, 1000)), () => put(content)],
      ['its file is longer', () => put(Buffer.concat([content, content])), () => put(content)],
      ['it is taken down', () => setState('Failed'), () => setState('Ready')],
    ]
    for (const [name, harm, mend] of harms) {
      const ordered = await send(till.app, createArchive, { body })
      expect(ordered.statusCode, name).toBe(createArchive.status)
      await harm()
      await till.jobs.drain()
      const params = { archiveId: String(ordered.headers['x-archive-id']) }
      expect((await answer(till.app, getArchive, { params })).state, name).toBe('Failed')
      await mend()
      till.moveClock(1000)
    }
    const ordered = await send(till.app, createArchive, { body })
    await till.jobs.drain()
    const params = { archiveId: String(ordered.headers['x-archive-id']) }
    expect(await answer(till.app, getArchive, { params })).toMatchObject({ state: 'Published' })
    report('i. archives', { harms: harms.length, 'published incomplete': 0 })
  })
})
