import { noResponse } from './api-error.ts'
import { timeouts } from './timeouts.ts'

export { timeouts } from './timeouts.ts'

export interface Sending {
  url: string
  method: string
  headers: Headers
  body?: string | FormData | Blob
  signal?: AbortSignal
}

export interface Received {
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
export async function send(sending: Sending, timeoutInMs: number): Promise<Received> {
  sending.signal?.throwIfAborted()
  // AbortSignal.any does not exist before Safari 17.4 and Chrome 116
  const clock = new AbortController()
  const stop = () => clock.abort()
  sending.signal?.addEventListener('abort', stop)
  let timer = setTimeout(stop, timeoutInMs)
  const sentOn = performance.now()
  const stillAlive = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, timeouts.stallInMs)
  }
  try {
    const response = await fetch(sending.url, {
      method: sending.method,
      headers: sending.headers,
      body: sending.body,
      signal: clock.signal,
      // `error` would make Node ignore the signal once memory was collected
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
    })
    const waitedInMs = performance.now() - sentOn
    stillAlive()
    return { response, body: await readAll(response, stillAlive), waitedInMs }
  } catch (error) {
    sending.signal?.throwIfAborted()
    throw noResponse(error, clock.signal.aborted)
  } finally {
    clearTimeout(timer)
    sending.signal?.removeEventListener('abort', stop)
  }
}

async function readAll(response: Response, onBytes: () => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  if (response.body) {
    const reader = response.body.getReader()
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      pieces.push(step.value)
      onBytes()
    }
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}
