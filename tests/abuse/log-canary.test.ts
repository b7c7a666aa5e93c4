import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceHeader } from '../../contract/call.ts'
import { addPromotionalCode, checkOut, getCart, setCartCustomer } from '../../contract/cart.ts'
import { createSearchToken, searchCompetitors } from '../../contract/competitors.ts'
import { addOrderDevice, correctEmail, getOrder, sendLetterAgain } from '../../contract/orders.ts'
import { listPhotos } from '../../contract/photos.ts'
import { buildApp } from '../../server/app.ts'
import { createMetricsFeature } from '../../server/features/metrics/index.ts'
import { createOrderKey } from '../../server/features/orders/index.ts'
import { createJobRunner, enqueue } from '../../server/platform/jobs/jobs.ts'
import { createLogger } from '../../server/platform/log.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { createStartList } from '../support/data/race.ts'
import { fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const lines: string[] = []
const log = createLogger('trace', { write: (line: string) => void lines.push(line) })

const email = 'canary.person@mail.example'
const otherEmail = 'canary.other@mail.example'
const firstName = 'Canarina'
const surname = 'Canaryova'
/** Normalized as in the search. */
const foldedSurname = 'kanareva'
const promoCode = 'CANARY-CODE-2026'
const giftMessage = 'a canary message to the runner'
const device = { headers: { [deviceHeader]: 'canary-device-key-0123456789abcdef' } }
const metricsToken = 'a canary token of metrics'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ log, env: { METRICS_TOKEN: metricsToken } })
})
afterAll(() => shop.close())

const tables = ['orders', 'carts', 'invoices', 'competitors', 'photos', 'promo_codes']

/** Makes every query of these tables fail, and restores them afterwards. */
async function withoutTables(work: () => Promise<void>): Promise<void> {
  const { db } = shop.services
  const rename = async (from: string, to: string) =>
    db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
  for (const table of tables) await rename(table, `${table}_gone`)
  try {
    await work()
  } finally {
    for (const table of tables) await rename(`${table}_gone`, table)
  }
}

it('log lines, error columns and metrics contain no user data, also after failures', async () => {
  const { db } = shop.services
  const context = shop.context()
  const event = await createEventOnSale(shop)
  await createStartList(context, event, [{ number: '128', firstName, surname }])
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const cartId = await createReadyCart(shop, event)
  await setEmail(shop, cartId, email)
  const paidOrder = await placePaidOrder(shop, await createReadyCart(shop, event))
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  const bearer = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLW9mLWEtY2FuYXJ5'
  const letterKey = createOrderKey(context, shop.services, { id: paidOrder.orderId, email }, 'order')
  const secrets = {
    email,
    otherEmail,
    deviceKey: device.headers[deviceHeader],
    firstName,
    surname,
    folded: foldedSurname,
    promoCode,
    giftMessage,
    token,
    bearer,
    letterKey,
    cartId,
    orderId,
    invoiceId,
    paid: paidOrder.orderId,
  }
  lines.length = 0

  const statuses: number[] = []
  await withoutTables(async () => {
    const requests = [
      () => sendCall(shop.app, getOrder, { ...device, params: { orderId } }),
      () => sendCall(shop.app, correctEmail, { params: { orderId }, body: { email: otherEmail } }),
      () => sendCall(shop.app, sendLetterAgain, { params: { orderId: paidOrder.orderId } }),
      () =>
        sendCall(shop.app, addOrderDevice, {
          ...device,
          params: { orderId: paidOrder.orderId },
          body: { key: letterKey },
        }),
      () =>
        shop.app.inject({
          url: `/files/orders/${paidOrder.orderId}/file?key=${letterKey}`,
          headers: { host: 'one.test' },
        }),
      () => sendCall(shop.app, getCart, { params: { shoppingCartId: cartId } }),
      () =>
        sendCall(shop.app, setCartCustomer, {
          params: { shoppingCartId: cartId },
          body: { email: otherEmail },
        }),
      () =>
        sendCall(shop.app, addPromotionalCode, {
          params: { shoppingCartId: cartId },
          body: { code: promoCode },
        }),
      () =>
        sendCall(shop.app, checkOut, {
          ...device,
          params: { shoppingCartId: cartId },
          body: { giftMessage },
        }),
      () => sendCall(shop.app, createSearchToken, { params: { eventId: event.id }, body: { surname } }),
      () =>
        sendCall(shop.app, searchCompetitors, {
          params: { competitorsListId: event.competitorsListId },
          query: { searchString: `${firstName} ${surname}` },
        }),
      () => sendCall(shop.app, listPhotos, { token }),
      () => sendCall(shop.app, listPhotos, { token: bearer }),
    ]
    for (const sendRequest of requests) statuses.push((await sendRequest()).statusCode)
  })
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThanOrEqual(7)

  const handlers = new Map([
    [
      'canary.query',
      async () => {
        await db.transaction((transaction) =>
          transaction.execute(
            sql`select * from nowhere where id = ${orderId} and email = ${email} and name = ${surname} and first_name = ${firstName}`,
          ),
        )
      },
    ],
    [
      'canary.value',
      async () => {
        await db.transaction((transaction) => transaction.execute(sql`select ${surname}::text::integer`))
      },
    ],
    [
      'canary.relay',
      async () => {
        const cause = new Error(`connect https://relay.example/send?to=${email}&cart=${cartId}`)
        throw new Error(`550 5.1.1 <${email}>: no mailbox, order ${orderId}, bearer ${bearer}`, { cause })
      },
    ],
    [
      'canary.json',
      async () => {
        JSON.parse(`{"surname": ${surname}`)
      },
    ],
  ])
  for (const kind of handlers.keys()) await enqueue(context, { kind, key: kind, payload: {} })
  const { clock } = shop.services
  await createJobRunner({ db, log, clock, handlers, createContext: () => context }).drain()
  log.error(new Error(`of ${email} and ${orderId}`))
  log.warn({ err: new Error(`of ${cartId}`) })

  const { rows } = await db.execute<{ kind: string; last_error: string }>(
    sql`select kind, last_error from jobs where last_error is not null order by kind`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual([...handlers.keys()].toSorted())
  const app = await buildApp(shop.services, [createMetricsFeature(shop.services)])
  const metrics = await app.inject({
    url: '/metrics',
    headers: { host: 'one.test', authorization: `Bearer ${metricsToken}` },
  })
  await app.close()
  expect(metrics.statusCode).toBe(200)

  const written = { log: lines.join(''), columns: JSON.stringify(rows), metrics: metrics.body }
  const found = Object.entries(written).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      text.includes(secret) ? [`${name} in ${place}`] : [],
    ),
  )
  reportFigures('user data in log, error columns and metrics', {
    'found of planted': `${found.length} of ${Object.keys(written).length * Object.keys(secrets).length}`,
    'log lines': lines.length,
    'calls that failed': countTrue(statuses.map((status) => status === 500)),
  })
  expect(found).toEqual([])

  // the log contains the details that an operator needs
  const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'unexpected failure')
  expect(failures.length).toBeGreaterThanOrEqual(7)
  for (const { reqId, err } of failures) {
    expect([typeof reqId, err.name, err.cause.code]).toEqual(['string', 'DrizzleQueryError', '42P01'])
    expect(err.query).toMatch(/\$1/)
    expect(err.stack).toContain('/server/')
  }
  expect(rows.map((row) => row.last_error)).toEqual([
    expect.stringContaining('SyntaxError'),
    expect.stringMatching(
      /DrizzleQueryError: Failed query; cause: .*42P01: relation "nowhere" does not exist/,
    ),
    expect.stringContaining('550 5.1.1 <***>: no mailbox'),
    expect.stringContaining('22P02'),
  ])
})
