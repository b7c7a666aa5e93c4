import type { PushGateway } from '../../features/push/ports.ts'

/** Lists the push services of Chrome, Edge, Firefox and Safari: exact host names, or suffixes that start with a dot. */
const pushServiceHosts = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]
const timeoutInMs = 15_000

/** Sends only to push services of browsers. A URL from a caller must not reach internal hosts (SSRF). */
export function createPushGateway(): PushGateway {
  return {
    isPushService,
    post: async ({ endpoint, headers, body }) => {
      if (!isPushService(endpoint)) throw new Error('The address is no push service')
      const response = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutInMs),
      })
      await response.body?.cancel()
      return response.status
    },
  }
}

/** Returns whether an endpoint belongs to a push service of a browser, over HTTPS. Others are never called. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return pushServiceHosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}
