import { cacheNames, type RouteMatchCallback, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { getCacheKeyForURL } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import { tenantHeader } from '../contract/call.ts'
import { inTime } from './in-time.ts'
import { publicPaths } from './public-paths.ts'

/** Logo, pictures and faces of the tenant; their addresses change with their content. */
export const isBrandFile: RouteMatchCallback = ({ url, sameOrigin }) =>
  sameOrigin && url.pathname.startsWith('/tenant/')

const onlyOurs: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.has(tenantHeader) ? response : null,
}

/** A cache of its own: however many photos are looked at, the brand stays. */
export const keepBrand = new CacheFirst({
  cacheName: 'brand',
  plugins: [inTime, onlyOurs, new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
})

const brandFiles = /\/tenant\/[\w-]+\/[\w.-]+/g

/**
 * Fetches what the tenant's first page shows, so that its next one looks the same without a network. The shell names
 * logo, hero and faces; the theme's other pictures are listed by their call.
 *
 * @param shell as the server wrote it, settings included
 */
export async function keepBrandOf(shell: string): Promise<void> {
  const [, theme = ''] = /data-tenant="([^"]*)"/.exec(shell) ?? []
  const list = await fetch(`${publicPaths.themeImages}?count=50&themeId=${encodeURIComponent(theme)}`)
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '')
  const wanted = new Set([...(shell.match(brandFiles) ?? []), ...(list.match(brandFiles) ?? [])])
  const cache = await caches.open(keepBrand.cacheName)
  const missing: string[] = []
  for (const url of wanted) if (!(await cache.match(url))) missing.push(url)
  await Promise.allSettled(missing.map((url) => fetchInto(cache, url)))
}

async function fetchInto(cache: Cache, url: string): Promise<void> {
  const response = await fetch(url)
  if (response.status === 200 && response.headers.has(tenantHeader)) await cache.put(url, response)
}

/**
 * The kept shell holds the tenant's look as it was at installing: when its settings have changed, it is fetched anew.
 *
 * @param asKept what of the server's page is kept; null when it is none
 */
export function renewShell(asKept: (response: Response) => Promise<Response | null>): WorkboxPlugin {
  const renew = async () => {
    const key = getCacheKeyForURL('/index.html')
    const response = key && (await fetch('/index.html', { cache: 'no-cache' }))
    if (!response || !response.ok || !response.headers.has(tenantHeader)) return
    const shell = await asKept(response)
    if (shell) await (await caches.open(cacheNames.precache)).put(key, shell)
  }
  return {
    cacheDidUpdate: async ({ request, oldResponse, newResponse }) => {
      if (!oldResponse || new URL(request.url).pathname !== publicPaths.settings) return
      const [before, now] = await Promise.all([oldResponse.clone().text(), newResponse.clone().text()])
      // the page that asked has its answer; the shell is for the next one
      if (before !== now) await renew().catch(() => {})
    },
  }
}
