import { Duplex } from 'node:stream'
import { joinMessages, splitMessages } from './protocol-messages.ts'
import type { SharedSession } from './shared-session.ts'

/** Types of messages that are answered only after Sync or Flush: Parse, Bind, Describe, Execute, Close. */
const bufferedTypes = new Set(['P', 'B', 'D', 'E', 'C'].map((letter) => letter.charCodeAt(0)))
const terminateType = 'X'.charCodeAt(0)

/** AuthenticationOk and ReadyForQuery, outside of a transaction. */
const startupAnswer = Buffer.from('R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I', 'latin1')

/**
 * Connects a client of node-postgres to the shared session of the embedded database, in place of a network socket. The messages
 * of a query are executed together. When the session fails, the socket is destroyed with its error, and the client's queries
 * reject with it.
 */
export class SessionSocket extends Duplex {
  readonly #session: SharedSession
  readonly #client: number
  readonly #buffered: Uint8Array[] = []
  #isStarted = false

  /** @param client number of the client, its own in the session */
  constructor(session: SharedSession, client: number) {
    super()
    this.#session = session
    this.#client = client
  }

  /** Connects at once: there is nothing to wait for. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  // node-postgres calls these methods of network sockets
  setNoDelay(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#receive(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.#receive(chunk)
    done()
  }

  override _read(): void {
    // answers are pushed when they come
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#session.leave(this.#client)
    done(error)
  }

  /** @param chunk whole messages; the first one of a client, which starts it, has no type */
  #receive(chunk: Buffer): void {
    if (!this.#isStarted) {
      this.#isStarted = true
      this.push(startupAnswer)
      return
    }
    for (const message of splitMessages(chunk)) {
      const [type = 0] = message
      if (type === terminateType) return
      this.#buffered.push(message)
      if (!bufferedTypes.has(type)) void this.#execute(this.#buffered.splice(0))
    }
  }

  async #execute(messages: readonly Uint8Array[]): Promise<void> {
    try {
      this.push(await this.#session.execute(this.#client, joinMessages(messages)))
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}
