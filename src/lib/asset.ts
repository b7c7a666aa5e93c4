import { createNoResponseError } from './api-error.ts'
import { timeouts } from './transport.ts'

/**
 * Fetches a content-addressed file of the app, which the HTTP cache or the service worker may serve.
 *
 * @param url on the page's origin
 * @returns the whole file
 * @throws ApiError NoResponse when the file is missing or a page was returned instead
 */
export async function fetchAsset(url: string): Promise<ArrayBuffer> {
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  let timer = setTimeout(abort, timeouts.writeInMs)
  try {
    // `error` would make Node ignore the signal once memory was collected
    const response = await fetch(url, {
      signal: abortController.signal,
      redirect: 'manual',
      credentials: 'same-origin',
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || type.startsWith('text/html'))
      throw createNoResponseError(`${response.status} ${type}`)
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(abort, timeouts.stallInMs)
      chunks.push(step.value)
    }
    return await new Blob(chunks).arrayBuffer()
  } catch (error) {
    throw createNoResponseError(error, abortController.signal.aborted)
  } finally {
    clearTimeout(timer)
  }
}
