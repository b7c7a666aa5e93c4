import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP port that stays open while the server behind it is stopped and started on other ports. */
export interface Forwarder {
  readonly port: number
  /** Sets the port of 127.0.0.1 for new connections. Undefined: they are closed at once. */
  forwardTo(port: number | undefined): void
  close(): Promise<void>
}

/**
 * Listens on 127.0.0.1. Open connections are not affected by `forwardTo`; they end with the server. Call
 * `forwardTo(undefined)` before the server stops, because another process may get its port afterwards.
 */
export async function openForwarder(
  options: {
    /** Receives what clients send, with a number for each connection. */
    readonly onSent?: (connection: number, bytes: Buffer) => void
  } = {},
): Promise<Forwarder> {
  let target: number | undefined
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    const connection = connections++
    if (options.onSent) client.on('data', (bytes: Buffer) => options.onSent?.(connection, bytes))
    closeTogether(client, upstream)
    closeTogether(upstream, client)
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  /** Closes `other` after `socket`, with all data written. */
  function closeTogether(socket: Socket, other: Socket): void {
    sockets.add(socket)
    // 'close' follows
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroySoon()
    })
  }

  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (port) => {
      target = port
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
