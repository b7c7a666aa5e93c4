import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { cancelPhotoAlert, stopPhotoAlerts, subscribe, unsubscribe } from '../../contract/push.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { events } from '../../server/features/events/tables.ts'
import { mailAlert } from '../../server/features/mailing/mail-alert.ts'
import type { Mailer } from '../../server/features/mailing/ports.ts'
import { photos } from '../../server/features/photos/tables.ts'
import { notifyEvent } from '../../server/features/push/notify.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { enqueue } from '../../server/platform/jobs/jobs.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { createStartList } from '../support/data/race.ts'
import { createSubscribedBrowser } from '../support/providers/push-service.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createEmail,
  createFutureEvent,
  findAlertRows,
  openAlertShop,
  runPhotoNotices,
  setAlert,
} from '../support/server/photo-alerts.ts'
import { createStoredPhoto, type Shop } from '../support/server/shop.ts'

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

it('mails once that the photos of an event are ready, in the language of the device, with links', async () => {
  const event = await createFutureEvent(shop)
  const email = createEmail()
  const alertId = await setAlert(shop, { eventId: event.id, email }, { language: 'en' })
  await runPhotoNotices(shop, event)
  expect(await readSentEmails(shop, alertId)).toEqual([])

  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
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
  const event = await createFutureEvent(shop)
  const alertId = await setAlert(shop, { eventId: event.id, email: createEmail() }, { language })
  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
  const [letter] = await readSentEmails(shop, alertId)
  expect(letter?.subject).toContain(subject)
  expect(letter?.text).toContain(stopLinkText)
})

it('shows a runner who left a number the photos, watermarked, and the price of all', async () => {
  const event = await createFutureEvent(shop)
  await createStartList(shop.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      finishedOn: new Date(event.startsOn.getTime() + (3600 + 33 * 60 + 41) * 1000),
    },
  ])
  const alertId = await setAlert(
    shop,
    { eventId: event.id, number: '128', email: createEmail() },
    { language: 'en' },
  )
  const colors = ['#d22', '#22d', '#2a2', '#dd2', '#2dd']
  for (const background of colors) {
    const size = { width: 1280, height: 854, channels: 3, background } as const
    await putPreview(event, await sharp({ create: size }).jpeg().toBuffer())
  }
  await runPhotoNotices(shop, event)
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
  const event = await createFutureEvent(shop, 30, { distances: ['10 km', '21.1 km'] })
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
    alerts.set(number, await setAlert(shop, alert, { language: 'en' }))
  }
  await runPhotoNotices(shop, event)
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

it('mails an address once when two devices subscribed it', async () => {
  const event = await createFutureEvent(shop)
  const email = createEmail()
  const alerts = [
    await setAlert(shop, { eventId: event.id, email }),
    await setAlert(shop, { eventId: event.id, email }),
  ]
  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
  const letters = await Promise.all(alerts.map((alertId) => readSentEmails(shop, alertId)))
  expect(letters.flat()).toHaveLength(1)
})

/** Runs the notification of an event alone, so that its letters wait as during an outage of the relay. */
const enqueueLetters = (event: EventRow) =>
  notifyEvent(shop.context(), shop.searchModule.finder, { eventId: event.id })

it.each([0, 1])(
  'mails an address whose alert of another device was canceled while the letter waited (%i)',
  async (canceled) => {
    const event = await createFutureEvent(shop)
    const email = createEmail()
    const alertIds = [
      await setAlert(shop, { eventId: event.id, email }),
      await setAlert(shop, { eventId: event.id, email }),
    ]
    await createStoredPhoto(shop, event)
    await enqueueLetters(event)
    await fetchAnswer(shop.app, cancelPhotoAlert, { params: { alertId: alertIds[canceled] ?? '' } })
    await shop.jobs.drain()
    expect(await readSentEmails(shop, alertIds[1 - canceled] ?? '')).toHaveLength(1)
  },
)

it('mails an alert once that is set again, before its letter is mailed and after', async () => {
  const event = await createFutureEvent(shop)
  await createStoredPhoto(shop, event)
  const alert = { eventId: event.id, email: createEmail() }
  const alertId = await setAlert(shop, alert)
  await enqueueLetters(event)
  await setAlert(shop, alert, { alertId })
  await runPhotoNotices(shop, event)
  expect(await readSentEmails(shop, alertId)).toHaveLength(1)
  await setAlert(shop, alert, { alertId })
  await runPhotoNotices(shop, event)
  expect(await readSentEmails(shop, alertId)).toHaveLength(1)
})

it('mails one letter to two devices, one of which had set its alert for another number before', async () => {
  const event = await createFutureEvent(shop)
  await createStoredPhoto(shop, event, { numbers: ['7'] })
  await createStoredPhoto(shop, event, { numbers: ['8'] })
  const email = createEmail()
  const alertId = await setAlert(shop, { eventId: event.id, number: '7', email })
  await enqueueLetters(event)
  shop.moveClock(1000)
  await setAlert(shop, { eventId: event.id, number: '8', email }, { alertId })
  await setAlert(shop, { eventId: event.id, number: '8', email })
  await enqueueLetters(event)
  const { rows } = await shop.services.db.execute<{ payload: unknown }>(sql`
    select payload from jobs where kind = 'mailing.photo-alert' and state = 'Waiting' order by run_at`)
  expect(rows).toHaveLength(3)
  const [earlierJob, ...laterJobs] = rows.map(({ payload }) => payload)
  const { services, searchModule } = shop
  const ports = { ...services, finder: searchModule.finder, thumbnailer: { make: () => Promise.reject() } }
  const send = vi.fn<Mailer['send']>(() => Promise.resolve())
  const runLaterJobs = async () => {
    for (const job of laterJobs) await mailAlert(shop.context(), { ...ports, mailer: { send } }, job)
  }
  const mailer: Mailer = {
    send: async (mail) => {
      await runLaterJobs()
      await send(mail)
    },
  }
  await mailAlert(shop.context(), { ...ports, mailer }, earlierJob)
  await runLaterJobs()
  expect(send).toHaveBeenCalledOnce()
})

it.each([null, '7'])(
  'does not mail photos again that the previous release has mailed to the address (%s)',
  async (number) => {
    const event = await createFutureEvent(shop)
    await createStoredPhoto(shop, event, { numbers: ['7'] })
    const email = createEmail()
    const key = sha256(`${event.id} ${number ?? ''} ${email}`)
    const context = shop.context()
    await enqueue(context, { kind: 'mailing.photo-alert', key, payload: { alertId: 'deleted' } })
    await shop.jobs.drain()
    const alertId = await setAlert(shop, { eventId: event.id, email, ...(number === null ? {} : { number }) })
    await runPhotoNotices(shop, event)
    expect(await readSentEmails(shop, alertId)).toEqual([])
  },
)

it('is sent soon where the photos came first, as after a long time without a network', async () => {
  const event = await createFutureEvent(shop, -1)
  await createStoredPhoto(shop, event)
  const alertId = await setAlert(shop, { eventId: event.id, email: createEmail() })
  shop.moveClock(3 * 60_000)
  await shop.jobs.drain()
  expect(await readSentEmails(shop, alertId)).toHaveLength(1)
})

it('ends all letters to an address by the link of one', async () => {
  const [first, second] = [await createFutureEvent(shop), await createFutureEvent(shop)]
  const email = createEmail()
  const sentAlertId = await setAlert(shop, { eventId: first.id, email })
  const waitingAlertId = await setAlert(shop, { eventId: second.id, email: email.toUpperCase() })
  await createStoredPhoto(shop, first)
  await runPhotoNotices(shop, first)
  await fetchAnswer(shop.app, stopPhotoAlerts, { params: { alertId: sentAlertId } })
  expect([await findAlertRows(shop, sentAlertId), await findAlertRows(shop, waitingAlertId)]).toEqual([
    [],
    [],
  ])
  await createStoredPhoto(shop, second)
  await runPhotoNotices(shop, second)
  expect(await readSentEmails(shop, waitingAlertId)).toEqual([])
  const pushAlertId = await setAlert(shop, {
    eventId: second.id,
    subscription: createSubscribedBrowser('no-mail').subscription,
  })
  expect(await fetchProblemCode(shop.app, stopPhotoAlerts, { params: { alertId: pushAlertId } })).toEqual([
    404,
    'NotFound',
  ])
})

it('keeps the e-mail address of a browser that is gone', async () => {
  const event = await createFutureEvent(shop)
  const browser = createSubscribedBrowser('gone-alert')
  const { subscriptionId } = await fetchAnswer(shop.app, subscribe, {
    body: { subscription: browser.subscription, topics: [{ eventId: event.id }] },
  })
  const alertId = await setAlert(shop, {
    eventId: event.id,
    email: createEmail(),
    subscription: browser.subscription,
  })
  const pushOnlyAlertId = await setAlert(shop, { eventId: event.id, subscription: browser.subscription })
  await fetchAnswer(shop.app, unsubscribe, { params: { subscriptionId } })
  expect(await findAlertRows(shop, pushOnlyAlertId)).toEqual([])
  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
  expect(await readSentEmails(shop, alertId)).toHaveLength(1)
  expect(service.received.filter(({ path }) => path === '/send/gone-alert')).toEqual([])
})

it('sends nothing about an event that was hidden', async () => {
  const event = await createFutureEvent(shop)
  const alertId = await setAlert(shop, { eventId: event.id, email: createEmail() })
  await shop.services.db.update(events).set({ state: 'Hidden' }).where(eq(events.id, event.id))
  await createStoredPhoto(shop, event)
  await runPhotoNotices(shop, event)
  expect(await readSentEmails(shop, alertId)).toEqual([])
})
