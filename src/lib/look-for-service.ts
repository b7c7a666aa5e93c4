import { tenantHeader } from '../../contract/call.ts'
import type { Heard } from './link.ts'
import { timeouts } from './timeouts.ts'

/** Answers in a few bytes, past the service worker. */
const address = '/healthz'

/** Asks the page's own host for a sign of life. Never throws. */
export async function lookForService(): Promise<Heard> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), timeouts.readInMs)
  try {
    // a redirect is how most captive portals answer
    const response = await fetch(address, { redirect: 'manual', cache: 'no-store', signal: clock.signal })
    if (response.headers.has(tenantHeader)) return response.ok ? 'answer' : 'silence'
    return response.ok || response.type === 'opaqueredirect' || response.status === 511
      ? 'stranger'
      : 'silence'
  } catch {
    return 'silence'
  } finally {
    clearTimeout(timer)
  }
}
