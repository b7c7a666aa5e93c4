import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  cancelPhotoAlert,
  renewSubscription,
  setPhotoAlert,
  stopPhotoAlerts,
  subscribe,
  unsubscribe,
} from '../../contract/push.ts'
import { sendSelfie } from '../../contract/recognition.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { events } from '../../server/features/events/tables.ts'
import { photos } from '../../server/features/photos/tables.ts'
import { schedulePhotoNotification } from '../../server/features/push/index.ts'
import { photoAlerts, pushSubscriptions } from '../../server/features/push/tables.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { createStartList } from '../support/data/race.ts'
import { createSubscribedBrowser, openPushService } from '../support/providers/push-service.ts'
import { type CallInput, fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import { createEventOnSale, createStoredPhoto, openShop, type Shop } from '../support/server/shop.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs

let service: Awaited<ReturnType<typeof openPushService>>
let shop: Shop
beforeAll(async () => {
  service = await openPushService()
  shop = await openShop({ gateway: service.gateway })
  await mkdir(join(shop.services.config.dataDir, 'outbox'))
})
afterEach(() => {
  service.received.length = 0
})
afterAll(async () => {
  await shop.close()
  await service.close()
})

async function createFutureEvent(inDays = 30, input: { distances?: string[] } = {}): Promise<EventRow> {
  const startsOn = new Date(shop.services.clock().getTime() + inDays * dayInMs)
  return createEventOnSale(shop, { startsOn, endsOn: new Date(startsOn.getTime() + dayInMs / 4), ...input })
}

type Body = { eventId: string } & Partial<
  Record<'number' | 'email', string> & {
    subscription: ReturnType<typeof createSubscribedBrowser>['subscription']
  }
>

/** Sets an alert and returns its id. Each call has another address, so that no rate limit applies. */
async function setAlert(body: Body, options: CallInput & { alertId?: string } = {}): Promise<string> {
  const { alertId = randomUUID(), ...rest } = options
  await fetchAnswer(shop.app, setPhotoAlert, { params: { alertId }, body, address: createAddress(), ...rest })
  return alertId
}

let addressCount = 0
const createAddress = () => `192.0.2.${(addressCount++ % 250) + 1}`

const createEmail = () => `${randomUUID()}@mail.example`

async function runPhotoNotices(event: EventRow): Promise<void> {
  await schedulePhotoNotification(shop.context(), event.id, shop.services.clock())
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
  // a message whose idle connection was closed is retried after a few seconds
  shop.moveClock(10_000)
  await shop.jobs.drain()
}

const findRows = async (alertId: string) =>
  (await shop.services.db.select().from(photoAlerts)).filter(({ id }) => id === alertId)

it('mails once that the photos of an event are ready, in the language of the device, with links', async () => {
  const event = await createFutureEvent()
  const email = createEmail()
  const alertId = await setAlert({ eventId: event.id, email }, { language: 'en' })
  await runPhotoNotices(event)
  expect(await readSentEmails(shop, alertId)).toEqual([])

  await createStoredPhoto(shop, event)
  await runPhotoNotices(event)
  await createStoredPhoto(shop, event)
  await runPhotoNotices(event)
  const [letter, ...more] = await readSentEmails(shop, alertId)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: email, subject: 'The photos are here: Three Bridges Half Marathon' })
  expect(letter?.text).toContain(`http://one.test/event/${event.id}`)
  expect(letter?.text).toContain(`http://one.test/unsubscribe/${alertId}`)
  expect(letter?.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/one\.test\/unsubscribe\//m)
})

it.each([
  ['ru', 'Фото готовы: Полумарафон', 'Больше не писать мне о фото'],
  ['es', 'Las fotos ya están: Media', 'No escribirme m'],
])('writes the letter in the language of the device (%s)', async (language, subject, stopLinkText) => {
  const event = await createFutureEvent()
  const alertId = await setAlert({ eventId: event.id, email: createEmail() }, { language })
  await createStoredPhoto(shop, event)
  await runPhotoNotices(event)
  const [letter] = await readSentEmails(shop, alertId)
  expect(letter?.subject).toContain(subject)
  expect(letter?.text).toContain(stopLinkText)
})

it('shows a runner who left a number the photos, watermarked, and the price of all', async () => {
  const event = await createFutureEvent()
  await createStartList(shop.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      finishedOn: new Date(event.startsOn.getTime() + (3600 + 33 * 60 + 41) * 1000),
    },
  ])
  const alertId = await setAlert(
    { eventId: event.id, number: '128', email: createEmail() },
    { language: 'en' },
  )
  const colors = ['#d22', '#22d', '#2a2', '#dd2', '#2dd']
  for (const background of colors) {
    const size = { width: 1280, height: 854, channels: 3, background } as const
    await putPreview(event, await sharp({ create: size }).jpeg().toBuffer())
  }
  await runPhotoNotices(event)
  const [letter, ...more] = await readSentEmails(shop, alertId)
  expect(more).toEqual([])
  expect(letter?.subject).toBe('5 photos of you: Three Bridges Half Marathon')
  expect(letter?.text).toContain(`See all 5: http://one.test/search/${event.id}/128`)
  expect(letter?.text).toContain('All of them cost 1,350')
  expect(letter?.text).toContain('Finish: 1:33:41')
  expect(letter?.text).toContain('5 of 5 photos')
  expect(letter?.text).toContain(`http://one.test/unsubscribe/${alertId}`)
  expect(letter?.raw.match(/^Content-Type: image\/jpeg/gim)).toHaveLength(4)
  expect(letter?.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/one\.test\/unsubscribe\//m)
})

it('states the price for the distance of the runner', async () => {
  const event = await createFutureEvent(30, { distances: ['10 km', '21.1 km'] })
  await createStartList(shop.context(), event, [
    { number: '128', firstName: 'Андрей', surname: 'Ковалёв', distance: '10 km' },
    { number: '7', firstName: 'Мария', surname: 'Лето', distance: '21.1 km' },
  ])
  const args = ['product', 'add', '--event', event.id, '--type', 'photos_with_me', '--price', '900']
  await runTestCommand(shop, ...args, '--distance', '21.1 km')
  const alerts = new Map<string, string>()
  for (const number of ['128', '7']) {
    for (let count = 0; count < 5; count++) await createStoredPhoto(shop, event, { numbers: [number] })
    const alert = { eventId: event.id, number, email: createEmail() }
    alerts.set(number, await setAlert(alert, { language: 'en' }))
  }
  await runPhotoNotices(event)
  const readLetterText = async (number: string) =>
    (await readSentEmails(shop, alerts.get(number) ?? ''))[0]?.text
  expect(await readLetterText('128')).toContain('All of them cost 1,350')
  expect(await readLetterText('7')).toContain('All of them cost 900')
})

/** Stores a preview for a photo of number 128. */
async function putPreview(event: EventRow, bytes: Buffer): Promise<void> {
  const { photoId } = await createStoredPhoto(shop, event, { numbers: ['128'] })
  const [row] = await shop.services.db
    .select({ key: photos.previewKey })
    .from(photos)
    .where(eq(photos.id, photoId))
  await shop.services.objects.put(row?.key ?? '', bytes, { contentType: 'image/jpeg' })
}

it('waits for photos of the number where one is given, in any notation', async () => {
  const event = await createFutureEvent()
  const browser = createSubscribedBrowser('number')
  await setAlert(
    { eventId: event.id, number: ' а-017 ', subscription: browser.subscription },
    { language: 'en' },
  )
  await createStoredPhoto(shop, event, { numbers: ['18'] })
  await runPhotoNotices(event)
  expect(service.received).toEqual([])
  await createStoredPhoto(shop, event, { numbers: ['17'] })
  await runPhotoNotices(event)
  expect(service.received).toEqual([])

  const knownBrowser = createSubscribedBrowser('number-plain')
  await setAlert(
    { eventId: event.id, number: '№ 017', subscription: knownBrowser.subscription },
    { language: 'en' },
  )
  await runPhotoNotices(event)
  expect(service.received.map((each) => knownBrowser.decrypt(each))).toEqual([
    expect.objectContaining({
      body: 'Three Bridges Half Marathon: photos of number 17 are here.',
      path: `/search/${event.id}/17`,
    }),
  ])
})

it('notifies a browser once and stores nothing of it afterwards', async () => {
  const event = await createFutureEvent()
  const browser = createSubscribedBrowser('once')
  const alertId = await setAlert(
    { eventId: event.id, subscription: browser.subscription },
    { language: 'en' },
  )
  for (let photos = 0; photos < 2; photos++) {
    await createStoredPhoto(shop, event)
    await runPhotoNotices(event)
  }
  expect(service.received.map((each) => browser.decrypt(each))).toEqual([
    expect.objectContaining({ path: `/event/${event.id}`, language: 'en' }),
  ])
  expect(await findRows(alertId)).toEqual([])
})

it('mails an address once when two devices subscribed it', async () => {
  const event = await createFutureEvent()
  const email = createEmail()
  const alerts = [await setAlert({ eventId: event.id, email }), await setAlert({ eventId: event.id, email })]
  await createStoredPhoto(shop, event)
  await runPhotoNotices(event)
  const letters = await Promise.all(alerts.map((alertId) => readSentEmails(shop, alertId)))
  expect(letters.flat()).toHaveLength(1)
})

it('is changed and canceled by its id', async () => {
  const event = await createFutureEvent()
  const browser = createSubscribedBrowser('changed')
  const alertId = await setAlert({ eventId: event.id, subscription: browser.subscription })
  await setAlert({ eventId: event.id, number: '17', email: createEmail() }, { alertId })
  const listEndpoints = async () =>
    (await shop.services.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint)
  expect(await listEndpoints()).not.toContain(browser.subscription.endpoint)
  await createStoredPhoto(shop, event, { numbers: ['18'] })
  await runPhotoNotices(event)
  expect([service.received, await readSentEmails(shop, alertId)]).toEqual([[], []])

  await fetchAnswer(shop.app, cancelPhotoAlert, { params: { alertId } })
  expect(await fetchProblemCode(shop.app, cancelPhotoAlert, { params: { alertId } })).toEqual([
    404,
    'NotFound',
  ])
  await createStoredPhoto(shop, event, { numbers: ['17'] })
  await runPhotoNotices(event)
  expect(await readSentEmails(shop, alertId)).toEqual([])
})

it('is sent soon where the photos came first, as after a long time without a network', async () => {
  const event = await createFutureEvent(-1)
  await createStoredPhoto(shop, event)
  const alertId = await setAlert({ eventId: event.id, email: createEmail() })
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
  expect(await readSentEmails(shop, alertId)).toHaveLength(1)
})

it('ends all letters to an address by the link of one', async () => {
  const [first, second] = [await createFutureEvent(), await createFutureEvent()]
  const email = createEmail()
  const sentAlertId = await setAlert({ eventId: first.id, email })
  const waitingAlertId = await setAlert({ eventId: second.id, email: email.toUpperCase() })
  await createStoredPhoto(shop, first)
  await runPhotoNotices(first)
  await fetchAnswer(shop.app, stopPhotoAlerts, { params: { alertId: sentAlertId } })
  expect([await findRows(sentAlertId), await findRows(waitingAlertId)]).toEqual([[], []])
  await createStoredPhoto(shop, second)
  await runPhotoNotices(second)
  expect(await readSentEmails(shop, waitingAlertId)).toEqual([])
  const pushAlertId = await setAlert({
    eventId: second.id,
    subscription: createSubscribedBrowser('no-mail').subscription,
  })
  expect(await fetchProblemCode(shop.app, stopPhotoAlerts, { params: { alertId: pushAlertId } })).toEqual([
    404,
    'NotFound',
  ])
})

it('is deleted 30 days after the event, and not before', async () => {
  const event = await createFutureEvent(10)
  const alertId = await setAlert({ eventId: event.id, number: '17', email: createEmail() })
  for (let days = 0; days < 39; days++) {
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
  }
  expect(await findRows(alertId)).toHaveLength(1)
  for (let days = 0; days < 2; days++) {
    shop.moveClock(dayInMs)
    await shop.jobs.drain()
  }
  expect(await findRows(alertId)).toEqual([])
})

it('follows a browser to its new subscription, also to a known one', async () => {
  const event = await createFutureEvent()
  const [former, next, third] = [
    createSubscribedBrowser('former-alert'),
    createSubscribedBrowser('next-alert'),
    createSubscribedBrowser('third-alert'),
  ]
  await setAlert({ eventId: event.id, subscription: former.subscription })
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
  await runPhotoNotices(event)
  const paths = service.received.map(({ path }) => path)
  expect(paths).toEqual([third.path, third.path])
})

it('keeps the e-mail address of a browser that is gone', async () => {
  const event = await createFutureEvent()
  const browser = createSubscribedBrowser('gone-alert')
  const { subscriptionId } = await fetchAnswer(shop.app, subscribe, {
    body: { subscription: browser.subscription, topics: [{ eventId: event.id }] },
  })
  const alertId = await setAlert({
    eventId: event.id,
    email: createEmail(),
    subscription: browser.subscription,
  })
  const pushOnlyAlertId = await setAlert({ eventId: event.id, subscription: browser.subscription })
  await fetchAnswer(shop.app, unsubscribe, { params: { subscriptionId } })
  expect(await findRows(pushOnlyAlertId)).toEqual([])
  await createStoredPhoto(shop, event)
  await runPhotoNotices(event)
  expect(await readSentEmails(shop, alertId)).toHaveLength(1)
  expect(service.received).toEqual([])
})

it('refuses unreachable subscriptions, unknown events and too many alerts of one address', async () => {
  const event = await createFutureEvent()
  const setRefusedAlert = (body: Body) =>
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
  for (let alerts = 0; alerts < 10; alerts++) ids.push(await setAlert({ eventId: event.id, email }))
  expect(await setRefusedAlert({ eventId: event.id, email })).toEqual([429, 'TooManyRequests'])
  await setAlert({ eventId: event.id, email, number: '5' }, { alertId: ids[0] ?? '' })
  await fetchAnswer(shop.app, cancelPhotoAlert, { params: { alertId: ids[1] ?? '' } })
  await setAlert({ eventId: event.id, email })
})

it('is rate limited per caller', async () => {
  const event = await createFutureEvent()
  const requestAlert = () =>
    sendCall(shop.app, setPhotoAlert, {
      params: { alertId: randomUUID() },
      body: { eventId: event.id, email: createEmail() },
      address: '198.51.100.7',
    })
  const statuses = []
  for (let times = 0; times < 31; times++) statuses.push((await requestAlert()).statusCode)
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

it('sends nothing about an event that was hidden', async () => {
  const event = await createFutureEvent()
  const alertId = await setAlert({ eventId: event.id, email: createEmail() })
  await shop.services.db.update(events).set({ state: 'Hidden' }).where(eq(events.id, event.id))
  await createStoredPhoto(shop, event)
  await runPhotoNotices(event)
  expect(await readSentEmails(shop, alertId)).toEqual([])
})

it('an upcoming event accepts no selfie, one with photos does', async () => {
  const event = await createFutureEvent()
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
