import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Passing } from './link.ts'
import type { Fault, Way } from './rules.ts'

/** What became of a request and its answer. */
export class Exchange implements Passing {
  readonly id: number
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly passed: Record<Way, number> = { request: 0, response: 0 }
  /** What the server answered, whether or not the browser heard of it. */
  serverStatus?: number
  /** What the browser was answered. */
  status?: number
  /** Absent while it lasts. `gone`: the browser has left. */
  outcome?: 'answered' | 'broken' | 'gone'
  /** What was done to it, each kind once. */
  faults: Fault['is'][] = []
  readonly #gone = new AbortController()

  constructor(id: number, request: IncomingMessage) {
    this.id = id
    this.method = request.method ?? 'GET'
    this.path = request.url ?? '/'
    this.headers = request.headers
  }

  get signal(): AbortSignal {
    return this.#gone.signal
  }

  leave(reason: Error): void {
    this.#gone.abort(reason)
  }
}

/** Every exchange, oldest first, and word of each change. */
export class Log {
  readonly exchanges: Exchange[] = []
  readonly #limit: number
  readonly #changes = new EventEmitter().setMaxListeners(0)
  #count = 0

  /** @param limit older exchanges are forgotten */
  constructor(limit = 20_000) {
    this.#limit = limit
  }

  open(request: IncomingMessage): Exchange {
    this.#count += 1
    const exchange = new Exchange(this.#count, request)
    this.exchanges.push(exchange)
    if (this.exchanges.length > this.#limit) this.exchanges.shift()
    this.tell(exchange)
    return exchange
  }

  tell(exchange: Exchange): void {
    this.#changes.emit('change', exchange)
  }

  /** The first exchange, past or to come, of which something is so. */
  seen(isSo: (exchange: Exchange) => boolean): Promise<Exchange> {
    const past = this.exchanges.find(isSo)
    if (past) return Promise.resolve(past)
    return new Promise((resolve) => {
      const look = (exchange: Exchange) => {
        if (!isSo(exchange)) return
        this.#changes.off('change', look)
        resolve(exchange)
      }
      this.#changes.on('change', look)
    })
  }
}
