import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createArchive, getArchive } from '../../contract/archives.ts'
import { listOrderItems } from '../../contract/orders.ts'
import { subscribe } from '../../contract/push.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { schedulePhotoNotification } from '../../server/features/push/index.ts'
import type { ObjectStore } from '../../server/platform/objects/port.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import {
  countTrue,
  formatMilliseconds,
  reportFigures,
  startStopwatch,
  summarizeTimes,
} from '../support/data/figures.ts'
import { createSubscribedBrowser, openPushService } from '../support/providers/push-service.ts'
import { fetchAnswer, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  placePaidOrder,
  readOrderState,
  type Shop,
  startPayment,
} from '../support/server/shop.ts'

/** Blocks the storage of archives until `open` is called. */
function blockArchives(objects: ObjectStore) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const started: string[] = []
  const put = objects.put.bind(objects)
  Object.assign(objects, {
    put: async (...[key, content, options]: Parameters<ObjectStore['put']>) => {
      if (key.startsWith('archives/')) {
        started.push(key)
        await opened
      }
      return put(key, content, options)
    },
  })
  return { started, open }
}

async function buyCart(shop: Shop, cartId: string): Promise<string> {
  const { orderId, invoiceId } = await placeOrder(shop, cartId)
  const { payUrl } = await startPayment(shop, invoiceId)
  await shop.pressBankButton(payUrl, 'approve')
  return orderId
}

const honestOrderCount = 20
/** Limit for the order of an honest buyer; reported, not asserted. */
const limitInMs = 10_000
/** Only detects a hang: the orders are served one after the other. */
const timeout = 240_000

/** Creates the carts of honest buyers. */
async function createCarts(shop: Shop, event: EventRow): Promise<string[]> {
  const cartIds: string[] = []
  while (cartIds.length < honestOrderCount) cartIds.push(await createReadyCart(shop, event))
  return cartIds
}

/**
 * Buys carts one after the other.
 *
 * @param check throws until an order is served
 * @returns the orders, and the milliseconds from each checkout until the order was served
 */
async function buyCarts(shop: Shop, cartIds: readonly string[], check: (orderId: string) => Promise<void>) {
  const orderIds: string[] = []
  const timesInMs: number[] = []
  for (const cartId of cartIds) {
    const elapsedInMs = startStopwatch()
    const orderId = await buyCart(shop, cartId)
    await vi.waitFor(() => check(orderId))
    timesInMs.push(elapsedInMs())
    orderIds.push(orderId)
  }
  return { orderIds, timesInMs }
}

describe('forty archives of one order', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  it('delay neither payment, letter nor archive of another order, and are packed one at a time', {
    timeout,
  }, async () => {
    const event = await createEventOnSale(shop)
    const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { photos: 40 }))
    const archiveGate = blockArchives(shop.services.objects)
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    expect(items).toHaveLength(40)
    const archiveIds: string[] = []
    for (const { orderItemId } of items) {
      const response = await sendCall(shop.app, createArchive, { body: { orderId, itemIds: [orderItemId] } })
      expect(response.statusCode).toBe(201)
      archiveIds.push(String(response.headers['x-archive-id']))
    }
    const cartIds = await createCarts(shop, event)
    shop.jobs.start()
    try {
      await vi.waitFor(() => expect(archiveGate.started).toHaveLength(1))

      const { orderIds, timesInMs } = await buyCarts(shop, cartIds, async (orderId) => {
        expect(await readOrderState(shop, orderId)).toBe('Completed')
        expect(await readSentEmails(shop, orderId)).toHaveLength(1)
      })
      reportFigures('forty archives of one order, until the letter of another', {
        letters: timesInMs.length,
        ...summarizeTimes(timesInMs),
        limit: formatMilliseconds(limitInMs),
        'archives packed at once': archiveGate.started.length,
      })
      expect(archiveGate.started).toHaveLength(1)

      await sendCall(shop.app, createArchive, { body: { orderId: orderIds[0] } })
      await vi.waitFor(() => expect(archiveGate.started).toHaveLength(2))

      archiveGate.open()
      for (const archiveId of archiveIds)
        await vi.waitFor(async () => {
          const { state } = await fetchAnswer(shop.app, getArchive, { params: { archiveId } })
          expect(state).toBe('Published')
        })
    } finally {
      archiveGate.open()
      await shop.jobs.stop()
    }
  })
})

describe('a relay that accepts connections and stays silent', () => {
  let shop: Shop
  const sockets = new Set<Socket>()
  const relay = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  beforeAll(async () => {
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}` } })
  })
  afterAll(async () => {
    await shop.close()
    relay.close()
  })

  it('does not delay payments', { timeout }, async () => {
    const event = await createEventOnSale(shop)
    const first = await createReadyCart(shop, event)
    const cartIds = await createCarts(shop, event)
    shop.jobs.start()
    try {
      await buyCart(shop, first)
      await vi.waitFor(() => expect(sockets.size).toBe(1))
      const isRelayBusy: boolean[] = []
      const { timesInMs } = await buyCarts(shop, cartIds, async (orderId) => {
        expect(await readOrderState(shop, orderId)).toBe('Completed')
        isRelayBusy.push(sockets.size > 0)
      })
      reportFigures('silent mail relay, until an order is paid', {
        orders: timesInMs.length,
        ...summarizeTimes(timesInMs),
        limit: formatMilliseconds(limitInMs),
        'paid while a letter waited': countTrue(isRelayBusy),
      })
      // the e-mail of the first order was still waiting for the relay
      expect(isRelayBusy[0]).toBe(true)
    } finally {
      const stopped = shop.jobs.stop()
      for (const socket of sockets) socket.destroy()
      await stopped
    }
  })
})

describe('photos of one event that take long to count', () => {
  let service: Awaited<ReturnType<typeof openPushService>>
  let shop: Shop
  beforeAll(async () => {
    service = await openPushService()
    shop = await openShop({ gateway: service.gateway })
  })
  afterAll(async () => {
    await shop.close()
    await service.close()
  })

  /** Blocks the counts of a runner's photos until `open` is called. */
  function blockCounts() {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const { finder } = shop.searchModule
    const count = finder.count.bind(finder)
    const started: string[] = []
    Object.assign(finder, {
      count: async (...[context, search]: Parameters<typeof count>) => {
        started.push(search.eventId)
        await opened
        return count(context, search)
      },
    })
    return { started, open }
  }

  it('are counted by one job at a time, do not delay other notifications, and not once for each interval', async () => {
    const event = await createEventOnSale(shop)
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '7' })
    const [runner, buyer] = [createSubscribedBrowser('runner'), createSubscribedBrowser('buyer')]
    const addTopic = (browser: typeof runner, topic: { eventId: string } | { orderId: string }) =>
      fetchAnswer(shop.app, subscribe, {
        token,
        body: { subscription: browser.subscription, topics: [topic] },
      })
    await addTopic(runner, { eventId: event.id })
    const cartId = await createReadyCart(shop, event)
    const counts = blockCounts()
    /** Schedules a notification that is due. */
    const scheduleNotice = (minutesAgo: number) =>
      schedulePhotoNotification(
        shop.context(),
        event.id,
        new Date(shop.services.clock().getTime() - minutesAgo * 60_000),
      )
    await scheduleNotice(2)
    shop.jobs.start()
    try {
      await vi.waitFor(() => expect(counts.started).toHaveLength(1))
      for (const minutesAgo of [4, 6, 8, 10]) await scheduleNotice(minutesAgo)
      const { orderId, invoiceId } = await placeOrder(shop, cartId)
      await addTopic(buyer, { orderId })
      const { payUrl } = await startPayment(shop, invoiceId)
      await shop.pressBankButton(payUrl, 'approve')
      await vi.waitFor(() => expect(service.received.map(({ path }) => path)).toContain(buyer.path))
      expect(counts.started).toHaveLength(1)

      counts.open()
      await vi.waitFor(async () => {
        const { rows } = await shop.services.db.execute(
          `select count(*)::int as jobs from jobs where kind = 'push.event' and state = 'Done'`,
        )
        expect(rows).toEqual([{ jobs: 5 }])
      })
      expect(counts.started).toHaveLength(2)
    } finally {
      counts.open()
      await shop.jobs.stop()
    }
  })
})

describe('archives of one order', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  it('take up at most four times the size of its files, also when requested concurrently', async () => {
    const event = await createEventOnSale(shop)
    const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { photos: 2 }))
    const { items } = await fetchAnswer(shop.app, listOrderItems, { params: { orderId } })
    const ids = items.map(({ orderItemId }) => orderItemId)
    // both files have the same size; with separate archives for each language, these are twelve halves of the order
    const requests = ['ru', 'en', 'es'].flatMap((language) =>
      [[ids[0]], [ids[1]], ids].map((itemIds) => ({ language, body: { orderId, itemIds } })),
    )
    const responses = await Promise.all(requests.map((request) => sendCall(shop.app, createArchive, request)))
    const accepted = requests.filter((_, index) => responses[index]?.statusCode === 201)
    const halves = accepted.reduce((sum, { body }) => sum + body.itemIds.length, 0)
    const refused = responses.filter(({ statusCode }) => statusCode !== 201)
    reportFigures('archives of one order, requested at once', {
      refused: `${refused.length} of ${responses.length}`,
      'size in files of the order': halves / 2,
      limit: 4,
    })
    expect(halves).toBe(8)
    expect(refused.length).toBeGreaterThan(0)
    for (const response of refused)
      expect(response.json()).toMatchObject({ status: 409, code: 'ArchiveLimit' })

    // a request for an existing archive is not refused
    const repeated = await Promise.all(accepted.map((request) => sendCall(shop.app, createArchive, request)))
    expect(new Set(repeated.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  })

  it('are refused in the language of the caller, until older ones are deleted', async () => {
    const event = await createEventOnSale(shop)
    const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { photos: 1 }))
    await shop.services.db.execute(
      `insert into archives (id, tenant, order_id, content, state, progress, object_key, file_name, files_in_bytes, created_on)
       values ('other', 'one', '${orderId}', 'other', 'Published', 1, 'archives/other', 'other.zip', 9001, now())`,
    )
    const request = (language: string) => sendCall(shop.app, createArchive, { language, body: { orderId } })
    const readTitle = async (language: string) => (await request(language)).json<{ title: string }>().title
    expect([await readTitle('ru'), await readTitle('en'), await readTitle('es')]).toEqual([
      'У этого заказа слишком много архивов. Скачайте один из них или фото по отдельности.',
      'This order has too many archives. Use one of them, or download the photos one by one.',
      'Este pedido ya tiene demasiados archivos comprimidos. Usa uno de ellos o descarga las fotos una a una.',
    ])
    await shop.services.db.execute(`delete from archives where id = 'other'`)
    expect((await request('ru')).statusCode).toBe(201)
  })
})
