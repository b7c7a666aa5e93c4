import type { RouteMatchCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { refreshShellOnChange } from './brand.ts'
import { removeSettings } from './precache.ts'
import { publicPaths } from './public-paths.ts'
import { jsonGuard } from './response-guards.ts'
import { timeoutPlugin } from './timeout-plugin.ts'

const cachedPaths = new Set(Object.values(publicPaths))

/** Matches public data. Free-text searches are not worth caching. */
export const isPublicData: RouteMatchCallback = ({ url, request }) =>
  request.method === 'GET' &&
  (cachedPaths.has(url.pathname) || url.pathname.startsWith(`${publicPaths.events}/`)) &&
  !url.searchParams.has('searchString')

/**
 * Requests public data from the network first. Falls back to the cached copy, marked with its age, when no answer comes within
 * the limits of {@link timeoutPlugin}. The page renders its known data without waiting for either.
 */
export const publicDataStrategy = new NetworkFirst({
  cacheName: 'public-data',
  plugins: [
    timeoutPlugin,
    jsonGuard,
    refreshShellOnChange(removeSettings),
    new ExpirationPlugin({ maxEntries: 90, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true }),
  ],
})
