import type { Settings } from '../../../contract/settings.ts'
import { findCounterId, findFeedbackWidget, metrikaCounter } from '../../../contract/third-parties.ts'
import { bootstrapSource } from './bootstrap-inline.ts'

/**
 * Returns the content security policy of a tenant's pages. Everything is loaded from our host, the only inline script is ours,
 * and plug-ins and framing are blocked. Exceptions are the counter, feedback widget, sign-on server and the service of the calls
 * (`apiBase`) named in the settings.
 *
 * @param styleSources of inline style sheets
 */
export function buildPagePolicy(settings: Settings, styleSources: readonly string[] = []): string {
  const hasCounter = findCounterId(settings) !== undefined
  const feedback = findFeedbackWidget(settings)
  const counterOrigins = hasCounter ? metrikaCounter.reportOrigins : []
  const signOnOrigins = toOrigins(settings.openId?.uri)
  const apiOrigins = toOrigins(settings.apiBase)
  const frameSources = feedback === undefined ? [] : [feedback.script ? "'self'" : feedback.origin]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", bootstrapSource, ...(hasCounter ? [metrikaCounter.scriptOrigin] : [])],
    'style-src': ["'self'", ...styleSources],
    // Inline sizes and positions of server-rendered elements; allows no sheets and loads nothing external.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...apiOrigins, ...counterOrigins],
    'media-src': ["'self'", 'blob:', ...apiOrigins],
    'font-src': ["'self'"],
    // A picture chosen on the device is read by its blob URL.
    'connect-src': ["'self'", 'blob:', ...new Set([...apiOrigins, ...counterOrigins, ...signOnOrigins])],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    // The sign-in state is queried in a frame, which returns to one of our pages.
    'frame-src': withNoneFallback([
      ...new Set([...frameSources, ...(settings.openId ? ["'self'"] : []), ...signOnOrigins]),
    ]),
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const withNoneFallback = (sources: readonly string[]) => (sources.length > 0 ? sources : ["'none'"])

/** Returns the origin of an absolute URL; empty for a path and for a setting without a value. */
function toOrigins(url: string | undefined): string[] {
  return url && URL.canParse(url) ? [new URL(url).origin] : []
}
