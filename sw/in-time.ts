import type { WorkboxPlugin } from 'workbox-core'
import { timeouts } from '../src/lib/transport.ts'

/** One request's clock: ends it when nothing has come for too long. */
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

/** What is fetched now, and the page that waits for it. */
const underway = new Map<Clock, string>()

/** Ends what is fetched for a page that is about to be left: a worker gives way to the next one only when it is idle. */
export function endFetchesOf(clientId: string): void {
  for (const [clock, of] of underway) if (of === clientId) clock.end()
}

/** A worker's fetch has no limit of its own: eight seconds to the first byte, ten between two pieces. */
export const inTime: WorkboxPlugin = {
  requestWillFetch: async ({ request, event, state }) => {
    const clock = new Clock()
    underway.set(clock, (event as FetchEvent).clientId)
    clock.waitFor(timeouts.readInMs)
    if (state) state.clock = clock
    // what the page has stopped is stopped here too
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
  // a redirect that is to be seen as one has no body that could be read
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
