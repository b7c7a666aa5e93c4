import { request } from 'node:http'
import type { Deliver } from './notification.ts'

const timeoutInMs = 10_000

/**
 * Delivers notifications over HTTP. The sandbox bank runs on the merchant's machine: it connects to the local port and sends
 * the merchant's host name. This also works for `*.localhost`, which not every system resolves.
 */
export function createLocalDeliver(getPort: () => number): Deliver {
  return (url, body, headers) =>
    new Promise((resolve, reject) => {
      const { host, pathname } = new URL(url)
      const clientRequest = request(
        {
          host: '127.0.0.1',
          port: getPort(),
          path: pathname,
          method: 'POST',
          headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
          timeout: timeoutInMs,
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
          response.on('error', reject)
        },
      )
      clientRequest.on('timeout', () =>
        clientRequest.destroy(new Error('The merchant did not answer in time')),
      )
      clientRequest.on('error', reject)
      clientRequest.end(body)
    })
}
