import type { BrowserContext } from '@playwright/test'
import type { Rule } from '../../scripts/faults/rules.ts'

/** Calls, pictures, files and the page itself. */
const everything = {}
/** Calls, pictures and files, but not the app. */
const served = { path: /^\/(public|media|files)\// }

/** The whole origin is gone. */
export const gone: readonly Rule[] = [{ fault: { is: 'refuse' }, ...everything }]

/** Connected, and not a byte moves either way. */
export const lieFi: readonly Rule[] = [
  { fault: { is: 'stall', way: 'request' } },
  { fault: { is: 'stall', way: 'response' } },
]

export const portal: readonly Rule[] = [{ fault: { is: 'portal', status: 200 } }]
export const portalByRedirect: readonly Rule[] = [{ fault: { is: 'portal', status: 302 } }]

/** A proxy with nobody behind it. */
export const badGateway: readonly Rule[] = [{ fault: { is: 'page', status: 502 }, ...served }]

/** The server fails at some calls. */
export const failing = (path: RegExp, times?: number, method?: string): Rule => ({
  fault: { is: 'answer', status: 500, code: 'Unexpected' },
  path,
  times,
  method,
})

/** The server takes tokens for expired, so many times. */
export const expired = (path: RegExp, times?: number, method?: string): Rule => ({
  fault: { is: 'answer', status: 401, code: 'TokenExpired' },
  path,
  times,
  method,
})

/** Another build of the service worker is there. */
export const anotherBuild: Rule = {
  fault: { is: 'rewrite', rewrite: (script) => `${script}\n// another build` },
  path: /^\/sw\.js/,
}

/** No network, and the browser knows it. */
export async function unplug(context: BrowserContext, isOffline = true): Promise<void> {
  await context.setOffline(isOffline)
}
