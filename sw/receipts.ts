import type { RouteMatchCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { inTime } from './in-time.ts'
import { onlyOurPage } from './ours.ts'
import { receiptPath } from './public-paths.ts'

/** The printable page of a receipt. */
export const isReceipt: RouteMatchCallback = ({ url, request }) =>
  request.method === 'GET' && url.pathname === receiptPath

/** Kept once its order's page has asked for it, so that it opens without a network too. */
export const keepReceipts = new NetworkFirst({
  cacheName: 'receipts',
  // a page asks for it in other words than a tab that opens
  matchOptions: { ignoreVary: true },
  plugins: [inTime, onlyOurPage, new ExpirationPlugin({ maxEntries: 50, purgeOnQuotaError: true })],
})
