/** Names a direction: from the browser to the server, or back. */
export type Direction = 'request' | 'response'

/** A number, or a range from which one is drawn for each exchange. */
export type NumberOrRange = number | readonly [from: number, to: number]

/** A fault applied to an exchange. Bytes are those of bodies. */
export type Fault =
  /** One round trip before the server receives the request, and another one for a new connection. */
  | { type: 'latency'; roundTripInMs: NumberOrRange }
  /** Bandwidth in each direction, shared by all exchanges that match the rule. */
  | { type: 'bandwidth'; bytesPerSecond: number }
  /** A lost packet arrives by retransmission. The following bytes wait for it. */
  | { type: 'loss'; share: number; repeatedAfterInMs: number }
  /** Bytes arrive in slices with a pause before each. */
  | { type: 'slice'; sizeInBytes: number; pauseInMs: number }
  /** `afterBytes` pass, then nothing until the rules change. Without `afterBytes`, headers are delayed as well. */
  | { type: 'stall'; way: Direction; afterBytes?: NumberOrRange }
  /** `afterBytes` pass, then the connection is closed. */
  | { type: 'cut'; way: Direction; afterBytes: NumberOrRange }
  /** Like `cut`, with a TCP reset. */
  | { type: 'reset'; way: Direction; afterBytes: NumberOrRange }
  /** All connections are closed repeatedly, e.g. by handovers between cells of the radio network. */
  | { type: 'handover'; everyInMs: number }
  /** The connection is closed before the first byte. */
  | { type: 'refuse' }
  /** The page of a captive portal. */
  | { type: 'portal'; status: 200 | 302 | 511 }
  /** The error page of a proxy without a backend. */
  | { type: 'page'; status: 502 | 503 | 504 }
  /** An error in the server's format, without a request to the server. */
  | { type: 'answer'; status: number; code: string; retryAfterInSeconds?: number }
  /** The server processes the request. Its response has half of its bytes, with matching headers. */
  | { type: 'truncate' }
  /** The server processes the request. Its response is dropped. */
  | { type: 'drop-reply' }
  /** Replaces the text of the response, e.g. with the script of another build. */
  | { type: 'rewrite'; rewrite: (text: string) => string }

/** Selects the exchanges that get a fault. */
export interface Rule {
  readonly fault: Fault
  /** `GET`, `POST` …; default: any. */
  readonly method?: string
  /** Matches the path with its query; default: any. */
  readonly path?: RegExp
  /** Number of matches to skip first. */
  readonly skip?: number
  /** Maximum number of matches; default: all. */
  readonly times?: number
  /** Share of matches, drawn from the seed. */
  readonly share?: number
}

/** The fields of an exchange that rules match. */
export interface RequestInfo {
  readonly method: string
  readonly path: string
}

/** Returns whether the rule matches an exchange, regardless of its counters. */
function isMatching(rule: Rule, { method, path }: RequestInfo): boolean {
  return (rule.method ?? method) === method && (rule.path?.test(path) ?? true)
}

/** Returns whether a fault affects everything at once: even new connections are closed immediately. */
export function isBlackout({ fault, method, path, skip, times, share }: Rule): boolean {
  const isLimited = [method, path, skip, times, share].some((limit) => limit !== undefined)
  return fault.type === 'refuse' && !isLimited
}

/** The active rules, with their matched exchanges and drawn numbers. */
export class RuleSet {
  #entries: { rule: Rule; matched: WeakSet<RequestInfo>; skipped: WeakSet<RequestInfo>; count: number }[] = []
  readonly #random: () => number
  readonly #drawn = new WeakMap<Fault, WeakMap<RequestInfo, number>>()
  readonly #listeners = new Set<() => void>()

  constructor(random: () => number) {
    this.#random = random
  }

  get rules(): readonly Rule[] {
    return this.#entries.map(({ rule }) => rule)
  }

  set(rules: readonly Rule[]): void {
    this.#entries = rules.map((rule) => ({ rule, matched: new WeakSet(), skipped: new WeakSet(), count: 0 }))
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
  }

  /** Returns the current faults of an exchange. Each rule counts an exchange once. */
  getFaults(request: RequestInfo): Fault[] {
    return this.#entries.flatMap((entry) => {
      const { rule, matched, skipped } = entry
      if (matched.has(request)) return rule.fault
      if (skipped.has(request) || !isMatching(rule, request)) return []
      entry.count += 1
      const { skip = 0, times = Number.POSITIVE_INFINITY, share = 1 } = rule
      const isMatch = entry.count > skip && entry.count <= skip + times && this.#random() < share
      ;(isMatch ? matched : skipped).add(request)
      return isMatch ? rule.fault : []
    })
  }

  /** Returns a drawn number of a fault, stable for each exchange. */
  draw(fault: Fault, request: RequestInfo, input: NumberOrRange): number {
    if (typeof input === 'number') return input
    const knownNumber = this.#drawn.get(fault)?.get(request)
    if (knownNumber !== undefined) return knownNumber
    const [from, to] = input
    const drawnNumber = Math.floor(from + this.#random() * (to - from + 1))
    const numbers = this.#drawn.get(fault) ?? new WeakMap<RequestInfo, number>()
    this.#drawn.set(fault, numbers.set(request, drawnNumber))
    return drawnNumber
  }

  random(): number {
    return this.#random()
  }

  /** Calls the listener once, on the next change. The returned function removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
