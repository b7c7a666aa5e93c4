import { request } from 'node:http'
import type { Deliver } from './notification.ts'

const timeoutInMs = 10_000

/**
 * Calls back over HTTP. The sandbox lives on the merchant's own machine, so it always dials the local port and only
 * names the merchant's host: that works for `*.localhost` too, which not every system resolves.
 */
export function deliverLocally(portOf: () => number): Deliver {
  return (url, body, headers) =>
    new Promise((resolve, reject) => {
      const { host, pathname } = new URL(url)
      const call = request(
        {
          host: '127.0.0.1',
          port: portOf(),
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
      call.on('timeout', () => call.destroy(new Error('The merchant did not answer in time')))
      call.on('error', reject)
      call.end(body)
    })
}
