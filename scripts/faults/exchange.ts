import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { LinkedExchange } from './link.ts'
import type { Direction, Fault } from './rules.ts'

/** The state and result of a request and its response. */
export class Exchange implements LinkedExchange {
  readonly id: number
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly passed: Record<Direction, number> = { request: 0, response: 0 }
  /** Status sent by the server, whether or not it reached the browser. */
  serverStatus?: number
  /** Status received by the browser. */
  status?: number
  /** Absent while in progress. `gone`: the browser has disconnected. */
  outcome?: 'answered' | 'broken' | 'gone'
  /** Applied faults, each kind once. */
  faults: Fault['type'][] = []
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

  abort(reason: Error): void {
    this.#gone.abort(reason)
  }
}

/** Log of all exchanges, oldest first, with change notifications. */
export class Log {
  readonly exchanges: Exchange[] = []
  readonly #limit: number
  readonly #changes = new EventEmitter().setMaxListeners(0)
  #count = 0

  /** @param limit maximum number of stored exchanges */
  constructor(limit = 20_000) {
    this.#limit = limit
  }

  open(request: IncomingMessage): Exchange {
    this.#count += 1
    const exchange = new Exchange(this.#count, request)
    this.exchanges.push(exchange)
    if (this.exchanges.length > this.#limit) this.exchanges.shift()
    this.notify(exchange)
    return exchange
  }

  notify(exchange: Exchange): void {
    this.#changes.emit('change', exchange)
  }

  /** Resolves with the first past or future exchange that matches. */
  waitForExchange(isMatch: (exchange: Exchange) => boolean): Promise<Exchange> {
    const past = this.exchanges.find(isMatch)
    if (past) return Promise.resolve(past)
    return new Promise((resolve) => {
      const onChange = (exchange: Exchange) => {
        if (!isMatch(exchange)) return
        this.#changes.off('change', onChange)
        resolve(exchange)
      }
      this.#changes.on('change', onChange)
    })
  }
}
