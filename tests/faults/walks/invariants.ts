import type { Page } from '@playwright/test'
import { readDeviceStorage } from '../device.ts'
import { readCollection } from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import type { SimulatedBuyer } from './simulated-buyer.ts'
import { findItemRows, findOrderRows, readStoredSelfies } from './steps.ts'

const portalText = 'Welcome to the stadium'

/** Checks the invariants, which hold after every step with any faults. */
export async function expectInvariants(page: Page, buyer: SimulatedBuyer): Promise<void> {
  await expectNoDuplicates(buyer)
  // waits for pending writes of restored or just sent entries
  await expect(async () => {
    await expectAcknowledgedStored(page, buyer)
    await expectConsistentState(page, buyer)
  }).toPass({ timeout: 30_000 })
  await expectNoPortalText(page)
}

/** Checks that there is no duplicate order, payment attempt or charge. */
async function expectNoDuplicates(buyer: SimulatedBuyer): Promise<void> {
  const orders = await findOrderRows(buyer)
  expect(orders.length).toBeLessThanOrEqual(1)
  const payments = await queryRows<{ state: string }>(
    `select payments.state from payments join invoices on invoices.id = payments.invoice_id
     where order_id = '${orders[0]?.id}' and payments.type = 'Payment'`,
  )
  expect(payments.filter(({ state }) => state !== 'Declined').length).toBeLessThanOrEqual(1)
  const isCharged = payments.some(({ state }) => state === 'Succeeded')
  expect(isCharged).toBe(orders[0]?.state === 'Completed')
}

/** Checks that every selfie reported as saved is on the device, and at most once at the service. */
async function expectAcknowledgedStored(page: Page, { selfieId }: SimulatedBuyer): Promise<void> {
  const storedSelfies = await readStoredSelfies(page)
  if (selfieId) expect(storedSelfies.map(({ id }) => id)).toContain(selfieId)
  for (const { id, stage, selfie } of storedSelfies) {
    const selfieRows = await queryRows<{ id: string }>(
      `select id from selfies where idempotency_key = '${id}'`,
    )
    if (stage === 'answered') expect(selfieRows).toEqual([{ id: selfie?.selfieId }])
    else expect(selfieRows.length).toBeLessThanOrEqual(1)
  }
}

/** Checks that device and service agree on cart and order, and that nothing is parked as rejected. */
async function expectConsistentState(page: Page, buyer: SimulatedBuyer): Promise<void> {
  const { local } = await readDeviceStorage(page)
  const entries = [...(await readCollection<{ aside?: unknown; outcome?: unknown }>(page, 'outbox')).values()]
  expect(entries.filter(({ aside, outcome }) => aside && !outcome)).toEqual([])
  const [order] = await findOrderRows(buyer)
  const pending = JSON.parse(local.pendingOrders ?? '[]') as string[]
  if (!order) {
    expect(pending).toEqual([])
    if (!buyer.cartId) return
    expect(local.cartId).toBe(buyer.cartId)
    expect(await findItemRows(buyer.cartId)).toHaveLength(1)
    return
  }
  expect(order.cart_id).toBe(buyer.cartId)
  if (local.checkoutIntent) return
  expect(pending).toEqual(order.state === 'AwaitingPayment' ? [order.id] : [])
  // the cart has become the order: the device has no cart, or another one
  expect(local.cartId).not.toBe(order.cart_id)
}

/** Checks that no text of a captive portal is stored on the device. */
async function expectNoPortalText(page: Page): Promise<void> {
  const cachedUrls = await page.evaluate(async (words) => {
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
  }, portalText)
  expect(cachedUrls).toEqual([])
  const { local, stores } = await readDeviceStorage(page)
  expect(JSON.stringify({ local, stores })).not.toContain(portalText)
}
