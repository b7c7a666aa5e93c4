import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewCartItem } from '../../contract/cart.ts'
import { correctEmail, listOrderItems } from '../../contract/orders.ts'
import { subscribe } from '../../contract/push.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import type { FramePainter } from '../../server/features/frame/index.ts'
import { readSentEmails, type SentEmail } from '../support/data/delivered-files.ts'
import { createDemoFrame, createDemoPhoto } from '../support/data/demo-photos.ts'
import { createSubscribedBrowser, openPushService } from '../support/providers/push-service.ts'
import { fetchAnswer, fetchSearchToken } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  findProductId,
  openShop,
  placeOrder,
  type Shop,
  setEmail,
  startPayment,
} from '../support/server/shop.ts'

const minuteInMs = 60_000

let isPainterAway = false
const painter: FramePainter = {
  ...framePainter,
  paint: (input) =>
    isPainterAway ? Promise.reject(new Error('The painter is away')) : framePainter.paint(input),
}
let service: Awaited<ReturnType<typeof openPushService>>
let shop: Shop
let event: EventRow
let photoId: string
beforeAll(async () => {
  service = await openPushService()
  shop = await openShop({ gateway: service.gateway, painter })
  await mkdir(join(shop.services.config.dataDir, 'outbox'))
  event = await createEventOnSale(shop)
  await createDemoFrame(shop, event)
  await createDemoPhoto(shop, event, 'A001', { numbers: ['7'] })
  photoId = await createDemoPhoto(shop, event, 'A009')
})
afterAll(async () => {
  await shop.close()
  await service.close()
})

const createPackageWithFramedPhoto = async (): Promise<NewCartItem[]> => [
  { productId: await findProductId(shop, event, 'photos_with_me') },
  { productId: await findProductId(shop, event, 'frame'), photoId },
]
const createFramedPackage = async (): Promise<NewCartItem[]> => [
  { productId: await findProductId(shop, event, 'photosWithFrame') },
]

const countFileLinks = (email: SentEmail | undefined) => email?.text.match(/\/files\/orders\//g)?.length ?? 0

it.each([
  ['a framed photo beside a package', createPackageWithFramedPhoto, 2],
  ['a framed package', createFramedPackage, 1],
])(
  'mails and announces %s once it is framed, also after a copy of the letter',
  async (name, createItems, filesCount) => {
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '7' })
    const cartId = await createCartWithItems(shop, await createItems(), token)
    await setEmail(shop, cartId)
    const { orderId, invoiceId } = await placeOrder(shop, cartId)
    const browser = createSubscribedBrowser(name.replaceAll(' ', '-'))
    await fetchAnswer(shop.app, subscribe, {
      language: 'en',
      body: { subscription: browser.subscription, topics: [{ orderId }] },
    })
    isPainterAway = true
    const { payUrl } = await startPayment(shop, invoiceId)
    await shop.pressBankButton(payUrl, 'approve')
    await shop.jobs.drain()
    await fetchAnswer(shop.app, correctEmail, { params: { orderId }, body: { email: 'anna@mail.example' } })
    await shop.jobs.drain()
    const [copy, ...others] = await readSentEmails(shop, orderId)
    expect(others).toEqual([])
    expect(countFileLinks(copy)).toBe(filesCount - 1)
    isPainterAway = false
    // the page of the order requests missing frames of packages whose letter was mailed
    await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    shop.moveClock(minuteInMs)
    await shop.jobs.drain()
    const [purchaseLetter, ...moreLetters] = await readSentEmails(shop, `order-${orderId}.eml`)
    expect(moreLetters).toEqual([])
    expect(countFileLinks(purchaseLetter)).toBe(filesCount)
    expect(await readSentEmails(shop, orderId)).toHaveLength(2)
    const messages = service.received.filter(({ path }) => path === browser.path)
    expect(messages.map((message) => browser.decrypt(message).body)).toEqual([
      expect.stringMatching(/your files are ready/),
    ])
  },
)
