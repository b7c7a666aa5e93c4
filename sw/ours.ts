import type { WorkboxPlugin } from 'workbox-core'
import { tenantHeader } from '../contract/call.ts'
import { copiedOnHeader } from '../src/lib/copies.ts'
import { publicPaths } from './public-paths.ts'

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''

/** Only the service's own JSON is kept and passed on: a captive portal's page counts as no network. */
export const onlyOurJson: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const json = /^application\/(problem\+)?json\b/.test(typeOf(response))
    if (!json || !response.headers.has(tenantHeader))
      throw new Error(`no answer of the service: ${response.status} ${typeOf(response)}`)
    return response
  },
  // the copy says of itself that it is one, and from when
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null
    const headers = new Headers(response.headers)
    // an answer handed over by a page brings the time it was received
    if (!headers.has(copiedOnHeader)) headers.set(copiedOnHeader, String(Date.now()))
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(response.body, { headers })
  },
  // texts come in the asked language, so each language is kept apart; settings hold all languages
  cacheKeyWillBeUsed: async ({ request }) => {
    const url = new URL(request.url)
    if (url.pathname === publicPaths.settings) return url.href
    url.searchParams.set('language', request.headers.get('accept-language') ?? '')
    return url.href
  },
}

/** Only the service's own page is kept and shown as one: a captive portal's page counts as no network. */
export const onlyOurPage: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const page = typeOf(response).startsWith('text/html')
    if (response.ok && !(page && response.headers.has(tenantHeader)))
      throw new Error(`no page of the service: ${response.status} ${typeOf(response)}`)
    return response
  },
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
}

/** A preview weighs up to 250 KB; anything larger is not for looking. */
export const largestPictureInBytes = 300_000

/** Only whole pictures of the service are kept, and nothing else is shown as one. */
export const onlyOurPictures: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const picture = typeOf(response).startsWith('image/')
    if (response.ok && !(picture && response.headers.has(tenantHeader)))
      throw new Error(`no picture of the service: ${response.status} ${typeOf(response)}`)
    return response
  },
  cacheWillUpdate: async ({ response }) => {
    const promised = Number(response.headers.get('content-length') ?? Number.NaN)
    if (response.status !== 200 || !(promised > 0 && promised <= largestPictureInBytes)) return null
    const bytes = await response.arrayBuffer()
    return bytes.byteLength === promised ? new Response(bytes, { headers: response.headers }) : null
  },
}

const typesOfFiles: Readonly<Record<string, RegExp>> = {
  html: /^text\/html\b/,
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  svg: /^image\/svg\+xml\b/,
  woff2: /^font\/woff2\b/,
}

/** Whether a file of the build is what its name says: a page in place of a script would stay until the next build. */
export function isWhatItsNameSays(url: string, response: Response): boolean {
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? ''
  return response.status === 200 && (typesOfFiles[extension]?.test(typeOf(response)) ?? true)
}
