import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core'
import { registerQuotaErrorCallback } from 'workbox-core'
import { CacheFirst } from 'workbox-strategies'
import { ByteQuota } from '../src/lib/pictures/byte-quota.ts'
import { openPictureLedger } from '../src/lib/pictures/picture-ledger.ts'
import { reconcileWithCache } from '../src/lib/pictures/reconcile-with-cache.ts'
import { pictureGuard } from './response-guards.ts'
import { timeoutPlugin } from './timeout-plugin.ts'

declare const self: ServiceWorkerGlobalScope

const cacheName = 'pictures'
const maxSizeInBytes = 60_000_000
/** Limits the pictures to this share of the browser's storage quota. */
const maxQuotaShare = 0.1

export const isPicture: RouteMatchCallback = ({ url, request }) =>
  request.destination === 'image' && url.origin === self.location.origin && url.pathname.startsWith('/media/')

async function getLimitInBytes(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {}
  return Math.min(maxSizeInBytes, quota * maxQuotaShare)
}

/** URLs that are in the cache, but not yet in the ledger. */
const unrecordedUrls = new Set<string>()

const quota = new ByteQuota(
  reconcileWithCache(
    openPictureLedger(),
    () => caches.open(cacheName),
    (url) => unrecordedUrls.has(url),
  ),
  getLimitInBytes,
)

const quotaPlugin: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    unrecordedUrls.add(request.url)
    return response
  },
  cacheDidUpdate: async ({ request, newResponse }) => {
    const bytes = Number(newResponse.headers.get('content-length'))
    const evictedUrls = await quota.add(request.url, bytes, Date.now())
    unrecordedUrls.delete(request.url)
    const cache = await caches.open(cacheName)
    await Promise.all(evictedUrls.map((url) => cache.delete(url)))
  },
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
    if (cachedResponse) void quota.markUsed(request.url, Date.now())
    return cachedResponse
  },
}

/** On a quota error pictures are deleted: they can be loaded again, other stored data cannot. */
registerQuotaErrorCallback(() => caches.delete(cacheName))

/** Caches viewed pictures and evicts the oldest first. The content of a URL never changes. */
export const pictureStrategy = new CacheFirst({
  cacheName,
  plugins: [timeoutPlugin, pictureGuard, quotaPlugin],
})
