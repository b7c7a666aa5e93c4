import type { WorkboxPlugin } from 'workbox-core'
import { tenantHeader } from '../contract/call.ts'
import { cachedAtHeader } from '../src/lib/cached-at.ts'
import { publicPaths } from './public-paths.ts'

const readContentType = ({ headers }: Response) => headers.get('content-type') ?? ''

/** Caches and returns only the service's own JSON: a page of a captive portal counts as a network failure. */
export const jsonGuard: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const isJson = /^application\/(problem\+)?json\b/.test(readContentType(response))
    if (!isJson || !response.headers.has(tenantHeader))
      throw new Error(`no answer of the service: ${response.status} ${readContentType(response)}`)
    return response
  },
  // the copy is marked with the time it was received
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null
    const headers = new Headers(response.headers)
    // an answer adopted from a page already has its time of receipt
    if (!headers.has(cachedAtHeader)) headers.set(cachedAtHeader, String(Date.now()))
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(response.body, { headers })
  },
  // texts depend on the requested language, so the cache key includes it; settings hold all languages
  cacheKeyWillBeUsed: async ({ request }) => {
    const url = new URL(request.url)
    if (url.pathname === publicPaths.settings) return url.href
    url.searchParams.set('language', request.headers.get('accept-language') ?? '')
    return url.href
  },
}

/** Caches and returns only the service's own pages: a page of a captive portal counts as a network failure. */
export const pageGuard: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const isPage = readContentType(response).startsWith('text/html')
    if (response.ok && !(isPage && response.headers.has(tenantHeader)))
      throw new Error(`no page of the service: ${response.status} ${readContentType(response)}`)
    return response
  },
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
}

/** Limits the size of a cached picture. A preview has up to 250 KB; larger files are not for display. */
export const maxPictureSizeInBytes = 300_000

/** Caches only complete pictures of the service, and returns no other response as one. */
export const pictureGuard: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const isPicture = readContentType(response).startsWith('image/')
    if (response.ok && !(isPicture && response.headers.has(tenantHeader)))
      throw new Error(`no picture of the service: ${response.status} ${readContentType(response)}`)
    return response
  },
  cacheWillUpdate: async ({ response }) => {
    const declaredSizeInBytes = Number(response.headers.get('content-length') ?? Number.NaN)
    if (response.status !== 200 || !(declaredSizeInBytes > 0 && declaredSizeInBytes <= maxPictureSizeInBytes))
      return null
    const bytes = await response.arrayBuffer()
    return bytes.byteLength === declaredSizeInBytes
      ? new Response(bytes, { headers: response.headers })
      : null
  },
}

const mediaTypeByExtension: Readonly<Record<string, RegExp>> = {
  html: /^text\/html\b/,
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  svg: /^image\/svg\+xml\b/,
  woff2: /^font\/woff2\b/,
}

/**
 * Returns whether a build file has the type of its extension: a page cached in place of a script would stay until the next
 * build.
 */
export function matchesFileExtension(url: string, response: Response): boolean {
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? ''
  return response.status === 200 && (mediaTypeByExtension[extension]?.test(readContentType(response)) ?? true)
}
