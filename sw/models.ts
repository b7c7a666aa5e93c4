import type { RouteMatchCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

/** Matches the weights of the face detector. Their name contains a content hash. */
export const isModel: RouteMatchCallback = ({ url }) =>
  url.origin === self.location.origin && /^\/assets\/tiny-face-[\w-]+\.bin$/.test(url.pathname)

/** Caches the model weights on first use, so that the guidance of the camera works offline. */
export const modelStrategy = new CacheFirst({
  cacheName: 'models',
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => {
        const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
        return response.status === 200 && !isPage ? response : null
      },
    },
    new ExpirationPlugin({ maxEntries: 1, purgeOnQuotaError: true }),
  ],
})
