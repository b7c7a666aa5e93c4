import type { RouteMatchCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { receiptPath } from './public-paths.ts'
import { pageGuard } from './response-guards.ts'
import { timeoutPlugin } from './timeout-plugin.ts'

/** Matches the printable page of a receipt. */
export const isReceipt: RouteMatchCallback = ({ url, request }) =>
  request.method === 'GET' && url.pathname === receiptPath

/** Caches a receipt when the page of its order has requested it, so that it opens offline. */
export const receiptStrategy = new NetworkFirst({
  cacheName: 'receipts',
  // a page and a new tab request it with different headers
  matchOptions: { ignoreVary: true },
  plugins: [timeoutPlugin, pageGuard, new ExpirationPlugin({ maxEntries: 50, purgeOnQuotaError: true })],
})
