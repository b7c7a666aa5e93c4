import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request on its way to the server. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  /** HTTP status; 0 until the server has answered. */
  status: number
  /** True until the last byte was sent or either side has closed the connection. */
  isOpen: boolean
}

/** The network between one browser and the server. */
export interface Network {
  /** The origin that the browser opens. It stays the same when the network is cut and restored. */
  readonly origin: string
  /** Every received request, including those of the service worker. */
  readonly exchanges: readonly Exchange[]
  /** Closes open connections, and new ones at once. The port stays open, so that no other process gets it. */
  disconnect(): void
  reconnect(): void
  /** Leaves requests for a path unanswered until the network is restored. */
  leaveUnanswered(path: RegExp): void
  close(): Promise<void>
}

/** Opens a reverse proxy on a free port: the engines' offline modes do not affect service workers. */
export async function openNetwork(target: string): Promise<Network> {
  const { hostname, port: targetPort } = new URL(target)
  const exchanges: Exchange[] = []
  let unansweredPath: RegExp | undefined
  let isDisconnected = false
  const server = createServer(forwardRequest)
  server.on('connection', (socket) => {
    if (isDisconnected) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    exchanges,
    disconnect: () => {
      isDisconnected = true
      server.closeAllConnections()
    },
    reconnect: () => {
      isDisconnected = false
      unansweredPath = undefined
    },
    leaveUnanswered: (path) => {
      unansweredPath = path
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }

  function forwardRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url: path = '/', headers } = incoming
    const key = headers['idempotency-key']
    const exchange: Exchange = { method, path, idempotencyKey: key?.toString(), status: 0, isOpen: true }
    exchanges.push(exchange)
    if (unansweredPath?.test(path)) return
    // the host header is kept: it identifies the brand, and the bank redirects to it
    const upstreamRequest = forward({ host: hostname, port: targetPort, method, path, headers }, (answer) => {
      exchange.status = answer.statusCode ?? 0
      outgoing.writeHead(exchange.status, answer.headers)
      answer.pipe(outgoing)
    })
    upstreamRequest.on('error', () => outgoing.destroy())
    outgoing.on('close', () => {
      exchange.isOpen = false
      upstreamRequest.destroy()
    })
    incoming.pipe(upstreamRequest)
  }
}
