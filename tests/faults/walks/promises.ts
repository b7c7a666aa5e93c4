import type { Page } from '@playwright/test'
import { deviceOf } from '../device.ts'
import { shelfOf } from '../runner.ts'
import { expect, rows } from '../world.ts'
import { itemsOf, keptSelfies, ordersOf } from './steps.ts'
import type { Walker } from './walker.ts'

const portalWords = 'Welcome to the stadium'

/** What holds after every step, whatever has happened on the way. */
export async function expectPromisesKept(page: Page, walker: Walker): Promise<void> {
  await expectOnce(walker)
  // what was brought back or sent a moment ago may still be written down
  await expect(async () => {
    await expectAcknowledgedKept(page, walker)
    await expectNoContradiction(page, walker)
  }).toPass({ timeout: 30_000 })
  await expectNothingOfPortal(page)
}

/** No order, no attempt to pay and no money twice. */
async function expectOnce(walker: Walker): Promise<void> {
  const orders = await ordersOf(walker)
  expect(orders.length).toBeLessThanOrEqual(1)
  const payments = await rows<{ state: string }>(
    `select payments.state from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orders[0]?.id}' and payments.type = 'Payment'`,
  )
  expect(payments.filter(({ state }) => state !== 'Declined').length).toBeLessThanOrEqual(1)
  const isTaken = payments.some(({ state }) => state === 'Succeeded')
  expect(isTaken).toBe(orders[0]?.state === 'Completed')
}

/** What the screen called saved, confirmed or ordered is here or there, once. */
async function expectAcknowledgedKept(page: Page, { selfieId }: Walker): Promise<void> {
  const kept = await keptSelfies(page)
  if (selfieId) expect(kept.map(({ id }) => id)).toContain(selfieId)
  for (const { id, stage, selfie } of kept) {
    const known = await rows<{ id: string }>(`select id from selfies where idempotency_key = '${id}'`)
    if (stage === 'answered') expect(known).toEqual([{ id: selfie?.selfieId }])
    else expect(known.length).toBeLessThanOrEqual(1)
  }
}

/** The device and the service say the same of cart and order, and nothing is set aside as refused. */
async function expectNoContradiction(page: Page, walker: Walker): Promise<void> {
  const { local } = await deviceOf(page)
  const entries = [...(await shelfOf<{ aside?: unknown; outcome?: unknown }>(page, 'outbox')).values()]
  expect(entries.filter(({ aside, outcome }) => aside && !outcome)).toEqual([])
  const [order] = await ordersOf(walker)
  const pending = JSON.parse(local.pendingOrders ?? '[]') as string[]
  if (!order) {
    expect(pending).toEqual([])
    if (!walker.cartId) return
    expect(local.cartId).toBe(walker.cartId)
    expect(await itemsOf(walker.cartId)).toHaveLength(1)
    return
  }
  expect(order.cart_id).toBe(walker.cartId)
  if (local.checkoutIntent) return
  expect(pending).toEqual(order.state === 'AwaitingPayment' ? [order.id] : [])
  // the cart has become the order: the device goes on with none, or with another
  expect(local.cartId).not.toBe(order.cart_id)
}

/** No word of a Wi-Fi's sign-in page is anywhere on the device. */
async function expectNothingOfPortal(page: Page): Promise<void> {
  const inCaches = await page.evaluate(async (words) => {
    const addresses: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const isPage = answer?.headers.get('content-type')?.startsWith('text/html')
        if (isPage && (await answer?.text())?.includes(words)) addresses.push(request.url)
      }
    }
    return addresses
  }, portalWords)
  expect(inCaches).toEqual([])
  const { local, stores } = await deviceOf(page)
  expect(JSON.stringify({ local, stores })).not.toContain(portalWords)
}
