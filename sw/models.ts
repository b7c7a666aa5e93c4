import type { RouteMatchCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

/** The weights of the face detector, named after their content. */
export const isModel: RouteMatchCallback = ({ url }) =>
  url.origin === self.location.origin && /^\/assets\/tiny-face-[\w-]+\.bin$/.test(url.pathname)

/** Kept once a camera has asked for them, so that it guides without a network too. */
export const keepModels = new CacheFirst({
  cacheName: 'models',
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => {
        const page = response.headers.get('content-type')?.startsWith('text/html') ?? false
        return response.status === 200 && !page ? response : null
      },
    },
    new ExpirationPlugin({ maxEntries: 1, purgeOnQuotaError: true }),
  ],
})
