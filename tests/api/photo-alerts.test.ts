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
import { schedulePhotoNotice } from '../../server/features/push/index.ts'
import { photoAlerts, pushSubscriptions } from '../../server/features/push/tables.ts'
import { lettersAbout } from '../support/data/delivered-files.ts'
import { aStartList } from '../support/data/race.ts'
import { aBrowser, openPushService } from '../support/providers/push-service.ts'
import { type Ask, answer, refusal, send } from '../support/server/api-calls.ts'
import { command } from '../support/server/commands.ts'
import { aSellingEvent, aStoredPhoto, openShop, type Shop } from '../support/server/shop.ts'

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

async function anEventAhead(inDays = 30, input: { distances?: string[] } = {}): Promise<EventRow> {
  const startsOn = new Date(shop.services.clock().getTime() + inDays * dayInMs)
  return aSellingEvent(shop, { startsOn, endsOn: new Date(startsOn.getTime() + dayInMs / 4), ...input })
}

type Body = { eventId: string } & Partial<
  Record<'number' | 'email', string> & { subscription: ReturnType<typeof aBrowser>['subscription'] }
>

/** Sets an alert and returns its id. Each call has another address, so that no rate limit applies. */
async function set(body: Body, more: Ask & { alertId?: string } = {}): Promise<string> {
  const { alertId = randomUUID(), ...rest } = more
  await answer(shop.app, setPhotoAlert, { params: { alertId }, body, address: anAddress(), ...rest })
  return alertId
}

let calls = 0
const anAddress = () => `192.0.2.${(calls++ % 250) + 1}`

const anEmail = () => `${randomUUID()}@mail.example`

async function afterPhotos(event: EventRow): Promise<void> {
  await schedulePhotoNotice(shop.context(), event.id, shop.services.clock())
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
  // a message whose idle connection was closed is retried after a few seconds
  shop.moveClock(10_000)
  await shop.jobs.drain()
}

const findRows = async (alertId: string) =>
  (await shop.services.db.select().from(photoAlerts)).filter(({ id }) => id === alertId)

it('mails once that the photos of an event are ready, in the language of the device, with links', async () => {
  const event = await anEventAhead()
  const email = anEmail()
  const alertId = await set({ eventId: event.id, email }, { language: 'en' })
  await afterPhotos(event)
  expect(await lettersAbout(shop, alertId)).toEqual([])

  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  const [letter, ...more] = await lettersAbout(shop, alertId)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: email, subject: 'The photos are here: Three Bridges Half Marathon' })
  expect(letter?.text).toContain(`http://one.test/event/${event.id}`)
  expect(letter?.text).toContain(`http://one.test/unsubscribe/${alertId}`)
  expect(letter?.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/one\.test\/unsubscribe\//m)
})

it.each([
  ['ru', 'Фото готовы: Полумарафон', 'Больше не писать мне о фото'],
  ['es', 'Las fotos ya están: Media', 'No escribirme m'],
])('writes the letter in the language of the device (%s)', async (language, subject, stop) => {
  const event = await anEventAhead()
  const alertId = await set({ eventId: event.id, email: anEmail() }, { language })
  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  const [letter] = await lettersAbout(shop, alertId)
  expect(letter?.subject).toContain(subject)
  expect(letter?.text).toContain(stop)
})

it('shows a runner who left a number the photos, watermarked, and the price of all', async () => {
  const event = await anEventAhead()
  await aStartList(shop.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      finishedOn: new Date(event.startsOn.getTime() + (3600 + 33 * 60 + 41) * 1000),
    },
  ])
  const alertId = await set({ eventId: event.id, number: '128', email: anEmail() }, { language: 'en' })
  const colours = ['#d22', '#22d', '#2a2', '#dd2', '#2dd']
  for (const background of colours) {
    const size = { width: 1280, height: 854, channels: 3, background } as const
    await putPreview(event, await sharp({ create: size }).jpeg().toBuffer())
  }
  await afterPhotos(event)
  const [letter, ...more] = await lettersAbout(shop, alertId)
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
  const event = await anEventAhead(30, { distances: ['10 km', '21.1 km'] })
  await aStartList(shop.context(), event, [
    { number: '128', firstName: 'Андрей', surname: 'Ковалёв', distance: '10 km' },
    { number: '7', firstName: 'Мария', surname: 'Лето', distance: '21.1 km' },
  ])
  const words = ['product', 'add', '--event', event.id, '--type', 'photos_with_me', '--price', '900']
  await command(shop, ...words, '--distance', '21.1 km')
  const alerts = new Map<string, string>()
  for (const number of ['128', '7']) {
    for (let count = 0; count < 5; count++) await aStoredPhoto(shop, event, { numbers: [number] })
    const alert = { eventId: event.id, number, email: anEmail() }
    alerts.set(number, await set(alert, { language: 'en' }))
  }
  await afterPhotos(event)
  const textFor = async (number: string) => (await lettersAbout(shop, alerts.get(number) ?? ''))[0]?.text
  expect(await textFor('128')).toContain('All of them cost 1,350')
  expect(await textFor('7')).toContain('All of them cost 900')
})

/** Stores a preview for a photo of number 128. */
async function putPreview(event: EventRow, bytes: Buffer): Promise<void> {
  const { photoId } = await aStoredPhoto(shop, event, { numbers: ['128'] })
  const [row] = await shop.services.db
    .select({ key: photos.previewKey })
    .from(photos)
    .where(eq(photos.id, photoId))
  await shop.services.objects.put(row?.key ?? '', bytes, { contentType: 'image/jpeg' })
}

it('waits for photos of the number where one is given, in any notation', async () => {
  const event = await anEventAhead()
  const browser = aBrowser('number')
  await set({ eventId: event.id, number: ' а-017 ', subscription: browser.subscription }, { language: 'en' })
  await aStoredPhoto(shop, event, { numbers: ['18'] })
  await afterPhotos(event)
  expect(service.received).toEqual([])
  await aStoredPhoto(shop, event, { numbers: ['17'] })
  await afterPhotos(event)
  expect(service.received).toEqual([])

  const known = aBrowser('number-plain')
  await set({ eventId: event.id, number: '№ 017', subscription: known.subscription }, { language: 'en' })
  await afterPhotos(event)
  expect(service.received.map((each) => known.read(each))).toEqual([
    expect.objectContaining({
      body: 'Three Bridges Half Marathon: photos of number 17 are here.',
      path: `/search/${event.id}/17`,
    }),
  ])
})

it('notifies a browser once and stores nothing of it afterwards', async () => {
  const event = await anEventAhead()
  const browser = aBrowser('once')
  const alertId = await set({ eventId: event.id, subscription: browser.subscription }, { language: 'en' })
  for (let photos = 0; photos < 2; photos++) {
    await aStoredPhoto(shop, event)
    await afterPhotos(event)
  }
  expect(service.received.map((each) => browser.read(each))).toEqual([
    expect.objectContaining({ path: `/event/${event.id}`, language: 'en' }),
  ])
  expect(await findRows(alertId)).toEqual([])
})

it('mails an address once when two devices subscribed it', async () => {
  const event = await anEventAhead()
  const email = anEmail()
  const alerts = [await set({ eventId: event.id, email }), await set({ eventId: event.id, email })]
  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  const letters = await Promise.all(alerts.map((alertId) => lettersAbout(shop, alertId)))
  expect(letters.flat()).toHaveLength(1)
})

it('is changed and canceled by its id', async () => {
  const event = await anEventAhead()
  const browser = aBrowser('changed')
  const alertId = await set({ eventId: event.id, subscription: browser.subscription })
  await set({ eventId: event.id, number: '17', email: anEmail() }, { alertId })
  const endpoints = async () =>
    (await shop.services.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint)
  expect(await endpoints()).not.toContain(browser.subscription.endpoint)
  await aStoredPhoto(shop, event, { numbers: ['18'] })
  await afterPhotos(event)
  expect([service.received, await lettersAbout(shop, alertId)]).toEqual([[], []])

  await answer(shop.app, cancelPhotoAlert, { params: { alertId } })
  expect(await refusal(shop.app, cancelPhotoAlert, { params: { alertId } })).toEqual([404, 'NotFound'])
  await aStoredPhoto(shop, event, { numbers: ['17'] })
  await afterPhotos(event)
  expect(await lettersAbout(shop, alertId)).toEqual([])
})

it('is sent soon where the photos came first, as after a long time without a network', async () => {
  const event = await anEventAhead(-1)
  await aStoredPhoto(shop, event)
  const alertId = await set({ eventId: event.id, email: anEmail() })
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
  expect(await lettersAbout(shop, alertId)).toHaveLength(1)
})

it('ends all letters to an address by the link of one', async () => {
  const [first, second] = [await anEventAhead(), await anEventAhead()]
  const email = anEmail()
  const sent = await set({ eventId: first.id, email })
  const waiting = await set({ eventId: second.id, email: email.toUpperCase() })
  await aStoredPhoto(shop, first)
  await afterPhotos(first)
  await answer(shop.app, stopPhotoAlerts, { params: { alertId: sent } })
  expect([await findRows(sent), await findRows(waiting)]).toEqual([[], []])
  await aStoredPhoto(shop, second)
  await afterPhotos(second)
  expect(await lettersAbout(shop, waiting)).toEqual([])
  const byPush = await set({ eventId: second.id, subscription: aBrowser('no-mail').subscription })
  expect(await refusal(shop.app, stopPhotoAlerts, { params: { alertId: byPush } })).toEqual([404, 'NotFound'])
})

it('is deleted 30 days after the event, and not before', async () => {
  const event = await anEventAhead(10)
  const alertId = await set({ eventId: event.id, number: '17', email: anEmail() })
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
  const event = await anEventAhead()
  const [former, next, third] = [aBrowser('former-alert'), aBrowser('next-alert'), aBrowser('third-alert')]
  await set({ eventId: event.id, subscription: former.subscription })
  await answer(shop.app, subscribe, {
    body: { subscription: third.subscription, topics: [{ eventId: event.id }] },
  })
  for (const [from, to] of [
    [former, next],
    [next, third],
  ] as const) {
    const { endpoint, keys } = from.subscription
    const body = { former: { endpoint, auth: keys.auth }, subscription: to.subscription }
    await answer(shop.app, renewSubscription, { body })
  }
  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  const paths = service.received.map(({ path }) => path)
  expect(paths).toEqual([third.path, third.path])
})

it('keeps the e-mail address of a browser that is gone', async () => {
  const event = await anEventAhead()
  const browser = aBrowser('gone-alert')
  const { subscriptionId } = await answer(shop.app, subscribe, {
    body: { subscription: browser.subscription, topics: [{ eventId: event.id }] },
  })
  const alertId = await set({ eventId: event.id, email: anEmail(), subscription: browser.subscription })
  const alone = await set({ eventId: event.id, subscription: browser.subscription })
  await answer(shop.app, unsubscribe, { params: { subscriptionId } })
  expect(await findRows(alone)).toEqual([])
  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  expect(await lettersAbout(shop, alertId)).toHaveLength(1)
  expect(service.received).toEqual([])
})

it('refuses unreachable subscriptions, unknown events and too many alerts of one address', async () => {
  const event = await anEventAhead()
  const refused = (body: Body) =>
    refusal(shop.app, setPhotoAlert, { params: { alertId: randomUUID() }, body, address: anAddress() })
  const email = anEmail()
  expect(await refused({ eventId: event.id })).toEqual([400, 'ValidationFailed'])
  expect(await refused({ eventId: event.id, email: 'nobody' })).toEqual([400, 'ValidationFailed'])
  expect(await refused({ eventId: event.id, email, number: '*' })).toEqual([422, 'BibInvalid'])
  expect(await refused({ eventId: 'nobodys', email })).toEqual([404, 'EventNotFound'])
  const elsewhere = { ...aBrowser('x').subscription, endpoint: 'https://127.0.0.1/x' }
  expect(await refused({ eventId: event.id, subscription: elsewhere })).toEqual([422, 'SubscriptionInvalid'])
  const ids = []
  for (let alerts = 0; alerts < 10; alerts++) ids.push(await set({ eventId: event.id, email }))
  expect(await refused({ eventId: event.id, email })).toEqual([429, 'TooManyRequests'])
  await set({ eventId: event.id, email, number: '5' }, { alertId: ids[0] ?? '' })
  await answer(shop.app, cancelPhotoAlert, { params: { alertId: ids[1] ?? '' } })
  await set({ eventId: event.id, email })
})

it('is rate limited per caller', async () => {
  const event = await anEventAhead()
  const ask = () =>
    send(shop.app, setPhotoAlert, {
      params: { alertId: randomUUID() },
      body: { eventId: event.id, email: anEmail() },
      address: '198.51.100.7',
    })
  const statuses = []
  for (let times = 0; times < 31; times++) statuses.push((await ask()).statusCode)
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

it('sends nothing about an event that was hidden', async () => {
  const event = await anEventAhead()
  const alertId = await set({ eventId: event.id, email: anEmail() })
  await shop.services.db.update(events).set({ state: 'Hidden' }).where(eq(events.id, event.id))
  await aStoredPhoto(shop, event)
  await afterPhotos(event)
  expect(await lettersAbout(shop, alertId)).toEqual([])
})

it('an upcoming event accepts no selfie, one with photos does', async () => {
  const event = await anEventAhead()
  const edge = 'picture'
  const selfie = (): Ask => ({
    query: { albumId: event.albumId },
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'idempotency-key': randomUUID() },
    body: `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="face.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnone\r\n--${edge}--\r\n`,
  })
  expect(await refusal(shop.app, sendSelfie, selfie())).toEqual([409, 'EventAhead'])
  await aStoredPhoto(shop, event)
  // it is analyzed now, and rejected because it is not a picture
  expect((await send(shop.app, sendSelfie, selfie())).statusCode).not.toBe(409)
})
