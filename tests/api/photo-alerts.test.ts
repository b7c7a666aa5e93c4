import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cancelPhotoAlert, renewSubscription, setPhotoAlert, subscribe } from '../../contract/push.ts'
import { sendSelfie } from '../../contract/recognition.ts'
import { findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { purgeAlerts, schedulePhotoNotification } from '../../server/features/push/index.ts'
import { findSubscription, upsertSubscription } from '../../server/features/push/store.ts'
import { pushSubscriptions } from '../../server/features/push/tables.ts'
import { type Context, inTransaction } from '../../server/platform/context.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { withInterceptedStatements } from '../money/statements.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { createSubscribedBrowser } from '../support/providers/push-service.ts'
import { type CallInput, fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import {
  type AlertInput,
  createAddress,
  createEmail,
  createFutureEvent,
  findAlertRows,
  openAlertShop,
  runPhotoNotices,
  setAlert,
} from '../support/server/photo-alerts.ts'
import { createStoredPhoto, type Shop } from '../support/server/shop.ts'

const dayInMs = 24 * 60 * 60_000

let service: Awaited<ReturnType<typeof openAlertShop>>['service']
let shop: Shop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ service, shop, close } = await openAlertShop())
})
afterEach(() => {
  service.received.length = 0
})
afterAll(() => close())

it('waits for photos of the number where one is given, in any notation', async () => {
  const event = await createFutureEvent(shop)
  const browser = createSubscribedBrowser('number')
  await setAlert(
    shop,
    { eventId: event.id, number: ' а-017 ', subscription: browser.subscription },
    { language: 'en' },
  )
  await createStoredPhoto(shop, event, { numbers: ['18'] })
  await runPhotoNotices(shop, event)
  expect(service.received).toEqual([])
  await createStoredPhoto(shop, event, { numbers: ['17'] })
  await runPhotoNotices(shop, event)
  expect(service.received).toEqual([])

  const knownBrowser = createSubscribedBrowser('number-plain')
  await setAlert(
    shop,
    { eventId: event.id, number: '№ 017', subscription: knownBrowser.subscription },
    { language: 'en' },
  )
  await runPhotoNotices(shop, event)
  expect(service.received.map((each) => knownBrowser.decrypt(each))).toEqual([
    expect.objectContaining({
      body: 'Three Bridges Half Marathon: photos of number 17 are here.',
      path: `/search/${event.id}/17`,
    }),
  ])
})

it('notifies a browser once and stores nothing of it afterwards', async () => {
  const event = await createFutureEvent(shop)
  const browser = createSubscribedBrowser('once')
  const alertId = await setAlert(
    shop,
    { eventId: event.id, subscription: browser.subscription },
    { language: 'en' },
  )
  for (let photos = 0; photos < 2; photos++) {
    await createStoredPhoto(shop, event)
    await runPhotoNotices(shop, event)
  }
  expect(service.received.map((each) => browser.decrypt(each))).toEqual([
    expect.objectContaining({ path: `/event/${event.id}`, language: 'en' }),
  ])
  expect(await findAlertRows(shop, alertId)).toEqual([])
})

it('is changed and canceled by its id', async () => {
  const event = await createFutureEvent(shop)
  const browser = createSubscribedBrowser('changed')
  const alertId = await setAlert(shop, { eventId: event.id, subscription: browser.subscription })
  await setAlert(shop, { eventId: event.id, number: '17', email: createEmail() }, { alertId })
  const listEndpoints = async () =>
    (await shop.services.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint)
  expect(await listEndpoints()).not.toContain(browser.subscription.endpoint)
  await createStoredPhoto(shop, event, { numbers: ['18'] })
  await runPhotoNotices(shop, event)
  expect([service.received, await readSentEmails(shop, alertId)]).toEqual([[], []])

  await fetchAnswer(shop.app, cancelPhotoAlert, { params: { alertId } })
  expect(await fetchProblemCode(shop.app, cancelPhotoAlert, { params: { alertId } })).toEqual([
    404,
    'NotFound',
  ])
  await createStoredPhoto(shop, event, { numbers: ['17'] })
  await runPhotoNotices(shop, event)
  expect(await readSentEmails(shop, alertId)).toEqual([])
})

it('is not read with all others for each new photo', async () => {
  const event = await createFutureEvent(shop)
  for (let alerts = 0; alerts < 3; alerts++) await setAlert(shop, { eventId: event.id, email: createEmail() })
  const statements: string[] = []
  await withInterceptedStatements(
    (text) => {
      statements.push(text)
      return 'run'
    },
    () => schedulePhotoNotification(shop.context(), event.id, shop.services.clock()),
  )
  const reads = statements.filter((text) => /from "(?:push_topics|photo_alerts)"/.test(text))
  expect(reads).toHaveLength(2)
  for (const read of reads) expect(read).toContain(' limit ')
})

it('is deleted 30 days after the event, and not before', async () => {
  const event = await createFutureEvent(shop, 10)
  const alertId = await setAlert(shop, { eventId: event.id, number: '17', email: createEmail() })
  for (let days = 0; days < 39; days++) {
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
  }
  expect(await findAlertRows(shop, alertId)).toHaveLength(1)
  for (let days = 0; days < 2; days++) {
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
  }
  expect(await findAlertRows(shop, alertId)).toEqual([])
})

it('follows a browser to its new subscription, also to a known one', async () => {
  const event = await createFutureEvent(shop)
  const [former, next, third] = [
    createSubscribedBrowser('former-alert'),
    createSubscribedBrowser('next-alert'),
    createSubscribedBrowser('third-alert'),
  ]
  await setAlert(shop, { eventId: event.id, subscription: former.subscription })
  await fetchAnswer(shop.app, subscribe, {
    body: { subscription: third.subscription, topics: [{ eventId: event.id }] },
  })
  for (const [from, to] of [
    [former, next],
    [next, third],
  ] as const) {
    const { endpoint, keys } = from.subscription
    const body = { former: { endpoint, auth: keys.auth }, subscription: to.subscription }
    await fetchAnswer(shop.app, renewSubscription, { body })
  }
  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
  const paths = service.received.map(({ path }) => path)
  expect(paths).toEqual([third.path, third.path])
})

const postgres = findPostgres()

// the embedded database runs one transaction at a time
it.skipIf(postgres === undefined)(
  'keeps an unused subscription that its browser uses again during the purge',
  { timeout: 120_000 },
  async () => {
    const cluster = await openCluster(postgres ?? '')
    const { log } = shop.services
    const options = { databaseUrl: cluster.url, dataDir: '', allowUnsafeDatabase: true, log }
    const database = await openDatabase(options)
    const context: Context = { ...shop.context(), db: database.db }
    const { endpoint, keys } = createSubscribedBrowser('used-again').subscription
    const id = await upsertSubscription(context, { endpoint, ...keys }, [])
    const later = { ...context, now: new Date(context.now.getTime() + 2 * dayInMs) }
    const isWaiting = async () =>
      (await database.db.execute('select from pg_locks where not granted')).rows.length > 0
    let isPurged = false
    const purge = await inTransaction(later, async (transaction) => {
      const topic = { kind: 'event', target: 'event', subject: null, announcedCount: 0 } as const
      await upsertSubscription(transaction, { endpoint, ...keys }, [topic])
      const running = purgeAlerts(later).then(() => {
        isPurged = true
      })
      await expect.poll(async () => isPurged || (await isWaiting())).toBe(true)
      return { running }
    })
    await purge.running
    expect(await findSubscription(context, id)).toBeDefined()

    const unusedBrowser = createSubscribedBrowser('unused').subscription
    const unusedId = await upsertSubscription(
      context,
      { endpoint: unusedBrowser.endpoint, ...unusedBrowser.keys },
      [],
    )
    await purgeAlerts(later)
    expect(await findSubscription(context, unusedId)).toBeUndefined()
    await database.close()
    await cluster.close()
  },
)

it('refuses unreachable subscriptions, unknown events and too many alerts of one address', async () => {
  const event = await createFutureEvent(shop)
  const setRefusedAlert = (body: AlertInput) =>
    fetchProblemCode(shop.app, setPhotoAlert, {
      params: { alertId: randomUUID() },
      body,
      address: createAddress(),
    })
  const email = createEmail()
  expect(await setRefusedAlert({ eventId: event.id })).toEqual([400, 'ValidationFailed'])
  expect(await setRefusedAlert({ eventId: event.id, email: 'nobody' })).toEqual([400, 'ValidationFailed'])
  expect(await setRefusedAlert({ eventId: event.id, email, number: '*' })).toEqual([422, 'BibInvalid'])
  expect(await setRefusedAlert({ eventId: 'nobodys', email })).toEqual([404, 'EventNotFound'])
  const invalidSubscription = {
    ...createSubscribedBrowser('x').subscription,
    endpoint: 'https://127.0.0.1/x',
  }
  expect(await setRefusedAlert({ eventId: event.id, subscription: invalidSubscription })).toEqual([
    422,
    'SubscriptionInvalid',
  ])
  const ids = []
  for (let alerts = 0; alerts < 10; alerts++) ids.push(await setAlert(shop, { eventId: event.id, email }))
  expect(await setRefusedAlert({ eventId: event.id, email })).toEqual([429, 'TooManyRequests'])
  await setAlert(shop, { eventId: event.id, email, number: '5' }, { alertId: ids[0] ?? '' })
  await fetchAnswer(shop.app, cancelPhotoAlert, { params: { alertId: ids[1] ?? '' } })
  await setAlert(shop, { eventId: event.id, email })
})

it('is refused after ten letters to an address within a day, also when the alerts were replaced or canceled', async () => {
  const event = await createFutureEvent(shop)
  const numbers = Array.from({ length: 11 }, (_, index) => String(index + 1))
  await createStoredPhoto(shop, event, { numbers })
  const email = createEmail()
  const requestAlert = (number: string, alertId: string) =>
    sendCall(shop.app, setPhotoAlert, {
      params: { alertId },
      body: { eventId: event.id, number, email },
      address: createAddress(),
    })
  const replacedId = randomUUID()
  for (const number of numbers.slice(0, 5)) {
    expect((await requestAlert(number, replacedId)).statusCode).toBe(204)
    await runPhotoNotices(shop, event)
  }
  expect(await readSentEmails(shop, replacedId)).toHaveLength(5)
  for (const number of numbers.slice(5, 10)) {
    const alertId = randomUUID()
    expect((await requestAlert(number, alertId)).statusCode).toBe(204)
    await runPhotoNotices(shop, event)
    expect(await readSentEmails(shop, alertId)).toHaveLength(1)
    await fetchAnswer(shop.app, cancelPhotoAlert, { params: { alertId } })
  }
  for (const alertId of [replacedId, randomUUID()])
    expect((await requestAlert('11', alertId)).statusCode).toBe(429)
  shop.moveClock(dayInMs)
  expect((await requestAlert('11', replacedId)).statusCode).toBe(204)
})

// on PostgreSQL (`npm run test:postgres`) the transactions are really concurrent
it('is accepted ten times for an address when many are set at once', async () => {
  const event = await createFutureEvent(shop)
  const email = createEmail()
  const responses = await Promise.all(
    Array.from({ length: 25 }, () =>
      sendCall(shop.app, setPhotoAlert, {
        params: { alertId: randomUUID() },
        body: { eventId: event.id, email },
        address: createAddress(),
      }),
    ),
  )
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 204)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

it('is rate limited per caller', async () => {
  const event = await createFutureEvent(shop)
  const requestAlert = (eventId: string) =>
    sendCall(shop.app, setPhotoAlert, {
      params: { alertId: randomUUID() },
      body: { eventId, email: createEmail() },
      address: '198.51.100.7',
    })
  const statuses = []
  for (let times = 0; times < 599; times++) statuses.push((await requestAlert('unknown')).statusCode)
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect((await requestAlert(event.id)).statusCode).toBe(204)
  expect((await requestAlert(event.id)).statusCode).toBe(429)
})

it('an upcoming event accepts no selfie, one with photos does', async () => {
  const event = await createFutureEvent(shop)
  const boundary = 'picture'
  const buildSelfieCall = (): CallInput => ({
    query: { albumId: event.albumId },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': randomUUID() },
    body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="face.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnone\r\n--${boundary}--\r\n`,
  })
  expect(await fetchProblemCode(shop.app, sendSelfie, buildSelfieCall())).toEqual([409, 'EventAhead'])
  await createStoredPhoto(shop, event)
  // it is analyzed now, and rejected because it is not a picture
  expect((await sendCall(shop.app, sendSelfie, buildSelfieCall())).statusCode).not.toBe(409)
})
