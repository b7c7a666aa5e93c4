import type { PushGateway } from '../../features/push/ports.ts'

/** Where Chrome, Edge, Firefox and Safari have their messages sent; a whole name, or with a dot any name below it. */
const hosts = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]
const timeoutInMs = 15_000

/**
 * Sends to the browser makers' services and to nobody else: an address that a caller names must not make the server ask
 * what only it can reach.
 */
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

/** Whether an endpoint belongs to a push service of a browser, by HTTPS; others are never called. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}
