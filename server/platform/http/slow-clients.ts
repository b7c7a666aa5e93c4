import { Socket } from 'node:net'
import { finished, type Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../log.ts'

/** Limits of clients that read slowly. */
export interface SlowClientLimits {
  /** A connection whose client takes no byte of a response for this time is closed. */
  readonly idleInMs: number
  /** Maximum number of concurrent downloads of one process. */
  readonly maxDownloads: number
  /** Connections that are still open this long after the server began to close are closed, with their calls. */
  readonly closeInMs: number
}

/**
 * Limits the memory of downloads. One occupies up to 512 KB, see `sendObject`: 500 of them take 250 MB. Docker kills a container
 * ten seconds after the stop signal, by when the database has to be closed.
 */
export const defaultLimits: SlowClientLimits = { idleInMs: 60_000, maxDownloads: 500, closeInMs: 7_000 }

/**
 * Closes connections whose client stops reading during a response. The time starts when the response is sent, so slow handlers
 * are not affected. Afterwards the keep-alive timeout of the server applies.
 */
export function closeIdleConnections(app: FastifyInstance, idleInMs: number): void {
  app.addHook('onSend', async (_request, reply) => {
    // Without a listener of `timeout`, Node destroys the socket. Partial progress of a large write restarts the time.
    const { socket } = reply.raw
    if (socket instanceof Socket) socket.setTimeout(idleInMs)
  })
}

/**
 * Closes the connection of each call that ends while the app closes. Its client would keep it open, and the app would wait for it
 * until the process is ended. Connections without a request are closed at once, and the others after `closeInMs`: those of
 * clients that send or read slowly, or have vanished.
 */
export function closeConnectionsAtEnd(app: FastifyInstance, closeInMs: number): void {
  let isClosing = false
  const unusedConnections = new Set<Socket>()
  // Node 20 does not count them as idle (nodejs/node#63452).
  app.server.on('connection', (socket: Socket) => {
    unusedConnections.add(socket)
    socket.once('close', () => unusedConnections.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unusedConnections) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), closeInMs).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  // of a response that began before
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    if (isClosing && socket instanceof Socket) socket.destroySoon()
  })
}

/** Downloads in progress in one process. */
export interface Downloads {
  /**
   * Adds a download until its response is finished or closed. Above the maximum, another download is ended: that of the client
   * with the most downloads which has made no progress for the longest time. Browsers resume it by a range.
   *
   * @param client see `toClientKey`
   * @returns a function to call at each progress of the download
   */
  add(response: Writable, client: string): () => void
}

/** Creates the state of a process without downloads. */
export function createDownloads(maxDownloads: number, log: Pick<Logger, 'warn'>): Downloads {
  // The order of insertion is that of progress: the download that has waited longest comes first.
  const clients = new Map<Writable, string>()
  return {
    add(response, client) {
      const victim = clients.size >= maxDownloads ? selectVictim(clients) : undefined
      if (victim) {
        log.warn({ downloads: clients.size }, 'download ended: too many clients read slowly')
        clients.delete(victim)
        victim.destroy()
      }
      clients.set(response, client)
      finished(response, () => clients.delete(response))
      return () => {
        if (clients.delete(response)) clients.set(response, client)
      }
    },
  }
}

function selectVictim(clients: ReadonlyMap<Writable, string>): Writable | undefined {
  const counts = new Map<string, number>()
  for (const client of clients.values()) counts.set(client, (counts.get(client) ?? 0) + 1)
  const maxCount = Math.max(...counts.values())
  return [...clients].find(([, client]) => counts.get(client) === maxCount)?.[0]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Downloads of stored objects in progress. */
    readonly downloads: Downloads
  }
}
