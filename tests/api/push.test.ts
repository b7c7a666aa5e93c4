import { importJWK, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getPushKey, type PushTopic, renewSubscription, subscribe, unsubscribe } from '../../contract/push.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { schedulePhotoNotice } from '../../server/features/push/index.ts'
import { aBrowser, openPushService } from '../support/providers/push-service.ts'
import { answer, refusal, tokenFor } from '../support/server/api-calls.ts'
import { command } from '../support/server/commands.ts'
import {
  aFullCart,
  aSellingEvent,
  aStoredPhoto,
  openShop,
  pay,
  placeOrder,
  type Shop,
} from '../support/server/shop.ts'

const minuteInMs = 60_000

let service: Awaited<ReturnType<typeof openPushService>>
let shop: Shop
let event: EventRow
beforeAll(async () => {
  service = await openPushService()
  shop = await openShop({ gateway: service.gateway })
  event = await aSellingEvent(shop)
})
afterEach(() => {
  service.answerWith(201)
  service.received.length = 0
})
afterAll(async () => {
  await shop.close()
  await service.close()
})

type Browser = ReturnType<typeof aBrowser>

const ask = (browser: Browser, topic: PushTopic, more: { token?: string; language?: string } = {}) =>
  answer(shop.app, subscribe, { ...more, body: { subscription: browser.subscription, topics: [topic] } })

const messagesFor = (browser: Browser) =>
  service.received.filter(({ path }) => path === browser.path).map((each) => browser.read(each))

async function paidNow(invoiceId: string): Promise<void> {
  const { payUrl } = await pay(shop, invoiceId)
  await shop.press(payUrl, 'approve')
  await shop.jobs.drain()
}

async function afterPhotos(): Promise<void> {
  await schedulePhotoNotice(shop.context(), event.id, shop.services.clock())
  shop.moveClock(3 * minuteInMs)
  await shop.jobs.drain()
}

it('sends once that an order is ready, encrypted for its browser, in the tenant’s name and the device’s language', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await aFullCart(shop, event))
  const [english, russian] = [aBrowser('english'), aBrowser('russian')]
  await ask(english, { orderId }, { language: 'en' })
  await ask(english, { orderId }, { language: 'en' })
  await ask(russian, { orderId }, { language: 'ru' })
  await paidNow(invoiceId)
  await shop.jobs.drain()
  expect(messagesFor(english)).toEqual([
    {
      title: shop.context().tenant.settings.tenantName,
      body: expect.stringMatching(/^Order \d+: your files are ready/) as string,
      path: `/order/${orderId}`,
      tag: `order-${orderId}`,
      language: 'en',
    },
  ])
  expect(messagesFor(russian).map(({ body }) => body)).toEqual([expect.stringMatching(/^Заказ \d+/)])
  const [sealed] = service.received
  if (!sealed) throw new Error('Nothing was sent')
  const stranger = sealed.path === english.path ? russian : english
  expect(() => stranger.read(sealed)).toThrow()
})

it('identifies itself to the push service by the key given to browsers', async () => {
  const { publicKey } = await answer(shop.app, getPushKey)
  const { orderId, invoiceId } = await placeOrder(shop, await aFullCart(shop, event))
  await ask(aBrowser('vapid'), { orderId })
  await paidNow(invoiceId)
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
  const runners = await tokenFor(shop.app, event.id, { number: '7' })
  await aStoredPhoto(shop, event, { numbers: ['7'] })
  const [runner, anybody] = [aBrowser('runner'), aBrowser('anybody')]
  await ask(runner, { eventId: event.id }, { token: runners.token, language: 'en' })
  await ask(anybody, { eventId: event.id }, { language: 'en' })
  await afterPhotos()
  expect([messagesFor(runner), messagesFor(anybody)]).toEqual([[], []])

  await aStoredPhoto(shop, event, { numbers: ['8'] })
  await afterPhotos()
  expect(messagesFor(runner)).toEqual([])
  expect(messagesFor(anybody)).toHaveLength(1)

  await aStoredPhoto(shop, event, { numbers: ['7'] })
  await aStoredPhoto(shop, event, { numbers: ['7'] })
  await afterPhotos()
  await afterPhotos()
  expect(messagesFor(runner).map(({ body, path }) => [body, path])).toEqual([
    [expect.stringMatching(/new photos of you, 2\.$/), `/event/${event.id}/my`],
  ])
})

it('sends nothing while an event is hidden, and counts its new photos once it is published', async () => {
  const browser = aBrowser('hidden')
  await ask(browser, { eventId: event.id }, { language: 'en' })
  await aStoredPhoto(shop, event)
  await command(shop, 'event', 'hide', '--event', event.id)
  await afterPhotos()
  expect(messagesFor(browser)).toEqual([])
  await command(shop, 'event', 'publish', '--event', event.id)
  await aStoredPhoto(shop, event)
  await afterPhotos()
  expect(messagesFor(browser)).toMatchObject([{ body: expect.stringMatching(/new photos, 2\.$/) as string }])
})

it('deletes a browser that is gone, and retries a service that does not answer', async () => {
  const [first, second] = [
    await placeOrder(shop, await aFullCart(shop, event)),
    await placeOrder(shop, await aFullCart(shop, event)),
  ]
  const [gone, slow] = [aBrowser('gone'), aBrowser('slow')]
  const { subscriptionId } = await ask(gone, { orderId: first.orderId })
  await ask(slow, { orderId: second.orderId })
  service.answerWith(410)
  await paidNow(first.invoiceId)
  expect(await refusal(shop.app, unsubscribe, { params: { subscriptionId } })).toEqual([404, 'NotFound'])
  service.answerWith(503)
  await paidNow(second.invoiceId)
  service.answerWith(201)
  service.received.length = 0
  shop.moveClock(minuteInMs)
  await shop.jobs.drain()
  await shop.jobs.drain()
  expect(messagesFor(slow)).toHaveLength(1)
})

it('continues at a browser’s new subscription, once, and only with the secret of the former one', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await aFullCart(shop, event))
  const [former, next] = [aBrowser('former'), aBrowser('next')]
  await ask(former, { orderId })
  await ask(former, { eventId: event.id })
  const { endpoint, keys } = former.subscription
  const renewal = (auth: string) => ({
    body: { former: { endpoint, auth }, subscription: next.subscription },
  })
  const stranger = aBrowser('stranger').subscription.keys.auth
  expect(await refusal(shop.app, renewSubscription, renewal(stranger))).toEqual([404, 'NotFound'])
  const { subscriptionId } = await answer(shop.app, renewSubscription, renewal(keys.auth))
  expect(await answer(shop.app, renewSubscription, renewal(keys.auth))).toEqual({ subscriptionId })
  await aStoredPhoto(shop, event)
  await afterPhotos()
  await paidNow(invoiceId)
  expect(messagesFor(former)).toEqual([])
  expect(messagesFor(next).map(({ path }) => path)).toEqual([`/event/${event.id}`, `/order/${orderId}`])
})

it('notifies a browser once that subscribed again before its renewal', async () => {
  const [order, other] = [
    await placeOrder(shop, await aFullCart(shop, event)),
    await placeOrder(shop, await aFullCart(shop, event)),
  ]
  const [former, next] = [aBrowser('early-former'), aBrowser('early-next')]
  await ask(former, { orderId: order.orderId })
  await ask(former, { orderId: other.orderId })
  const { subscriptionId } = await ask(next, { orderId: order.orderId })
  const { endpoint, keys } = former.subscription
  const body = { former: { endpoint, auth: keys.auth }, subscription: next.subscription }
  expect(await answer(shop.app, renewSubscription, { body })).toEqual({ subscriptionId })
  await paidNow(order.invoiceId)
  await paidNow(other.invoiceId)
  expect(messagesFor(former)).toEqual([])
  expect(messagesFor(next).map(({ path }) => path)).toEqual([
    `/order/${order.orderId}`,
    `/order/${other.orderId}`,
  ])
})

it('sends nothing after unsubscribing', async () => {
  const { orderId, invoiceId } = await placeOrder(shop, await aFullCart(shop, event))
  const browser = aBrowser('tired')
  const { subscriptionId } = await ask(browser, { orderId })
  await answer(shop.app, unsubscribe, { params: { subscriptionId } })
  await paidNow(invoiceId)
  expect(service.received).toEqual([])
})

it('sends only to push services, and refuses invalid keys', async () => {
  const { orderId } = await placeOrder(shop, await aFullCart(shop, event))
  const { subscription } = aBrowser('any')
  const refused = (endpoint: string, keys = subscription.keys, topic: PushTopic = { orderId }) =>
    refusal(shop.app, subscribe, { body: { subscription: { endpoint, keys }, topics: [topic] } })
  for (const endpoint of ['http://push.test/x', 'https://127.0.0.1/x', 'https://169.254.169.254/x'])
    expect(await refused(endpoint), endpoint).toEqual([422, 'SubscriptionInvalid'])
  const short = { ...subscription.keys, p256dh: subscription.keys.p256dh.slice(0, 40) }
  const flat = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
  for (const keys of [short, flat, { ...subscription.keys, auth: 'AAAA' }])
    expect(await refused(subscription.endpoint, keys)).toEqual([422, 'SubscriptionInvalid'])
  const unknown = (topic: PushTopic) => refused(subscription.endpoint, subscription.keys, topic)
  expect(await unknown({ orderId: 'nobodys' })).toEqual([404, 'OrderNotFound'])
  expect(await unknown({ eventId: 'nobodys' })).toEqual([404, 'EventNotFound'])
})
