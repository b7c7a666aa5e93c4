import { cacheNames, type RouteMatchCallback, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { getCacheKeyForURL } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import { tenantHeader } from '../contract/call.ts'
import { publicPaths } from './public-paths.ts'
import { timeoutPlugin } from './timeout-plugin.ts'

/** Matches logo, pictures and fonts of the tenant. Their URLs change with their content. */
export const isBrandFile: RouteMatchCallback = ({ url, sameOrigin }) =>
  sameOrigin && url.pathname.startsWith('/tenant/')

const tenantResponseGuard: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.has(tenantHeader) ? response : null,
}

/** Caches brand files separately, so that cached photos never evict them. */
export const brandStrategy = new CacheFirst({
  cacheName: 'brand',
  plugins: [
    timeoutPlugin,
    tenantResponseGuard,
    new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true }),
  ],
})

const brandFilePattern = /\/tenant\/[\w-]+\/[\w.-]+/g

/**
 * Prefetches the assets of the tenant's home page for offline use. The shell names logo, hero and fonts; the theme's other
 * pictures are listed by their call.
 *
 * @param shell HTML as served, settings included
 */
export async function prefetchBrandFiles(shell: string): Promise<void> {
  const [, theme = ''] = /data-tenant="([^"]*)"/.exec(shell) ?? []
  const imageList = await fetch(`${publicPaths.themeImages}?count=50&themeId=${encodeURIComponent(theme)}`)
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '')
  const urls = new Set([
    ...(shell.match(brandFilePattern) ?? []),
    ...(imageList.match(brandFilePattern) ?? []),
  ])
  const cache = await caches.open(brandStrategy.cacheName)
  const missingUrls: string[] = []
  for (const url of urls) if (!(await cache.match(url))) missingUrls.push(url)
  await Promise.allSettled(missingUrls.map((url) => fetchIntoCache(cache, url)))
}

async function fetchIntoCache(cache: Cache, url: string): Promise<void> {
  const response = await fetch(url)
  if (response.status === 200 && response.headers.has(tenantHeader)) await cache.put(url, response)
}

/**
 * Refreshes the cached shell when the tenant's settings have changed since installation.
 *
 * @param prepareShell returns the response to cache; null when it is not a page of the server
 */
export function refreshShellOnChange(
  prepareShell: (response: Response) => Promise<Response | null>,
): WorkboxPlugin {
  const refreshShell = async () => {
    const key = getCacheKeyForURL('/index.html')
    const response = key && (await fetch('/index.html', { cache: 'no-cache' }))
    if (!response || !response.ok || !response.headers.has(tenantHeader)) return
    // the shell of another build comes with the worker of that build
    const entryPath = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(await response.clone().text())?.[1]
    if (entryPath === undefined || getCacheKeyForURL(entryPath) === undefined) return
    const shell = await prepareShell(response)
    if (shell) await (await caches.open(cacheNames.precache)).put(key, shell)
  }
  return {
    cacheDidUpdate: async ({ request, oldResponse, newResponse }) => {
      if (!oldResponse || new URL(request.url).pathname !== publicPaths.settings) return
      const [before, now] = await Promise.all([oldResponse.clone().text(), newResponse.clone().text()])
      // the current page already has its answer; the shell is for the next one
      if (before !== now) await refreshShell().catch(() => {})
    },
  }
}
