import { noResponse } from './api-error.ts'
import { timeouts } from './transport.ts'

/**
 * Fetches a content-addressed file of the app, which the HTTP cache or the service worker may serve.
 *
 * @param url on the page's origin
 * @returns the whole file
 * @throws ApiError NoResponse when the file is missing or a page was returned instead
 */
export async function fetchAsset(url: string): Promise<ArrayBuffer> {
  const clock = new AbortController()
  const stop = () => clock.abort()
  let timer = setTimeout(stop, timeouts.writeInMs)
  try {
    // `error` would make Node ignore the signal once memory was collected
    const response = await fetch(url, {
      signal: clock.signal,
      redirect: 'manual',
      credentials: 'same-origin',
    })
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
