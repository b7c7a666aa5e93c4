import type { Settings } from '../../../contract/settings.ts'
import { counter, counterOf, feedbackOf } from '../../../contract/third-parties.ts'
import { earlySource } from './early.ts'

/**
 * The content security policy of a tenant's pages: everything comes from our own host, nothing inline runs but one script
 * of ours, no plug-ins, no framing. A counter, a feedback widget and a sign-on server are let in where the settings name them, and
 * nothing else.
 *
 * @param styleSources of styles that stand in the page
 */
export function pagePolicy(settings: Settings, styleSources: readonly string[] = []): string {
  const hasCounter = counterOf(settings) !== undefined
  const feedback = feedbackOf(settings)
  const told = hasCounter ? counter.toldOrigins : []
  const signOn = signOnOrigins(settings)
  const framed = feedback === undefined ? [] : [feedback.script ? "'self'" : feedback.origin]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", earlySource, ...(hasCounter ? [counter.scriptOrigin] : [])],
    'style-src': ["'self'", ...styleSources],
    // sizes and places of what stands in the page before the app runs; no sheet, and nothing that loads from elsewhere
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...told],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    // a picture chosen on the device is read by its own address
    'connect-src': ["'self'", 'blob:', ...told, ...signOn],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    // who is signed in is asked in a frame, which comes back to a page of our own
    'frame-src': orNone([...new Set([...framed, ...(settings.openId ? ["'self'"] : []), ...signOn])]),
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const orNone = (sources: readonly string[]) => (sources.length > 0 ? sources : ["'none'"])

/** Of a sign-on server that is not at our own origin. */
function signOnOrigins({ openId }: Settings): string[] {
  return openId?.uri && URL.canParse(openId.uri) ? [new URL(openId.uri).origin] : []
}
