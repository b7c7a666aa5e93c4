import { tenantHeader } from '../../contract/call.ts'
import type { LinkSignal } from './link.ts'
import { timeouts } from './timeouts.ts'

/** Path of the health check. Its answer of a few bytes bypasses the service worker. */
const healthPath = '/healthz'

/** Checks whether the page's host is reachable. Never throws. */
export async function checkService(): Promise<LinkSignal> {
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), timeouts.readInMs)
  try {
    // most captive portals answer with a redirect
    const response = await fetch(healthPath, {
      redirect: 'manual',
      cache: 'no-store',
      signal: abortController.signal,
    })
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
