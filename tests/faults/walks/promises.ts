import type { Page } from '@playwright/test'
import { readDevice } from '../device.ts'
import { readCollection } from '../runner.ts'
import { expect, rows } from '../test-server.ts'
import { findItemRows, findOrderRows, keptSelfies } from './steps.ts'
import type { Walker } from './walker.ts'

const portalWords = 'Welcome to the stadium'

/** Checks the invariants, which hold after every step with any faults. */
export async function expectPromisesKept(page: Page, walker: Walker): Promise<void> {
  await expectOnce(walker)
  // waits for pending writes of restored or just sent entries
  await expect(async () => {
    await expectAcknowledgedKept(page, walker)
    await expectNoContradiction(page, walker)
  }).toPass({ timeout: 30_000 })
  await expectNothingOfPortal(page)
}

/** Checks that there is no duplicate order, payment attempt or charge. */
async function expectOnce(walker: Walker): Promise<void> {
  const orders = await findOrderRows(walker)
  expect(orders.length).toBeLessThanOrEqual(1)
  const payments = await rows<{ state: string }>(
    `select payments.state from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orders[0]?.id}' and payments.type = 'Payment'`,
  )
  expect(payments.filter(({ state }) => state !== 'Declined').length).toBeLessThanOrEqual(1)
  const isTaken = payments.some(({ state }) => state === 'Succeeded')
  expect(isTaken).toBe(orders[0]?.state === 'Completed')
}

/** Checks that every selfie reported as saved is on the device, and at most once at the service. */
async function expectAcknowledgedKept(page: Page, { selfieId }: Walker): Promise<void> {
  const kept = await keptSelfies(page)
  if (selfieId) expect(kept.map(({ id }) => id)).toContain(selfieId)
  for (const { id, stage, selfie } of kept) {
    const known = await rows<{ id: string }>(`select id from selfies where idempotency_key = '${id}'`)
    if (stage === 'answered') expect(known).toEqual([{ id: selfie?.selfieId }])
    else expect(known.length).toBeLessThanOrEqual(1)
  }
}

/** Checks that device and service agree on cart and order, and that nothing is parked as rejected. */
async function expectNoContradiction(page: Page, walker: Walker): Promise<void> {
  const { local } = await readDevice(page)
  const entries = [...(await readCollection<{ aside?: unknown; outcome?: unknown }>(page, 'outbox')).values()]
  expect(entries.filter(({ aside, outcome }) => aside && !outcome)).toEqual([])
  const [order] = await findOrderRows(walker)
  const pending = JSON.parse(local.pendingOrders ?? '[]') as string[]
  if (!order) {
    expect(pending).toEqual([])
    if (!walker.cartId) return
    expect(local.cartId).toBe(walker.cartId)
    expect(await findItemRows(walker.cartId)).toHaveLength(1)
    return
  }
  expect(order.cart_id).toBe(walker.cartId)
  if (local.checkoutIntent) return
  expect(pending).toEqual(order.state === 'AwaitingPayment' ? [order.id] : [])
  // the cart has become the order: the device has no cart, or another one
  expect(local.cartId).not.toBe(order.cart_id)
}

/** Checks that no text of a captive portal is stored on the device. */
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
  const { local, stores } = await readDevice(page)
  expect(JSON.stringify({ local, stores })).not.toContain(portalWords)
}
