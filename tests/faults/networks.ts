import type { BrowserContext } from '@playwright/test'
import type { Rule } from '../../scripts/faults/rules.ts'

/** Calls, pictures, files and the page itself. */
const everything = {}
/** Calls, pictures and files, but not the app. */
const served = { path: /^\/(public|media|files)\// }

/** The whole origin is unreachable. */
export const gone: readonly Rule[] = [{ fault: { type: 'refuse' }, ...everything }]

/** Connected, but no byte passes in either direction. */
export const lieFi: readonly Rule[] = [
  { fault: { type: 'stall', way: 'request' } },
  { fault: { type: 'stall', way: 'response' } },
]

export const portal: readonly Rule[] = [{ fault: { type: 'portal', status: 200 } }]
export const portalByRedirect: readonly Rule[] = [{ fault: { type: 'portal', status: 302 } }]

/** A proxy without an upstream. */
export const badGateway: readonly Rule[] = [{ fault: { type: 'page', status: 502 }, ...served }]

/** The server fails for some calls. */
export const failing = (path: RegExp, times?: number, method?: string): Rule => ({
  fault: { type: 'answer', status: 500, code: 'Unexpected' },
  path,
  times,
  method,
})

/** The server rejects tokens as expired, `times` times. */
export const expired = (path: RegExp, times?: number, method?: string): Rule => ({
  fault: { type: 'answer', status: 401, code: 'TokenExpired' },
  path,
  times,
  method,
})

/** A new build of the service worker is deployed. */
export const anotherBuild: Rule = {
  fault: { type: 'rewrite', rewrite: (script) => `${script}\n// another build` },
  path: /^\/sw\.js/,
}

/** No network, and the browser knows it. */
export async function unplug(context: BrowserContext, isOffline = true): Promise<void> {
  await context.setOffline(isOffline)
}
