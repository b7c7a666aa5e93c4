import { createNoResponseError } from './api-error.ts'
import { timeouts } from './timeouts.ts'

export { timeouts } from './timeouts.ts'

export interface OutgoingRequest {
  url: string
  method: string
  headers: Headers
  body?: string | FormData | Blob
  signal?: AbortSignal
}

export interface ReceivedResponse {
  response: Response
  body: Blob
  /** Measures from sending to the headers of the answer; absent where it was not measured. */
  waitedInMs?: number
}

/**
 * Sends by fetch and reads the whole body.
 *
 * @param timeoutInMs until the headers of the answer; afterwards a pause of `stallInMs` between chunks aborts
 * @throws ApiError NoResponse on no answer, timeout, interruption or redirect; the signal's reason when aborted
 */
export async function send(sending: OutgoingRequest, timeoutInMs: number): Promise<ReceivedResponse> {
  sending.signal?.throwIfAborted()
  // AbortSignal.any does not exist before Safari 17.4 and Chrome 116
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  sending.signal?.addEventListener('abort', abort)
  let timer = setTimeout(abort, timeoutInMs)
  const sentAt = performance.now()
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, timeouts.stallInMs)
  }
  try {
    const response = await fetch(sending.url, {
      method: sending.method,
      headers: sending.headers,
      body: sending.body,
      signal: abortController.signal,
      // `error` would make Node ignore the signal once memory was collected
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
    })
    const waitedInMs = performance.now() - sentAt
    restartTimer()
    return { response, body: await readBody(response, restartTimer), waitedInMs }
  } catch (error) {
    sending.signal?.throwIfAborted()
    throw createNoResponseError(error, abortController.signal.aborted)
  } finally {
    clearTimeout(timer)
    sending.signal?.removeEventListener('abort', abort)
  }
}

async function readBody(response: Response, onBytes: () => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  if (response.body) {
    const reader = response.body.getReader()
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      chunks.push(step.value)
      onBytes()
    }
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}
