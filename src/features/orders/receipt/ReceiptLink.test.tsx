// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Order } from '../../../../contract/orders.ts'
import { skipPauses } from '../../../../tests/skip-pauses.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'

const money = { amount: 39_000, currencyId: 643 } as const
const order: Order = {
  ...{
    orderId: 'o1',
    number: '48213',
    state: 'Completed',
    currencyId: 643,
    invoiceId: 'i1',
    totalAmount: money,
  },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
}
const receipt = {
  ...{ receiptId: 'r1', invoiceId: 'i1', state: 'Ready', fileType: 'html' },
  createdOn: '2026-11-20T10:01:00.000Z',
}
const tenantHeaders = { [tenantHeader]: 'photofinish' }

beforeEach(() => {
  localStorage.clear()
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: buildServiceWorker() })
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

const buildServiceWorker = () => Object.assign(new EventTarget(), { controller: {} })

/**
 * Shows the receipts of an order.
 *
 * @param isCached whether the service worker caches the response to that request
 * @returns counts of requests for the receipt, and of lookups in the cache
 */
async function renderReceipts(isCached: (count: number) => boolean) {
  const cache = new Map<string, Response>()
  let requests = 0
  let lookupCount = 0
  vi.stubGlobal('caches', {
    match: async (address: string) => {
      lookupCount += 1
      return cache.get(address)
    },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/receipts/download')) {
      requests += 1
      const response = buildReceiptPage()
      if (isCached(requests)) cache.set(address, response.clone())
      return response
    }
    const body = JSON.stringify({ items: [receipt], count: 1, total: 1 })
    return new Response(body, { headers: { 'content-type': 'application/json', ...tenantHeaders } })
  })
  // the first six pauses between lookups
  skipPauses(6_000)
  const { ReceiptLink } = await import('./ReceiptLink.tsx')
  await renderPart(<ReceiptLink order={order} />, { path: '/order/o1' })
  await screen.findByRole('link', { name: /^Receipt/ })
  return { countRequests: () => requests, countCacheLookups: () => lookupCount }
}

const buildReceiptPage = () =>
  new Response('<h1>Receipt</h1>', { headers: { 'content-type': 'text/html', ...tenantHeaders } })

test('requests a receipt again that was not cached, and no more once it is', async () => {
  const { countRequests, countCacheLookups } = await renderReceipts((count) => count === 2)
  await vi.waitFor(() => expect(countCacheLookups()).toBeGreaterThan(2))
  expect(countRequests()).toBe(2)
})

test('gives up on a receipt that cannot be cached', async () => {
  const { countRequests, countCacheLookups } = await renderReceipts(() => false)
  await vi.waitFor(() => expect(countCacheLookups()).toBe(7))
  expect(countRequests()).toBe(4)
})
