import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core'
import { registerQuotaErrorCallback } from 'workbox-core'
import { CacheFirst } from 'workbox-strategies'
import { ByteQuota } from '../src/lib/byte-quota.ts'
import { openPictureLedger } from '../src/lib/picture-ledger.ts'
import { reconciled } from '../src/lib/reconciled.ts'
import { inTime } from './in-time.ts'
import { onlyOurPictures } from './ours.ts'

declare const self: ServiceWorkerGlobalScope

const cacheName = 'pictures'
const mostInBytes = 60_000_000
/** Of what the browser gives us in all. */
const largestShare = 0.1

export const isPicture: RouteMatchCallback = ({ url, request }) =>
  request.destination === 'image' && url.origin === self.location.origin && url.pathname.startsWith('/media/')

async function limitInBytes(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {}
  return Math.min(mostInBytes, quota * largestShare)
}

/** Put into the cache, and not in the ledger yet. */
const underway = new Set<string>()

const quota = new ByteQuota(
  reconciled(
    openPictureLedger(),
    () => caches.open(cacheName),
    (url) => underway.has(url),
  ),
  limitInBytes,
)

const withinQuota: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    underway.add(request.url)
    return response
  },
  cacheDidUpdate: async ({ request, newResponse }) => {
    const bytes = Number(newResponse.headers.get('content-length'))
    const leaving = await quota.add(request.url, bytes, Date.now())
    underway.delete(request.url)
    const cache = await caches.open(cacheName)
    await Promise.all(leaving.map((url) => cache.delete(url)))
  },
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
    if (cachedResponse) void quota.touch(request.url, Date.now())
    return cachedResponse
  },
}

/** The disk is full: pictures come again, what else is kept does not. */
registerQuotaErrorCallback(() => caches.delete(cacheName))

/** Seen pictures stay on the device, the oldest leave first; their addresses never change content. */
export const keepPictures = new CacheFirst({
  cacheName,
  plugins: [inTime, onlyOurPictures, withinQuota],
})
