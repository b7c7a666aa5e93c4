import type { BrowserContext } from '@playwright/test'
import type { Rule } from '../../scripts/faults/rules.ts'

/** Calls, pictures, files and the page itself. */
const everything = {}
/** Calls, pictures and files, but not the app. */
const servedPaths = { path: /^\/(public|media|files)\// }

/** The whole origin is unreachable. */
export const unreachable: readonly Rule[] = [{ fault: { type: 'refuse' }, ...everything }]

/** Accepts connections, but passes no byte in either direction. */
export const lieFi: readonly Rule[] = [
  { fault: { type: 'stall', way: 'request' } },
  { fault: { type: 'stall', way: 'response' } },
]

export const captivePortal: readonly Rule[] = [{ fault: { type: 'portal', status: 200 } }]
export const captivePortalByRedirect: readonly Rule[] = [{ fault: { type: 'portal', status: 302 } }]

/** Answers with the 502 page of a proxy. */
export const badGateway: readonly Rule[] = [{ fault: { type: 'page', status: 502 }, ...servedPaths }]

/** Makes calls of a path fail with status 500. */
export const failCalls = (path: RegExp, times?: number, method?: string): Rule => ({
  fault: { type: 'answer', status: 500, code: 'Unexpected' },
  path,
  times,
  method,
})

/** Makes calls of a path fail with an expired token. */
export const expireTokens = (path: RegExp, times?: number, method?: string): Rule => ({
  fault: { type: 'answer', status: 401, code: 'TokenExpired' },
  path,
  times,
  method,
})

/** Changes the service worker, as a deployment does. */
export const anotherBuild: Rule = {
  fault: { type: 'rewrite', rewrite: (script) => `${script}\n// another build` },
  path: /^\/sw\.js/,
}

/** Sets the offline mode of the browser. */
export async function setOffline(context: BrowserContext, isOffline = true): Promise<void> {
  await context.setOffline(isOffline)
}
