import { importJWK, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { deviceHeader } from '../../contract/call.ts'
import { getPushKey, type PushTopic, renewSubscription, subscribe, unsubscribe } from '../../contract/push.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { schedulePhotoNotification } from '../../server/features/push/index.ts'
import { findSubscriptionsOfDevice } from '../../server/features/push/store.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { createSubscribedBrowser, openPushService } from '../support/providers/push-service.ts'
import { openSmtpRelay, type SmtpRelay } from '../support/providers/smtp-relay.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  openShop,
  placeOrder,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

const minuteInMs = 60_000
const buyerEmail = 'anna.s@mail.example'

let relay: SmtpRelay
let service: Awaited<ReturnType<typeof openPushService>>
let shop: Shop
let event: EventRow
beforeAll(async () => {
  relay = await openSmtpRelay()
  service = await openPushService()
  shop = await openShop({ gateway: service.gateway, env: { SMTP_URL: relay.url } })
  event = await createEventOnSale(shop)
})
afterEach(() => {
  service.setStatus(201)
  service.received.length = 0
  relay.replyTo(buyerEmail, undefined)
})
afterAll(async () => {
  await shop.close()
  await service.close()
  await relay.close()
})

type Browser = ReturnType<typeof createSubscribedBrowser>

const subscribeBrowser = (
  browser: Browser,
  topic: PushTopic,
  options: { token?: string; language?: string; headers?: Record<string, string> } = {},
) =>
  fetchAnswer(shop.app, subscribe, {
    ...options,
    body: { subscription: browser.subscription, topics: [topic] },
  })

const listMessages = (browser: Browser) =>
  service.received.filter(({ path }) => path === browser.path).map((each) => browser.decrypt(each))

async function payInvoice(invoiceId: string): Promise<void> {
  const { payUrl } = await startPayment(shop, invoiceId)
  await shop.pressBankButton(payUrl, 'approve')
  await shop.jobs.drain()
}

async function advanceHours(hours: number): Promise<void> {
  shop.moveClock(hours * 60 * minuteInMs)
  await shop.jobs.drain()
}

/** Pays a package of a number with one photo. Returns the browser that is notified of its order. */
async function payForPackage(number: string): Promise<Browser> {
  await createStoredPhoto(shop, event, { numbers: [number] })
  const cartId = await createReadyCart(shop, event, { package: number })
  const { orderId, invoiceId } = await placeOrder(shop, cartId)
  const browser = createSubscribedBrowser(`package-${number}`)
  await subscribeBrowser(browser, { orderId }, { language: 'en' })
  await payInvoice(invoiceId)
  return browser
}

/** Adds a photo of a number, and waits until the next search of its order has found it. */
async function addLaterPhoto(number: string): Promise<void> {
  await createStoredPhoto(shop, event, { numbers: [number], point: 'late' })
  await advanceHours(3)
}

const listOrderTexts = (browser: Browser) =>
  listMessages(browser).map(({ body }) => body.replace(/^Order \d+: /, ''))

const countLetters = () =>
  relay.receivedMails.filter(({ recipients }) => recipients.includes(buyerEmail)).length

async function runPhotoNotices(): Promise<void> {
  await schedulePhotoNotification(shop.context(), event.id, shop.services.clock())
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
}

it('sends once that an order is ready, encrypted for its browser, in the tenant’s name and the device’s language', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  const [english, russian] = [createSubscribedBrowser('english'), createSubscribedBrowser('russian')]
  await subscribeBrowser(english, { orderId }, { language: 'en' })
  await subscribeBrowser(english, { orderId }, { language: 'en' })
  await subscribeBrowser(russian, { orderId }, { language: 'ru' })
  await payInvoice(invoiceId)
  await shop.jobs.drain()
  expect(listMessages(english)).toEqual([
    {
      title: shop.context().tenant.settings.tenantName,
      body: expect.stringMatching(/^Order \d+: your files are ready/) as string,
      path: `/order/${orderId}`,
      tag: `order-${orderId}`,
      language: 'en',
    },
  ])
  expect(listMessages(russian).map(({ body }) => body)).toEqual([expect.stringMatching(/^Заказ \d+/)])
  const [encryptedMessage] = service.received
  if (!encryptedMessage) throw new Error('Nothing was sent')
  const stranger = encryptedMessage.path === english.path ? russian : english
  expect(() => stranger.decrypt(encryptedMessage)).toThrow()
})

it('identifies itself to the push service by the key given to browsers', async () => {
  const { publicKey } = await fetchAnswer(shop.app, getPushKey)
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  await subscribeBrowser(createSubscribedBrowser('vapid'), { orderId })
  await payInvoice(invoiceId)
  const [sent] = service.received
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(sent?.headers.authorization ?? '') ?? []
  expect(key).toBe(publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const verified = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience: service.origin,
  })
  expect(verified.payload.sub).toMatch(/^mailto:.+@/)
  expect(sent?.headers).toMatchObject({ encoding: 'aes128gcm', ttl: '86400' })
})

it('sends new photos of the searched runner only, each once', async () => {
  const runnerToken = await fetchSearchToken(shop.app, event.id, { number: '7' })
  await createStoredPhoto(shop, event, { numbers: ['7'] })
  const [runnerBrowser, albumBrowser] = [
    createSubscribedBrowser('runner'),
    createSubscribedBrowser('anybody'),
  ]
  await subscribeBrowser(runnerBrowser, { eventId: event.id }, { token: runnerToken.token, language: 'en' })
  await subscribeBrowser(albumBrowser, { eventId: event.id }, { language: 'en' })
  await runPhotoNotices()
  expect([listMessages(runnerBrowser), listMessages(albumBrowser)]).toEqual([[], []])

  await createStoredPhoto(shop, event, { numbers: ['8'] })
  await runPhotoNotices()
  expect(listMessages(runnerBrowser)).toEqual([])
  expect(listMessages(albumBrowser)).toHaveLength(1)

  await createStoredPhoto(shop, event, { numbers: ['7'] })
  await createStoredPhoto(shop, event, { numbers: ['7'] })
  await runPhotoNotices()
  await runPhotoNotices()
  expect(listMessages(runnerBrowser).map(({ body, path }) => [body, path])).toEqual([
    [expect.stringMatching(/new photos of you, 2\.$/), `/event/${event.id}/my`],
  ])
})

it('sends each batch of later photos of a package, also one as large as the batch before', async () => {
  const browser = await payForPackage('41')
  await addLaterPhoto('41')
  await addLaterPhoto('41')
  await advanceHours(12)
  expect(listOrderTexts(browser)).toEqual([
    'your files are ready to download.',
    'new files, 1.',
    'new files, 1.',
  ])
})

it('sends that files are ready, and later photos, also to buyers whose address the relay refuses', async () => {
  relay.replyTo(buyerEmail, '553 mailbox name not allowed')
  const triesBefore = relay.countTries(buyerEmail)
  const browser = await payForPackage('42')
  await addLaterPhoto('42')
  await addLaterPhoto('42')
  expect(listOrderTexts(browser)).toEqual([
    'your files are ready to download.',
    'new files, 1.',
    'new files, 1.',
  ])
  expect(relay.countTries(buyerEmail) - triesBefore).toBe(1)
})

it('sends messages of an order while its letters wait for the relay, each once', async () => {
  relay.replyTo(buyerEmail, '450 mailbox busy')
  const browser = await payForPackage('43')
  const lettersBefore = countLetters()
  const texts = ['your files are ready to download.']
  expect(listOrderTexts(browser)).toEqual(texts)
  relay.replyTo(buyerEmail, undefined)
  await advanceHours(1)
  expect([countLetters() - lettersBefore, listOrderTexts(browser)]).toEqual([1, texts])

  relay.replyTo(buyerEmail, '450 mailbox busy')
  await addLaterPhoto('43')
  texts.push('new files, 1.')
  expect(listOrderTexts(browser)).toEqual(texts)
  await addLaterPhoto('43')
  texts.push('new files, 1.')
  expect(listOrderTexts(browser)).toEqual(texts)
  relay.replyTo(buyerEmail, undefined)
  await advanceHours(2)
  expect([countLetters() - lettersBefore, listOrderTexts(browser)]).toEqual([2, texts])
})

it('sends nothing while an event is hidden, and counts its new photos once it is published', async () => {
  const browser = createSubscribedBrowser('hidden')
  await subscribeBrowser(browser, { eventId: event.id }, { language: 'en' })
  await createStoredPhoto(shop, event)
  await runTestCommand(shop, 'event', 'hide', '--event', event.id)
  await runPhotoNotices()
  expect(listMessages(browser)).toEqual([])
  await runTestCommand(shop, 'event', 'publish', '--event', event.id)
  await createStoredPhoto(shop, event)
  await runPhotoNotices()
  expect(listMessages(browser)).toMatchObject([{ body: expect.stringMatching(/new photos, 2\.$/) as string }])
})

it('deletes a browser that is gone, and retries a service that does not answer', async () => {
  const [first, second] = [
    await placeOrder(shop, await createReadyCart(shop, event)),
    await placeOrder(shop, await createReadyCart(shop, event)),
  ]
  const [goneBrowser, slowBrowser] = [createSubscribedBrowser('gone'), createSubscribedBrowser('slow')]
  const { subscriptionId } = await subscribeBrowser(goneBrowser, { orderId: first.orderId })
  await subscribeBrowser(slowBrowser, { orderId: second.orderId })
  service.setStatus(410)
  await payInvoice(first.invoiceId)
  expect(await fetchProblemCode(shop.app, unsubscribe, { params: { subscriptionId } })).toEqual([
    404,
    'NotFound',
  ])
  service.setStatus(503)
  await payInvoice(second.invoiceId)
  service.setStatus(201)
  service.received.length = 0
  shop.moveClock(minuteInMs)
  await shop.jobs.drain()
  await shop.jobs.drain()
  expect(listMessages(slowBrowser)).toHaveLength(1)
})

it('continues at a browser’s new subscription, once, and only with the secret of the former one', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  const [former, next] = [createSubscribedBrowser('former'), createSubscribedBrowser('next')]
  await subscribeBrowser(former, { orderId })
  await subscribeBrowser(former, { eventId: event.id })
  const { endpoint, keys } = former.subscription
  const buildRenewal = (auth: string) => ({
    body: { former: { endpoint, auth }, subscription: next.subscription },
  })
  const stranger = createSubscribedBrowser('stranger').subscription.keys.auth
  expect(await fetchProblemCode(shop.app, renewSubscription, buildRenewal(stranger))).toEqual([
    404,
    'NotFound',
  ])
  const { subscriptionId } = await fetchAnswer(shop.app, renewSubscription, buildRenewal(keys.auth))
  expect(await fetchAnswer(shop.app, renewSubscription, buildRenewal(keys.auth))).toEqual({ subscriptionId })
  await createStoredPhoto(shop, event)
  await runPhotoNotices()
  await payInvoice(invoiceId)
  expect(listMessages(former)).toEqual([])
  expect(listMessages(next).map(({ path }) => path)).toEqual([`/event/${event.id}`, `/order/${orderId}`])
})

it('continues at a new subscription that replaces one whose endpoint is gone while a message is sent to it', async () => {
  const orders = [
    await placeOrder(shop, await createReadyCart(shop, event)),
    await placeOrder(shop, await createReadyCart(shop, event)),
  ]
  const [former, next] = [createSubscribedBrowser('gone-former'), createSubscribedBrowser('gone-next')]
  for (const { orderId } of orders) await subscribeBrowser(former, { orderId })
  const { endpoint, keys } = former.subscription
  const post = vi.spyOn(service.gateway, 'post').mockImplementationOnce(async () => {
    const body = { former: { endpoint, auth: keys.auth }, subscription: next.subscription }
    await fetchAnswer(shop.app, renewSubscription, { body })
    return 410
  })
  for (const { invoiceId } of orders) await payInvoice(invoiceId)
  post.mockRestore()
  expect(listMessages(next).map(({ path }) => path)).toEqual(orders.map(({ orderId }) => `/order/${orderId}`))
})

it('notifies a browser once that subscribed again before its renewal', async () => {
  const [order, other] = [
    await placeOrder(shop, await createReadyCart(shop, event)),
    await placeOrder(shop, await createReadyCart(shop, event)),
  ]
  const [former, next] = [createSubscribedBrowser('early-former'), createSubscribedBrowser('early-next')]
  await subscribeBrowser(former, { orderId: order.orderId })
  await subscribeBrowser(former, { orderId: other.orderId })
  const { subscriptionId } = await subscribeBrowser(next, { orderId: order.orderId })
  const { endpoint, keys } = former.subscription
  const body = { former: { endpoint, auth: keys.auth }, subscription: next.subscription }
  expect(await fetchAnswer(shop.app, renewSubscription, { body })).toEqual({ subscriptionId })
  await payInvoice(order.invoiceId)
  await payInvoice(other.invoiceId)
  expect(listMessages(former)).toEqual([])
  expect(listMessages(next).map(({ path }) => path)).toEqual([
    `/order/${order.orderId}`,
    `/order/${other.orderId}`,
  ])
})

it('notifies the device of a renewed subscription, also where the browser subscribed again without its key', async () => {
  const { orderId } = await placeOrder(shop, await createReadyCart(shop, event))
  const [former, next] = [createSubscribedBrowser('device-former'), createSubscribedBrowser('device-next')]
  const key = 'k'.repeat(32)
  await subscribeBrowser(former, { orderId }, { headers: { [deviceHeader]: key } })
  const { subscriptionId } = await subscribeBrowser(next, { orderId })
  const { endpoint, keys } = former.subscription
  await fetchAnswer(shop.app, renewSubscription, {
    body: { former: { endpoint, auth: keys.auth }, subscription: next.subscription },
  })
  const hash = sha256(`device ${key}`)
  expect(await findSubscriptionsOfDevice(shop.context(), hash)).toEqual([subscriptionId])
})

it('sends nothing after unsubscribing', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await createReadyCart(shop, event))
  const browser = createSubscribedBrowser('tired')
  const { subscriptionId } = await subscribeBrowser(browser, { orderId })
  await fetchAnswer(shop.app, unsubscribe, { params: { subscriptionId } })
  await payInvoice(invoiceId)
  expect(service.received).toEqual([])
})

it('sends only to push services, and refuses invalid keys', async () => {
  const { orderId } = await placeOrder(shop, await createReadyCart(shop, event))
  const { subscription } = createSubscribedBrowser('any')
  const subscribeRefused = (endpoint: string, keys = subscription.keys, topic: PushTopic = { orderId }) =>
    fetchProblemCode(shop.app, subscribe, { body: { subscription: { endpoint, keys }, topics: [topic] } })
  for (const endpoint of ['http://push.test/x', 'https://127.0.0.1/x', 'https://169.254.169.254/x'])
    expect(await subscribeRefused(endpoint), endpoint).toEqual([422, 'SubscriptionInvalid'])
  const shortKeys = { ...subscription.keys, p256dh: subscription.keys.p256dh.slice(0, 40) }
  const invalidPointKeys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
  for (const keys of [shortKeys, invalidPointKeys, { ...subscription.keys, auth: 'AAAA' }])
    expect(await subscribeRefused(subscription.endpoint, keys)).toEqual([422, 'SubscriptionInvalid'])
  const subscribeToUnknown = (topic: PushTopic) =>
    subscribeRefused(subscription.endpoint, subscription.keys, topic)
  expect(await subscribeToUnknown({ orderId: 'nobodys' })).toEqual([404, 'OrderNotFound'])
  expect(await subscribeToUnknown({ eventId: 'nobodys' })).toEqual([404, 'EventNotFound'])
})
