import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { prefetchBrandFiles } from './brand.ts'
import { nonPagePatterns } from './non-page-urls.ts'
import { matchesFileExtension } from './response-guards.ts'
import { timeoutPlugin } from './timeout-plugin.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

const settingsBlock = /<script type="application\/json" id="settings">[\s\S]*?<\/script>/

/** Removes the tenant's settings from the cached shell. The server inlines them, and the page uses its newest ones. */
export async function removeSettings(response: Response): Promise<Response | null> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  // one shell serves every visit: `Vary` would make the cache reject requests with other headers
  headers.delete('vary')
  const html = await response.text()
  // a captive portal's page is HTML too
  if (!html.includes('id="root"')) return null
  // not awaited: a slow picture does not delay the app itself
  void prefetchBrandFiles(html).catch(() => {})
  return new Response(html.replace(settingsBlock, ''), { headers })
}

/** Precaches the app and answers every navigation with its shell. */
export function serveShell(): void {
  addPlugins([
    timeoutPlugin,
    {
      // the new version is not installed if a file is missing; the next visit tries again
      cacheWillUpdate: async ({ request, response }) =>
        matchesFileExtension(request.url, response) ? removeSettings(response) : null,
    },
  ])
  cleanupOutdatedCaches()
  // oxlint-disable-next-line no-underscore-dangle -- the name is Workbox's
  precacheAndRoute(self.__WB_MANIFEST)
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...nonPagePatterns] }),
  )
}
