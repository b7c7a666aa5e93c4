import type { RouteMatchCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { renewShell } from './brand.ts'
import { inTime } from './in-time.ts'
import { onlyOurJson } from './ours.ts'
import { withoutSettings } from './precache.ts'
import { publicPaths } from './public-paths.ts'

const keptPaths = new Set(Object.values(publicPaths))

/** What everybody may see; a search typed by hand is not worth keeping. */
export const isPublicData: RouteMatchCallback = ({ url, request }) =>
  request.method === 'GET' &&
  (keptPaths.has(url.pathname) || url.pathname.startsWith(`${publicPaths.events}/`)) &&
  !url.searchParams.has('searchString')

/**
 * Always asked for; the copy of the last time, which says its age, when no answer comes within the limits of
 * {@link inTime}. The page shows what it knows meanwhile: it need not wait for either.
 */
export const publicData = new NetworkFirst({
  cacheName: 'public-data',
  plugins: [
    inTime,
    onlyOurJson,
    renewShell(withoutSettings),
    new ExpirationPlugin({ maxEntries: 90, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true }),
  ],
})
