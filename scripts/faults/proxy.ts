import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { tenantHeader } from '../../contract/call.ts'
import { type Exchange, Log } from './exchange.ts'
import { type Clock, ConnectionBroken, Link } from './link.ts'
import {
  createPortalResponse,
  createProblemResponse,
  createProxyErrorPage,
  type FakeResponse,
} from './pages.ts'
import { createRandom } from './random.ts'
import { type Fault, isBlackout, type Rule, RuleSet } from './rules.ts'

/** Configures a fault proxy. */
export interface FaultProxyOptions {
  /** URL of the server, e.g. `http://127.0.0.1:8080`. */
  readonly target: string
  /** Port for the browser. Default: a free one. */
  readonly port?: number
  readonly seed?: number
  /**
   * Whether connections are reused for several exchanges. Browsers automatically retry failures on a reused connection; tests
   * that count requests disable this.
   */
  readonly keepAlive?: boolean
  /** Time source of delays. Default: that of the system. */
  readonly clock?: Clock
}

/** A simulated bad network between a browser and a server, on a separate origin. */
export interface FaultProxy {
  /** URL for the browser. `localhost`, so that it is a secure context. */
  readonly url: string
  readonly port: number
  readonly rules: readonly Rule[]
  /** Every exchange, oldest first. */
  readonly log: readonly Exchange[]
  /** Replaces the rules, also for exchanges in progress. */
  set(rules: readonly Rule[]): void
  /** Removes all rules. Delayed bytes continue. */
  clear(): void
  /** Resolves with the first past or future exchange that matches. Evaluated again on each of its bytes. */
  waitForExchange(isMatch: (exchange: Exchange) => boolean): Promise<Exchange>
  /** Closes every connection now. */
  closeConnections(): void
  close(): Promise<void>
}

/** Request headers that would prevent a complete plain-text response. */
const negotiationHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range']

const validatorHeaders = new Set(['etag', 'last-modified'])
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Opens a fault proxy. Without rules, it passes everything unchanged. */
export async function createFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const target = new URL(options.target)
  const ruleBook = new RuleSet(createRandom(options.seed ?? 1))
  const link = new Link(ruleBook, options.clock)
  const log = new Log()
  const connections = new Set<Socket>()
  const usedSockets = new WeakSet<Socket>()
  const runningExchanges = new Map<Exchange, Socket>()
  let handoverTimers: NodeJS.Timeout[] = []

  const closeConnections = () => {
    for (const socket of connections) socket.destroy()
  }

  const server = createServer((request, response) => {
    void handleExchange(request, response)
  })
  if (options.keepAlive === false) server.maxRequestsPerSocket = 1
  server.requestTimeout = 0
  server.on('connection', (socket) => {
    if (ruleBook.rules.some(isBlackout)) {
      socket.destroy()
      return
    }
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.setNoDelay(true)
  })

  async function handleExchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request
    const exchange = log.open(request)
    runningExchanges.set(exchange, socket)
    response.on('close', () => exchange.abort(new Error('the browser has left')))
    try {
      await link.waitRoundTrip(exchange, !usedSockets.has(socket))
      usedSockets.add(socket)
      await link.passHeader(exchange, 'request', countHeaderBytes(request))
      await answerExchange(exchange, request, response)
      exchange.outcome = 'answered'
    } catch (error) {
      exchange.outcome = exchange.signal.aborted ? 'gone' : 'broken'
      if (error instanceof ConnectionBroken && error.ending === 'reset') socket.resetAndDestroy()
      else socket.destroy()
    }
    runningExchanges.delete(exchange)
    log.notify(exchange)
  }

  async function answerExchange(
    exchange: Exchange,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const faults = ruleBook.getFaults(exchange)
    exchange.faults = [...new Set(faults.map(({ type }) => type))]
    log.notify(exchange)
    if (faults.some(({ type }) => type === 'refuse')) throw new ConnectionBroken('refuse')
    const fakeResponse = createFakeResponse(faults)
    if (fakeResponse) {
      request.resume()
      if (fakeResponse.isServerFormat) Object.assign(fakeResponse.headers, await fetchTenantHeader(request))
      return sendResponse(exchange, response, fakeResponse, Buffer.from(fakeResponse.body))
    }
    const bodyFault = faults.find((fault) => fault.type === 'truncate' || fault.type === 'rewrite')
    const serverResponse = await forwardRequest(exchange, request, bodyFault !== undefined)
    exchange.serverStatus = serverResponse.statusCode
    log.notify(exchange)
    if (faults.some(({ type }) => type === 'drop-reply')) {
      await buffer(serverResponse)
      throw new ConnectionBroken('cut')
    }
    if (bodyFault)
      return sendResponse(
        exchange,
        response,
        toResponseHead(serverResponse),
        applyBodyFault(bodyFault, await buffer(serverResponse)),
      )
    await link.passHeader(exchange, 'response', countHeaderBytes(serverResponse))
    exchange.status = serverResponse.statusCode
    response.writeHead(
      serverResponse.statusCode ?? 502,
      serverResponse.statusMessage,
      removeHopByHopHeaders(serverResponse.rawHeaders),
    )
    response.flushHeaders()
    await forwardBody(exchange, 'response', serverResponse, response)
    await endResponse(response)
  }

  /** Forwards the request. The response may start while the body is still being sent. */
  async function forwardRequest(
    exchange: Exchange,
    request: IncomingMessage,
    needsUncompressedBody: boolean,
  ): Promise<IncomingMessage> {
    const headers = removeHopByHopHeaders(request.rawHeaders, needsUncompressedBody ? negotiationHeaders : [])
    const { hostname, port } = target
    const serverRequest = httpRequest({
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers,
      agent: false,
    })
    // awaiting code gets the error; later errors are ignored
    serverRequest.on('error', () => {})
    exchange.signal.addEventListener('abort', () => serverRequest.destroy(), { once: true })
    const responsePromise = once(serverRequest, 'response') as Promise<[IncomingMessage]>
    const bodySent = forwardBody(exchange, 'request', request, serverRequest).then(() => serverRequest.end())
    const bodyBroken = new Promise<never>((_resolve, reject) => {
      bodySent.catch((error: unknown) => {
        // a server that has rejected the request does not need the rest of the body
        request.resume()
        if (!(error instanceof ConnectionBroken)) return
        serverRequest.destroy()
        reject(error)
      })
    })
    const [incoming] = await Promise.race([responsePromise, bodyBroken])
    bodyBroken.catch(() => exchange.abort(new Error('the request broke off')))
    return incoming
  }

  /** Fetches the header with which the server marks its responses. */
  async function fetchTenantHeader({ headers: { host } }: IncomingMessage): Promise<Record<string, string>> {
    const healthRequest = httpRequest(new URL('/healthz', target), { headers: { host }, agent: false }).end()
    const [{ headers }] = (await once(healthRequest, 'response')) as [IncomingMessage]
    const headerValue = headers[tenantHeader]
    return typeof headerValue === 'string' ? { [tenantHeader]: headerValue } : {}
  }

  async function forwardBody(
    exchange: Exchange,
    direction: 'request' | 'response',
    from: IncomingMessage,
    to: NodeJS.WritableStream,
  ): Promise<void> {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      for (let remaining = chunk as Buffer; remaining.length > 0; ) {
        const size = await link.passBytes(exchange, direction, remaining.length)
        await writeChunk(to, remaining.subarray(0, size), exchange.signal)
        remaining = remaining.subarray(size)
        log.notify(exchange)
      }
    }
  }

  async function sendResponse(
    exchange: Exchange,
    response: ServerResponse,
    head: Pick<FakeResponse, 'status' | 'headers'>,
    body: Buffer,
  ): Promise<void> {
    exchange.status = head.status
    exchange.passed.response += body.length
    response.writeHead(head.status, { ...head.headers, 'content-length': body.length }).end(body)
    await endResponse(response)
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const set = (rules: readonly Rule[]) => {
    for (const timer of handoverTimers) clearInterval(timer)
    handoverTimers = rules.flatMap(({ fault }) =>
      fault.type === 'handover' ? setInterval(closeConnections, fault.everyInMs) : [],
    )
    ruleBook.set(rules)
    if (rules.some(isBlackout)) closeConnections()
    for (const [exchange, socket] of runningExchanges) {
      if (ruleBook.getFaults(exchange).some(({ type }) => type === 'refuse')) socket.destroy()
    }
  }
  return {
    url: `http://localhost:${port}`,
    port,
    get rules() {
      return ruleBook.rules
    },
    log: log.exchanges,
    set,
    clear: () => set([]),
    waitForExchange: (isMatch) => log.waitForExchange(isMatch),
    closeConnections,
    close: async () => {
      set([])
      server.close()
      closeConnections()
      await once(server, 'close')
    },
  }
}

function createFakeResponse(faults: readonly Fault[]): FakeResponse | undefined {
  for (const fault of faults) {
    if (fault.type === 'portal') return createPortalResponse(fault.status)
    if (fault.type === 'page') return createProxyErrorPage(fault.status)
    if (fault.type === 'answer')
      return createProblemResponse(fault.status, fault.code, fault.retryAfterInSeconds)
  }
  return undefined
}

function applyBodyFault(fault: Fault, body: Buffer): Buffer {
  if (fault.type === 'rewrite') return Buffer.from(fault.rewrite(body.toString('utf8')))
  return body.subarray(0, Math.floor(body.length / 2))
}

function toResponseHead({ statusCode, headers }: IncomingMessage): Pick<FakeResponse, 'status' | 'headers'> {
  const headerEntries = Object.entries(headers).filter(
    ([name]) => !hopByHopHeaders.has(name) && !validatorHeaders.has(name),
  )
  return {
    status: statusCode ?? 502,
    headers: Object.fromEntries(headerEntries.map(([name, value]) => [name, String(value)])),
  }
}

/** Returns alternating names and values, without hop-by-hop headers. */
function removeHopByHopHeaders(rawHeaders: readonly string[], excluded: readonly string[] = []): string[] {
  const remainingHeaders: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!hopByHopHeaders.has(name) && !excluded.includes(name))
      remainingHeaders.push(...rawHeaders.slice(index, index + 2))
  }
  return remainingHeaders
}

/** Estimates the bytes of a header on the wire. */
function countHeaderBytes({ rawHeaders, url }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, (url?.length ?? 0) + 16)
}

function writeChunk(to: NodeJS.WritableStream, chunk: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    to.write(chunk, (error) => {
      signal.removeEventListener('abort', onAbort)
      if (error) reject(error)
      else resolve()
    })
  })
}

async function endResponse(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => response.end(resolve))
}
