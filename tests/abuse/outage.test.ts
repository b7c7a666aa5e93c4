import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCart, getCart } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { createPayment } from '../../contract/invoices.ts'
import { getOrder, listOrders } from '../../contract/orders.ts'
import { listPhotos } from '../../contract/photos.ts'
import { createUpload, tusVersion } from '../../contract/uploads.ts'
import { findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { createBucketStore } from '../../server/adapters/objects/s3.ts'
import { connectToServer, type Database, openDatabase } from '../../server/platform/db/connect.ts'
import { registerErrorHandler } from '../../server/platform/http/error-handler.ts'
import { serveHealth } from '../../server/platform/http/health.ts'
import { createLogger } from '../../server/platform/log.ts'
import type { Services } from '../../server/platform/services.ts'
import { countTrue, formatMilliseconds, reportFigures, startStopwatch } from '../support/data/figures.ts'
import { closedPort } from '../support/processes/closed-port.ts'
import { openFakeService } from '../support/providers/fake-service.ts'
import { type CallInput, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { buildAppWith } from '../support/server/app-with.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  returnUrl,
  type Shop,
} from '../support/server/shop.ts'

const log = createLogger('silent')

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

type SentCall = [call: Parameters<typeof sendCall>[1], ask: CallInput]

/** Returns reads and writes that phones send. */
async function createPhoneCalls(): Promise<SentCall[]> {
  const event = await createEventOnSale(shop)
  const { token } = await fetchSearchToken(shop.app, event.id)
  const shoppingCartId = await createReadyCart(shop, event)
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  return [
    [listEvents, {}],
    [getEvent, { params: { eventId: event.id } }],
    [listPhotos, { token }],
    [createSearchToken, { params: { eventId: event.id }, body: { number: '128' } }],
    [listProducts, { query: { catalogId: event.catalogId } }],
    [getCart, { params: { shoppingCartId } }],
    [createCart, { body: {}, headers: { 'idempotency-key': 'a-key-of-a-phone' } }],
    [getOrder, { params: { orderId } }],
    [createPayment, { params: { invoiceId }, body: { paymentTypeId: 'card', returnUrl } }],
    [
      createUpload,
      {
        headers: {
          'tus-resumable': tusVersion,
          'upload-length': '1000',
          'upload-metadata': `sha256 ${btoa('0'.repeat(64))}`,
          'idempotency-key': 'a-picture-of-a-phone',
        },
      },
    ],
  ]
}

type RecordedAnswer = [name: string, status: number, code: string | undefined, hasRetryAfter: boolean]

/** Returns name, status, code and presence of `Retry-After` of each answer. */
async function collectAnswers(app: FastifyInstance, calls: readonly SentCall[]) {
  const answers: RecordedAnswer[] = []
  for (const [call, input] of calls) {
    const response = await sendCall(app, call, input)
    const { code } = response.json<{ code?: string }>()
    answers.push([call.name, response.statusCode, code, Number(response.headers['retry-after']) > 0])
  }
  return answers
}

const countUnavailable = (answers: readonly RecordedAnswer[]) =>
  countTrue(answers.map(([, status, , hasRetryAfter]) => status === 503 && hasRetryAfter))

const buildUnavailable = (calls: readonly SentCall[], code = 'ServiceUnavailable') =>
  calls.map(([{ name }]) => [name, 503, code, true])

async function fetchReadiness(database: Pick<Database, 'ping'>): Promise<number> {
  const app = Fastify()
  registerErrorHandler(app)
  serveHealth(app, () => database.ping())
  const { statusCode } = await app.inject('/readyz')
  await app.close()
  return statusCode
}

describe('a database', () => {
  it('that refuses connections: each call and readyz answer 503 with Retry-After', async () => {
    const calls = await createPhoneCalls()
    const database = connectToServer(`postgres://user@127.0.0.1:${closedPort}/none`, { log })
    const app = await buildAppWith(shop, { ...database, clock: shop.services.clock })
    const answers = await collectAnswers(app, calls)
    reportFigures('database that refuses connections', {
      'answered 503 with Retry-After': countUnavailable(answers),
    })
    expect(answers).toEqual(buildUnavailable(calls))
    expect(await fetchReadiness(database)).toBe(503)
    await app.close()
    await database.close()
  })

  it('that accepts queries and never answers: the client times out, and limits each statement', async () => {
    const silentServer = await openSilentPostgres()
    const limitInMs = 200
    const database = connectToServer(silentServer.url, { log, databaseTimeoutInMs: limitInMs })
    const app = await buildAppWith(shop, { ...database, clock: shop.services.clock })
    const elapsedInMs = startStopwatch()
    const readiness = fetchReadiness(database)
    const answers = await collectAnswers(app, [[listEvents, {}]])
    reportFigures('database that never answers', {
      'answered 503 with Retry-After': countUnavailable(answers),
      after: formatMilliseconds(elapsedInMs()),
      'limit of a statement': formatMilliseconds(limitInMs),
    })
    expect(answers).toEqual(buildUnavailable([[listEvents, {}]]))
    expect(await readiness).toBe(503)
    expect(silentServer.startup()).toContain(['statement_timeout', '200', ''].join('\0'))
    await app.close()
    await database.close()
    await silentServer.close()
  })

  it('that works: ready', async () => {
    expect(await fetchReadiness({ ping: async () => undefined })).toBe(200)
  })
})

const postgres = findPostgres()

describe.skipIf(postgres === undefined)('a PostgreSQL', () => {
  it('that is killed and restarts, and statements that hang in it', { timeout: 240_000 }, async () => {
    const cluster = await openCluster(postgres ?? '')
    const options = { databaseUrl: cluster.url, dataDir: '', allowUnsafeDatabase: true, log }
    const limitInMs = 1_000
    const database = await openDatabase({ ...options, databaseTimeoutInMs: limitInMs })
    const app = await buildAppWith(shop, { ...database, clock: () => new Date() })
    const calls: SentCall[] = [[listEvents, {}]]
    expect(await collectAnswers(app, calls)).toEqual([['listEvents', 200, undefined, false]])

    const other = new pg.Client({ connectionString: cluster.url })
    await other.connect()
    await other.query('begin; lock table events in access exclusive mode')
    await wait(1_100)
    const elapsedInMs = startStopwatch()
    const blocked = await collectAnswers(app, calls)
    reportFigures('PostgreSQL in which a statement hangs', {
      'answered 503 with Retry-After': countUnavailable(blocked),
      after: formatMilliseconds(elapsedInMs()),
      'limit of a statement': formatMilliseconds(limitInMs),
    })
    expect(blocked).toEqual(buildUnavailable(calls))
    await other.query('rollback')
    await other.end()
    await wait(1_100)
    expect(await collectAnswers(app, calls)).toEqual([['listEvents', 200, undefined, false]])

    await cluster.kill()
    await wait(1_100)
    const killed = await collectAnswers(app, calls)
    expect(killed).toEqual(buildUnavailable(calls))
    expect(await fetchReadiness(database)).toBe(503)
    await cluster.start()
    const restarted = await collectAnswers(app, calls)
    reportFigures('PostgreSQL that is killed', {
      'answered 503 with Retry-After': countUnavailable(killed),
      'answered 200 after the restart': countTrue(restarted.map(([, status]) => status === 200)),
    })
    expect(restarted).toEqual([['listEvents', 200, undefined, false]])
    expect(await fetchReadiness(database)).toBe(200)
    await app.close()
    await database.close()
    await cluster.close()
  })
})

describe('other services that are down', () => {
  it('an object store that is missing, or answers 503', async () => {
    const brokenService = await openFakeService(() => ({ status: 503, body: {} }))
    const statuses: number[] = []
    for (const endpoint of [`http://127.0.0.1:${closedPort}`, brokenService.url]) {
      const options = { bucket: 'race', endpoint, region: 'us-east-1' }
      const objects = createBucketStore({ ...options, accessKeyId: 'key', secretAccessKey: 'secret' })
      const app = await buildAppWith(shop, { objects })
      const response = await app.inject({
        url: '/media/abcdefghijklmnopqrstuv',
        headers: { host: 'one.test' },
      })
      statuses.push(response.statusCode)
      expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
        503,
        'ServiceUnavailable',
        '10',
      ])
      await app.close()
    }
    reportFigures('object store that is down', {
      'answered 503 with Retry-After': countTrue(statuses.map((status) => status === 503)),
    })
    await brokenService.close()
  })

  it('a sign-on server that is requested repeatedly', async () => {
    const uri = `http://127.0.0.1:${closedPort}`
    const openId = { uri, realm: 'races', clientId: 'shop', flow: 'standard' as const }
    const settings = shop.services.tenants.all[0]?.settings
    const tenant = { ...shop.context().tenant, settings: { ...settings, openId } }
    const tenants = { ...shop.services.tenants, byHost: () => tenant, byName: () => tenant }
    const app = await buildAppWith(shop, { tenants: tenants as Services['tenants'] })
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${encodePart({ alg: 'RS256', kid: 'one' })}.${encodePart({ iss: `${uri}/realms/races`, sub: 'anna' })}.c2ln`
    const calls: SentCall[] = [1, 2, 3].map(() => [listOrders, { token }])
    const answers = await collectAnswers(app, calls)
    reportFigures('sign-on server that is down', {
      'answered 503 with Retry-After': countUnavailable(answers),
    })
    expect(answers).toEqual(buildUnavailable(calls, 'IdentityUnavailable'))
    await app.close()
  })

  it('a bank', async () => {
    const shopWithoutBank = await openShop({
      tenant: { bank: 'yookassa' },
      env: {
        YOOKASSA_SHOP_ID: '1',
        YOOKASSA_SECRET_KEY: 'secret',
        YOOKASSA_API_URL: `http://127.0.0.1:${closedPort}`,
      },
    })
    const { invoiceId } = await placeOrder(
      shopWithoutBank,
      await createReadyCart(shopWithoutBank, await createEventOnSale(shopWithoutBank)),
    )
    const calls: SentCall[] = [
      [createPayment, { params: { invoiceId }, body: { paymentTypeId: 'card', returnUrl } }],
    ]
    const answers = await collectAnswers(shopWithoutBank.app, calls)
    reportFigures('bank that is down', { 'answered 503 with Retry-After': countUnavailable(answers) })
    expect(answers).toEqual(buildUnavailable(calls, 'ProviderUnavailable'))
    await shopWithoutBank.close()
  })
})

/** Starts a server that completes the PostgreSQL startup and accepts queries without answering. */
async function openSilentPostgres() {
  let startup = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes: Buffer) => {
      startup = bytes.toString('latin1')
      const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
      const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
      socket.write(Buffer.concat([authenticated, ready]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen')
  return {
    url: `postgres://anna@127.0.0.1:${address.port}/none`,
    startup: () => startup,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
