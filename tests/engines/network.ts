import { once } from 'node:events'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request on its way to the server. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  /** 0 until there is an answer. */
  status: number
  /** Until the last byte of the answer was sent, or one side has closed the connection. */
  isOpen: boolean
}

/** The network between one browser and the server. */
export interface Network {
  /** The origin that the browser opens. It stays the same when the network is cut and restored. */
  readonly origin: string
  /** Every received request, including those of the service worker. */
  readonly exchanges: readonly Exchange[]
  /** Refuses new connections and closes open ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Leaves requests for a path unanswered until the network is restored. */
  hold(path: RegExp): void
}

/** Opens a reverse proxy on a free port: the engines' offline modes do not affect service workers. */
export async function openNetwork(target: string): Promise<Network> {
  const { hostname, port: targetPort } = new URL(target)
  const exchanges: Exchange[] = []
  let held: RegExp | undefined
  let server: Server | undefined
  let port = 0
  const hold = (path: RegExp) => {
    held = path
  }
  const restore = async () => {
    held = undefined
    server = createServer(pass).listen(port, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
  }
  const cut = async () => {
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    server = undefined
    await closed
  }
  await restore()
  return { origin: `http://localhost:${port}`, exchanges, cut, restore, hold }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url: path = '/', headers } = incoming
    const key = headers['idempotency-key']
    const exchange: Exchange = { method, path, idempotencyKey: key?.toString(), status: 0, isOpen: true }
    exchanges.push(exchange)
    if (held?.test(path)) return
    // the host header is kept: it identifies the brand, and the bank redirects to it
    const onward = forward({ host: hostname, port: targetPort, method, path, headers }, (answer) => {
      exchange.status = answer.statusCode ?? 0
      outgoing.writeHead(exchange.status, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => {
      exchange.isOpen = false
      onward.destroy()
    })
    incoming.pipe(onward)
  }
}
