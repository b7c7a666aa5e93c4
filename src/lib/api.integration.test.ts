import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createArchive } from '../../contract/archives.ts'
import { tenantHeader } from '../../contract/call.ts'
import { addPromotionalCode, checkOut, createCart, getCart } from '../../contract/cart.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { previewFramedPhoto } from '../../contract/frame.ts'
import { ApiError, configureApi, isApiError, request, requestFile, requestWithHeaders } from './api.ts'
import { onLinkSignal } from './link.ts'
import { timeouts } from './transport.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let answer: Answer
let received: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = []

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    incoming.on('end', () => {
      received.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body })
      answer(incoming, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  configureApi({ base: `http://127.0.0.1:${port}`, language: 'es' })
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  received = []
})

afterEach(() => vi.useRealTimers())

const tenantHeaders = { [tenantHeader]: 'photofinish' }

const answerJson =
  (status: number, value: unknown, type = 'application/json; charset=utf-8'): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type, ...tenantHeaders }).end(JSON.stringify(value))

const answerProblem = (status: number, code: string, headers: Record<string, string> = {}): Answer => {
  const document = { type: 'about:blank', title: code, status, code }
  return (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...tenantHeaders, ...headers })
      .end(JSON.stringify(document))
}

const answerPage =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Sign in to the Wi-Fi</html>')

const emptyList = { items: [], count: 0, total: 0 }
const cartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'

async function catchError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`an ApiError was expected, came ${String(error)}`)
  return error
}

test('parses a list, and escapes its query', async () => {
  answer = answerJson(200, emptyList)
  expect(await request(listEvents, { query: { searchString: 'Три моста & co', count: 5 } })).toEqual(
    emptyList,
  )
  const url = new URL(received[0]?.url ?? '', 'http://x')
  expect(url.pathname).toBe('/public/events/api/v1/events')
  expect(Object.fromEntries(url.searchParams)).toEqual({ searchString: 'Три моста & co', count: '5' })
  expect(received[0]?.headers['accept-language']).toBe('es')
})

test('sends a token in its header and never in the address', async () => {
  answer = answerPage(404)
  await catchError(request(getCart, { params: { shoppingCartId: cartId }, token: 'secret' }))
  expect(received[0]?.headers.authorization).toBe('Bearer secret')
  expect(received[0]?.url).not.toContain('secret')
})

test('sends a write with its key and body, and returns nothing for 204', async () => {
  answer = (_, response) => response.writeHead(204, tenantHeaders).end()
  const sent = request(addPromotionalCode, {
    params: { shoppingCartId: cartId },
    body: { code: 'START10' },
    idempotencyKey: 'k1',
  })
  expect(await sent).toBeUndefined()
  expect(received[0]).toMatchObject({ method: 'POST', body: '{"code":"START10"}' })
  expect(received[0]?.headers['idempotency-key']).toBe('k1')
})

test('turns a problem document into an error with its code and status', async () => {
  answer = answerProblem(410, 'PromoExpired')
  const error = await catchError(
    request(addPromotionalCode, { params: { shoppingCartId: cartId }, body: { code: 'OLD' } }),
  )
  expect(error).toMatchObject({ code: 'PromoExpired', status: 410, problem: { title: 'PromoExpired' } })
  expect(isApiError(error, 'PromoExpired', 'PromoInactive')).toBe(true)
  expect(isApiError(error, 'PromoInactive')).toBe(false)
})

test('an unknown code is an unexpected error with its real status', async () => {
  answer = answerProblem(418, 'TeapotShort')
  const error = await catchError(request(createCart, { body: {} }))
  expect(error).toMatchObject({ code: 'Unexpected', status: 418 })
})

const foreignAnswers: [string, Answer][] = [
  ['a captive portal’s page with status 200', answerPage(200)],
  ['a proxy’s page with status 502', answerPage(502)],
  ['a sign-in page with status 511', answerPage(511)],
  [
    'JSON cut short',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', ...tenantHeaders }).end('{"items":['),
  ],
  ['JSON of another service', answerJson(200, { ok: true })],
  ['JSON of the right shape under another media type', answerJson(200, emptyList, 'text/plain')],
  ['another good status than promised', answerJson(206, emptyList)],
  ['an error that is JSON but no problem document', answerJson(500, { error: 'x' })],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  [
    'an empty answer',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json', ...tenantHeaders }).end(),
  ],
]

test.each(foreignAnswers)('%s does not count as an answer', async (_, foreignAnswer) => {
  answer = foreignAnswer
  const error = await catchError(request(checkOut, { params: { shoppingCartId: cartId }, body: {} }))
  expect(error).toMatchObject({ code: 'NoResponse', status: 1001 })
  expect(received).toHaveLength(1)
})

test('a page in place of an empty 204 does not count as an answer', async () => {
  answer = answerPage(200)
  const error = await catchError(
    request(addPromotionalCode, { params: { shoppingCartId: cartId }, body: { code: 'X' } }),
  )
  expect(error.code).toBe('NoResponse')
})

test('a body that breaks off does not count as an answer', async () => {
  answer = (_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': '1000',
      ...tenantHeaders,
    })
    response.write('{"items":')
    setImmediate(() => response.destroy())
  }
  const error = await catchError(request(createCart, { body: {} }))
  expect(error.code).toBe('NoResponse')
})

test('retries a read when the first connection breaks, and not a write', async () => {
  let brokenCount = 1
  answer = (incoming, response) => {
    if (brokenCount-- > 0) response.destroy()
    else answerJson(200, emptyList)(incoming, response)
  }
  expect(await request(listEvents, { query: {} })).toEqual(emptyList)
  expect(received).toHaveLength(2)

  brokenCount = 1
  received = []
  expect((await catchError(request(createCart, { body: {} }))).code).toBe('NoResponse')
  expect(received).toHaveLength(1)
})

test('retries a read in the form of a write', async () => {
  let brokenCount = 1
  const token = {
    token: 't',
    expiresOn: '2030-01-01T00:00:00.000Z',
    subject: { kind: 'event', label: '' },
    total: 3,
  }
  answer = (incoming, response) => {
    if (brokenCount-- > 0) response.destroy()
    else answerJson(200, token)(incoming, response)
  }
  expect(await request(createSearchToken, { params: { eventId: 'e1' }, body: {} })).toEqual(token)
  expect(received).toHaveLength(2)
})

test('does not retry a read after a permanent error', async () => {
  answer = answerProblem(404, 'EventNotFound')
  const error = await catchError(request(getEvent, { params: { eventId: 'gone' } }))
  expect(error.code).toBe('EventNotFound')
  expect(received).toHaveLength(1)
})

test('delays a read by Retry-After, unless that is too long', async () => {
  let busyCount = 1
  answer = (incoming, response) => {
    if (busyCount-- > 0) answerProblem(503, 'Overloaded', { 'retry-after': '0' })(incoming, response)
    else answerJson(200, emptyList)(incoming, response)
  }
  expect(await request(listEvents, { query: {} })).toEqual(emptyList)

  received = []
  answer = answerProblem(429, 'TooManyRequests', { 'retry-after': '60' })
  const error = await catchError(request(listEvents, { query: {} }))
  expect(error).toMatchObject({ code: 'TooManyRequests', retryAfterInMs: 60_000 })
  expect(received).toHaveLength(1)
})

test('gives up a silent server without a retry', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const requestArrived = new Promise<void>((resolve) => {
    answer = () => resolve()
  })
  const failure = catchError(request(listEvents, { query: {} }))
  await requestArrived
  await vi.advanceTimersByTimeAsync(timeouts.readInMs)
  const error = await failure
  expect(error).toMatchObject({ code: 'NoResponse', timedOut: true })
  expect(received).toHaveLength(1)
})

test('gives up a stalled body', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = timeouts.readInMs
  // no read timeout, so that only the stall ends the call
  timeouts.readInMs = 2_000_000_000
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...tenantHeaders })
    response.write('{"items":')
  }
  const progress = { isOver: false }
  const failure = catchError(request(listEvents, { query: {} })).finally(() => {
    progress.isOver = true
  })
  // the first chunk arrives in some turn of the event loop; the stall timer starts then
  while (!progress.isOver) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(timeouts.stallInMs)
  }
  timeouts.readInMs = before
  expect(await failure).toMatchObject({ code: 'NoResponse', timedOut: true })
})

test('a canceled call rejects with the caller’s reason', async () => {
  const stop = new AbortController()
  answer = () => stop.abort(new Error('changed my mind'))
  await expect(request(listEvents, { query: {}, signal: stop.signal })).rejects.toThrow('changed my mind')
})

test('accepts a file of the promised media type, not a page in its place', async () => {
  const query = { photoId: 'p1', frameId: 'f1' }
  answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'image/jpeg', ...tenantHeaders })
      .end(Buffer.from([255, 216, 255]))
  const file = await requestFile(previewFramedPhoto, { query, token: 't' })
  expect(file.type).toBe('image/jpeg')
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array([255, 216, 255]))

  answer = answerPage(200)
  expect((await catchError(requestFile(previewFramedPhoto, { query, token: 't' }))).code).toBe('NoResponse')
})

test('returns the headers of a response whose result is in them', async () => {
  answer = (_, response) =>
    response.writeHead(201, { ...tenantHeaders, 'x-archive-id': 'a1', location: '/x' }).end()
  const { headers } = await requestWithHeaders(createArchive, { body: { orderId: 'o1' } })
  expect(headers.get('x-archive-id')).toBe('a1')
})

test('ignores a response without the product’s header, even with the right content', async () => {
  const signals: string[] = []
  const stop = onLinkSignal((each) => signals.push(each))
  answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(emptyList))
  expect((await catchError(request(listEvents, { query: {} }))).code).toBe('NoResponse')
  expect(new Set(signals)).toEqual(new Set(['stranger']))
  stop()
})

test('accepts only a known tenant’s own answers', async () => {
  configureApi({ tenant: 'север' })
  answer = answerJson(200, emptyList)
  expect((await catchError(request(listEvents, { query: {} }))).code).toBe('NoResponse')
  answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', [tenantHeader]: encodeURIComponent('север') })
      .end(JSON.stringify(emptyList))
  expect(await request(listEvents, { query: {} })).toEqual(emptyList)
  configureApi({ tenant: '' })
})

test('every call reports the state of the link: an answer, silence, or a foreign page', async () => {
  const signals: string[] = []
  const stop = onLinkSignal((each) => signals.push(each))
  answer = answerProblem(404, 'EventNotFound')
  await catchError(request(getEvent, { params: { eventId: 'gone' } }))
  answer = (_, response) => response.destroy()
  await catchError(request(createCart, { body: {} }))
  answer = answerPage(502)
  await catchError(request(createCart, { body: {} }))
  answer = answerPage(200)
  await catchError(request(createCart, { body: {} }))
  expect(signals).toEqual(['answer', 'silence', 'silence', 'stranger'])
  stop()
})
