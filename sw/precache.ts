import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { keepBrandOf } from './brand.ts'
import { inTime } from './in-time.ts'
import { isWhatItsNameSays } from './ours.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

/** Addresses that are no pages: calls, media, paid files, the bank, the sign-on, anything with an extension. */
const notPages = [
  /^\/(public|media|files|bank|auth|demo-files|docs|healthz|readyz|metrics|openapi)(\/|$)/,
  /\/[^/]+\.[a-z0-9]+$/i,
]

const settingsBlock = /<script type="application\/json" id="settings">[\s\S]*?<\/script>/

/** The server writes a tenant's settings into the page; the kept shell goes without, and the page uses its newest ones. */
export async function withoutSettings(response: Response): Promise<Response | null> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  // it is the one for every visit: by this header the cache would refuse it to a page that asks with other words
  headers.delete('vary')
  const html = await response.text()
  // a captive portal's page is HTML too
  if (!html.includes('id="root"')) return null
  // beside it: a slow picture does not hold up the app itself
  void keepBrandOf(html).catch(() => {})
  return new Response(html.replace(settingsBlock, ''), { headers })
}

/** Keeps the app itself and answers every navigation with its shell. */
export function serveShell(): void {
  addPlugins([
    inTime,
    {
      // without one of its files the new version is not installed; the next visit tries again
      cacheWillUpdate: async ({ request, response }) =>
        isWhatItsNameSays(request.url, response) ? withoutSettings(response) : null,
    },
  ])
  cleanupOutdatedCaches()
  // oxlint-disable-next-line no-underscore-dangle -- the name is Workbox's
  precacheAndRoute(self.__WB_MANIFEST)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }))
}
