import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { tenantHeader } from '../../contract/call.ts'
import { type Exchange, Log } from './exchange.ts'
import { Broken, type Clock, Link } from './link.ts'
import { type MadeUp, portalAnswer, problem, proxyPage } from './pages.ts'
import { randomFrom } from './random.ts'
import { type Fault, isBlackout, type Rule, RuleBook } from './rules.ts'

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
  seen(isSo: (exchange: Exchange) => boolean): Promise<Exchange>
  /** Closes every connection now. */
  sever(): void
  close(): Promise<void>
}

/** Request headers that would prevent a complete plain-text response. */
const negotiated = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range']

const validators = new Set(['etag', 'last-modified'])
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

/** Opens a fault proxy. Without rules, it passes everything unchanged. */
export async function createFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const target = new URL(options.target)
  const book = new RuleBook(randomFrom(options.seed ?? 1))
  const link = new Link(book, options.clock)
  const log = new Log()
  const connections = new Set<Socket>()
  const used = new WeakSet<Socket>()
  const running = new Map<Exchange, Socket>()
  let handovers: NodeJS.Timeout[] = []

  const sever = () => {
    for (const socket of connections) socket.destroy()
  }

  const server = createServer((request, response) => {
    void serve(request, response)
  })
  if (options.keepAlive === false) server.maxRequestsPerSocket = 1
  server.requestTimeout = 0
  server.on('connection', (socket) => {
    if (book.rules.some(isBlackout)) {
      socket.destroy()
      return
    }
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.setNoDelay(true)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request
    const exchange = log.open(request)
    running.set(exchange, socket)
    response.on('close', () => exchange.leave(new Error('the browser has left')))
    try {
      await link.travel(exchange, !used.has(socket))
      used.add(socket)
      await link.passHead(exchange, 'request', countHeaderBytes(request))
      await answer(exchange, request, response)
      exchange.outcome = 'answered'
    } catch (error) {
      exchange.outcome = exchange.signal.aborted ? 'gone' : 'broken'
      if (error instanceof Broken && error.how === 'reset') socket.resetAndDestroy()
      else socket.destroy()
    }
    running.delete(exchange)
    log.notify(exchange)
  }

  async function answer(
    exchange: Exchange,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const faults = book.validateFields(exchange)
    exchange.faults = [...new Set(faults.map(({ type }) => type))]
    log.notify(exchange)
    if (faults.some(({ type }) => type === 'refuse')) throw new Broken('refuse')
    const madeUp = madeUpBy(faults)
    if (madeUp) {
      request.resume()
      if (madeUp.isOfServer) Object.assign(madeUp.headers, await fetchTenantHeader(request))
      return give(exchange, response, madeUp, Buffer.from(madeUp.body))
    }
    const whole = faults.find((fault) => fault.type === 'truncate' || fault.type === 'rewrite')
    const answered = await ask(exchange, request, whole !== undefined)
    exchange.serverStatus = answered.statusCode
    log.notify(exchange)
    if (faults.some(({ type }) => type === 'drop-reply')) {
      await buffer(answered)
      throw new Broken('cut')
    }
    if (whole) return give(exchange, response, toHead(answered), changed(whole, await buffer(answered)))
    await link.passHead(exchange, 'response', countHeaderBytes(answered))
    exchange.status = answered.statusCode
    response.writeHead(answered.statusCode ?? 502, answered.statusMessage, endToEnd(answered.rawHeaders))
    response.flushHeaders()
    await carry(exchange, 'response', answered, response)
    await ended(response)
  }

  /** Forwards the request. The response may start while the body is still being sent. */
  async function ask(exchange: Exchange, request: IncomingMessage, plain: boolean): Promise<IncomingMessage> {
    const headers = endToEnd(request.rawHeaders, plain ? negotiated : [])
    const { hostname, port } = target
    const outgoing = httpRequest({
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers,
      agent: false,
    })
    // awaiting code gets the error; later errors are ignored
    outgoing.on('error', () => {})
    exchange.signal.addEventListener('abort', () => outgoing.destroy(), { once: true })
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    const sent = carry(exchange, 'request', request, outgoing).then(() => outgoing.end())
    const broken = new Promise<never>((_resolve, reject) => {
      sent.catch((error: unknown) => {
        // a server that has rejected the request does not need the rest of the body
        request.resume()
        if (!(error instanceof Broken)) return
        outgoing.destroy()
        reject(error)
      })
    })
    const [incoming] = await Promise.race([answered, broken])
    broken.catch(() => exchange.leave(new Error('the request broke off')))
    return incoming
  }

  /** Fetches the header with which the server marks its responses. */
  async function fetchTenantHeader({ headers: { host } }: IncomingMessage): Promise<Record<string, string>> {
    const asked = httpRequest(new URL('/healthz', target), { headers: { host }, agent: false }).end()
    const [{ headers }] = (await once(asked, 'response')) as [IncomingMessage]
    const sign = headers[tenantHeader]
    return typeof sign === 'string' ? { [tenantHeader]: sign } : {}
  }

  async function carry(
    exchange: Exchange,
    way: 'request' | 'response',
    from: IncomingMessage,
    to: NodeJS.WritableStream,
  ): Promise<void> {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      for (let rest = chunk as Buffer; rest.length > 0; ) {
        const size = await link.pass(exchange, way, rest.length)
        await written(to, rest.subarray(0, size), exchange.signal)
        rest = rest.subarray(size)
        log.notify(exchange)
      }
    }
  }

  async function give(
    exchange: Exchange,
    response: ServerResponse,
    head: Pick<MadeUp, 'status' | 'headers'>,
    body: Buffer,
  ): Promise<void> {
    exchange.status = head.status
    exchange.passed.response += body.length
    response.writeHead(head.status, { ...head.headers, 'content-length': body.length }).end(body)
    await ended(response)
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const set = (rules: readonly Rule[]) => {
    for (const timer of handovers) clearInterval(timer)
    handovers = rules.flatMap(({ fault }) =>
      fault.type === 'handover' ? setInterval(sever, fault.everyInMs) : [],
    )
    book.set(rules)
    if (rules.some(isBlackout)) sever()
    for (const [exchange, socket] of running) {
      if (book.validateFields(exchange).some(({ type }) => type === 'refuse')) socket.destroy()
    }
  }
  return {
    url: `http://localhost:${port}`,
    port,
    get rules() {
      return book.rules
    },
    log: log.exchanges,
    set,
    clear: () => set([]),
    seen: (isSo) => log.seen(isSo),
    sever,
    close: async () => {
      set([])
      server.close()
      sever()
      await once(server, 'close')
    },
  }
}

function madeUpBy(faults: readonly Fault[]): MadeUp | undefined {
  for (const fault of faults) {
    if (fault.type === 'portal') return portalAnswer(fault.status)
    if (fault.type === 'page') return proxyPage(fault.status)
    if (fault.type === 'answer') return problem(fault.status, fault.code, fault.retryAfterInSeconds)
  }
  return undefined
}

function changed(fault: Fault, body: Buffer): Buffer {
  if (fault.type === 'rewrite') return Buffer.from(fault.rewrite(body.toString('utf8')))
  return body.subarray(0, Math.floor(body.length / 2))
}

function toHead({ statusCode, headers }: IncomingMessage): Pick<MadeUp, 'status' | 'headers'> {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !validators.has(name))
  return {
    status: statusCode ?? 502,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  }
}

/** Returns alternating names and values, without hop-by-hop headers. */
function endToEnd(rawHeaders: readonly string[], without: readonly string[] = []): string[] {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!hopByHop.has(name) && !without.includes(name)) kept.push(...rawHeaders.slice(at, at + 2))
  }
  return kept
}

/** Estimates the bytes of a header on the wire. */
function countHeaderBytes({ rawHeaders, url }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, (url?.length ?? 0) + 16)
}

function written(to: NodeJS.WritableStream, piece: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    to.write(piece, (error) => {
      signal.removeEventListener('abort', giveUp)
      if (error) reject(error)
      else resolve()
    })
  })
}

async function ended(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => response.end(resolve))
}
