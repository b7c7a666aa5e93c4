import type { WorkboxPlugin } from 'workbox-core'
import { timeouts } from '../src/lib/transport.ts'

/** Aborts one request when no data arrives for too long. */
class Clock {
  readonly #end = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  get signal(): AbortSignal {
    return this.#end.signal
  }

  waitFor(inMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.end, inMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    underway.delete(this)
  }

  end = (): void => {
    this.stop()
    this.#end.abort()
  }
}

/** Running fetches with the client id of their page. */
const underway = new Map<Clock, string>()

/** Aborts the fetches of a page that is about to be left: a new worker activates only when the old one is idle. */
export function abortFetches(clientId: string): void {
  for (const [clock, of] of underway) if (of === clientId) clock.end()
}

/** Adds timeouts, which a worker's fetch does not have: eight seconds to the first byte, ten between two chunks. */
export const timeoutPlugin: WorkboxPlugin = {
  requestWillFetch: async ({ request, event, state }) => {
    const clock = new Clock()
    underway.set(clock, (event as FetchEvent).clientId)
    clock.waitFor(timeouts.readInMs)
    if (state) state.clock = clock
    // an abort by the page aborts the fetch as well
    if (request.signal.aborted) clock.end()
    request.signal.addEventListener('abort', clock.end)
    return new Request(request, { signal: clock.signal })
  },
  fetchDidSucceed: async ({ response, state }) =>
    state?.clock instanceof Clock ? withStallLimit(response, state.clock) : response,
  fetchDidFail: async ({ state }) => {
    if (state?.clock instanceof Clock) state.clock.stop()
  },
}

function withStallLimit(response: Response, clock: Clock): Response {
  // an opaque redirect has no readable body
  if (!response.body || response.type === 'opaqueredirect') {
    clock.stop()
    return response
  }
  clock.waitFor(timeouts.stallInMs)
  const { status, statusText, headers } = response
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, stream) {
        clock.waitFor(timeouts.stallInMs)
        stream.enqueue(piece)
      },
      flush: () => clock.stop(),
    }),
  )
  return new Response(body, { status, statusText, headers })
}
