import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { timeouts } from '../src/lib/transport.ts'
import { abortFetches, timeoutPlugin } from './timeout-plugin.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const buildEvent = (clientId: string) => ({ clientId }) as never
const event = buildEvent('a page')
const createRequest = (signal?: AbortSignal) => new Request('https://race.example/media/a', { signal })

async function startFetch(request = createRequest(), event = buildEvent('a page')) {
  const state = {}
  const limitedRequest = await timeoutPlugin.requestWillFetch?.({ request, event, state })
  if (!limitedRequest) throw new Error('a request was expected')
  return { limitedRequest, state, request }
}

/** Creates a body whose chunks are sent on demand. */
function createStreamedBody() {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
  return {
    body,
    come: () => stream?.enqueue(new Uint8Array(1)),
    end: () => stream?.close(),
  }
}

describe('the limits of a worker’s fetch', () => {
  it('end it when the first byte does not come', async () => {
    const { limitedRequest } = await startFetch()
    await vi.advanceTimersByTimeAsync(timeouts.readInMs - 1)
    expect(limitedRequest.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(limitedRequest.signal.aborted).toBe(true)
  })

  it('end it when the body stalls, and let it take its time while pieces come', async () => {
    const { limitedRequest, state, request } = await startFetch()
    const { body, come } = createStreamedBody()
    const response = await timeoutPlugin.fetchDidSucceed?.({
      request,
      response: new Response(body),
      event,
      state,
    })
    const reader = response?.body?.getReader()
    for (let piece = 0; piece < 3; piece++) {
      await vi.advanceTimersByTimeAsync(timeouts.stallInMs - 1)
      come()
      await reader?.read()
    }
    expect(limitedRequest.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(timeouts.stallInMs)
    expect(limitedRequest.signal.aborted).toBe(true)
  })

  it('end what a page that is left has asked for, and nothing else', async () => {
    const ownFetch = await startFetch()
    const otherFetch = await startFetch(createRequest(), buildEvent('another page'))
    const { body } = createStreamedBody()
    const { request, state } = ownFetch
    await timeoutPlugin.fetchDidSucceed?.({ request, response: new Response(body), event, state })
    abortFetches('a page')
    expect(ownFetch.limitedRequest.signal.aborted).toBe(true)
    expect(otherFetch.limitedRequest.signal.aborted).toBe(false)
  })

  it('end with the body', async () => {
    const { limitedRequest, state, request } = await startFetch()
    const { body, come, end } = createStreamedBody()
    const response = await timeoutPlugin.fetchDidSucceed?.({
      request,
      response: new Response(body),
      event,
      state,
    })
    come()
    end()
    expect((await response?.arrayBuffer())?.byteLength).toBe(1)
    await vi.advanceTimersByTimeAsync(timeouts.stallInMs * 2)
    expect(limitedRequest.signal.aborted).toBe(false)
  })

  it('leave the page its own word', async () => {
    const page = new AbortController()
    const { limitedRequest } = await startFetch(createRequest(page.signal))
    page.abort()
    expect(limitedRequest.signal.aborted).toBe(true)
  })
})
