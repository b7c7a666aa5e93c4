import type { WorkboxPlugin } from 'workbox-core'
import { timeouts } from '../src/lib/transport.ts'

/** Aborts one request when no data arrives for too long. */
class FetchTimeout {
  readonly #end = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  get signal(): AbortSignal {
    return this.#end.signal
  }

  restart(inMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.abort, inMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    runningFetches.delete(this)
  }

  abort = (): void => {
    this.stop()
    this.#end.abort()
  }
}

/** Running fetches with the client id of their page. */
const runningFetches = new Map<FetchTimeout, string>()

/** Aborts the fetches of a page that is about to be left: a new worker activates only when the old one is idle. */
export function abortFetches(clientId: string): void {
  for (const [timeout, pageClientId] of runningFetches) if (pageClientId === clientId) timeout.abort()
}

/** Adds timeouts, which a worker's fetch does not have: eight seconds to the first byte, ten between two chunks. */
export const timeoutPlugin: WorkboxPlugin = {
  requestWillFetch: async ({ request, event, state }) => {
    const timeout = new FetchTimeout()
    runningFetches.set(timeout, (event as FetchEvent).clientId)
    timeout.restart(timeouts.readInMs)
    if (state) state.clock = timeout
    // an abort by the page aborts the fetch as well
    if (request.signal.aborted) timeout.abort()
    request.signal.addEventListener('abort', timeout.abort)
    return new Request(request, { signal: timeout.signal })
  },
  fetchDidSucceed: async ({ response, state }) =>
    state?.clock instanceof FetchTimeout ? withStallLimit(response, state.clock) : response,
  fetchDidFail: async ({ state }) => {
    if (state?.clock instanceof FetchTimeout) state.clock.stop()
  },
}

function withStallLimit(response: Response, timeout: FetchTimeout): Response {
  // an opaque redirect has no readable body
  if (!response.body || response.type === 'opaqueredirect') {
    timeout.stop()
    return response
  }
  timeout.restart(timeouts.stallInMs)
  const { status, statusText, headers } = response
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, stream) {
        timeout.restart(timeouts.stallInMs)
        stream.enqueue(chunk)
      },
      flush: () => timeout.stop(),
    }),
  )
  return new Response(body, { status, statusText, headers })
}
