import { noResponse } from './api-error.ts'
import { timeouts } from './transport.ts'

/**
 * Fetches a file of the app whose address changes with its content; the browser or the service worker may have kept it.
 *
 * @param url of our own host
 * @returns all of its bytes
 * @throws ApiError NoResponse when there is none, or a page came in its place
 */
export async function fetchAsset(url: string): Promise<ArrayBuffer> {
  const clock = new AbortController()
  const stop = () => clock.abort()
  let timer = setTimeout(stop, timeouts.writeInMs)
  try {
    const response = await fetch(url, { signal: clock.signal, redirect: 'error', credentials: 'same-origin' })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || type.startsWith('text/html')) throw noResponse(`${response.status} ${type}`)
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(stop, timeouts.stallInMs)
      pieces.push(step.value)
    }
    return await new Blob(pieces).arrayBuffer()
  } catch (error) {
    throw noResponse(error, clock.signal.aborted)
  } finally {
    clearTimeout(timer)
  }
}
