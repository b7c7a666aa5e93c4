/** From the browser to the server, or back. */
export type Way = 'request' | 'response'

/** A number, or any one from the first to the second, drawn anew for each exchange. */
export type Draw = number | readonly [from: number, to: number]

/** What a network, or something on the way, does to an exchange. Bytes are those of bodies. */
export type Fault =
  /** One round trip before the server hears of it; another for a new connection. */
  | { is: 'latency'; roundTripInMs: Draw }
  /** What the link carries each way, shared by all exchanges that the rule fits. */
  | { is: 'bandwidth'; bytesPerSecond: number }
  /** A lost packet arrives by its repetition; the bytes behind it wait. */
  | { is: 'loss'; share: number; repeatedAfterInMs: number }
  /** Bytes come in pieces with a pause before each. */
  | { is: 'slice'; sizeInBytes: number; pauseInMs: number }
  /** So many bytes pass, then nothing more until the rules change. Without `afterBytes`, not even the heads. */
  | { is: 'stall'; way: Way; afterBytes?: Draw }
  /** So many bytes pass, then the connection ends. */
  | { is: 'cut'; way: Way; afterBytes: Draw }
  /** Like a cut, by a TCP reset. */
  | { is: 'reset'; way: Way; afterBytes: Draw }
  /** All connections end again and again, e.g. between two cells of the radio network. */
  | { is: 'handover'; everyInMs: number }
  /** Nobody is there: the connection ends before a byte. */
  | { is: 'refuse' }
  /** The page of a Wi-Fi that wants a sign-in first. */
  | { is: 'portal'; status: 200 | 302 | 511 }
  /** A proxy's page: no server behind it. */
  | { is: 'page'; status: 502 | 503 | 504 }
  /** A refusal in the server's own form, which has not been asked. */
  | { is: 'answer'; status: number; code: string; retryAfterInSeconds?: number }
  /** The server has done it; its answer comes with half its bytes, and with headers that agree with that. */
  | { is: 'truncate' }
  /** The server has done it; nobody hears of it. */
  | { is: 'drop-reply' }
  /** Another text than the server's, e.g. the script of another build. */
  | { is: 'rewrite'; rewrite: (text: string) => string }

/** Which exchanges have a fault. */
export interface Rule {
  readonly fault: Fault
  /** `GET`, `POST` …; any unless named. */
  readonly method?: string
  /** Fits the path with its query; any unless named. */
  readonly path?: RegExp
  /** Lets the first ones pass. */
  readonly skip?: number
  /** Only so many of them; all unless named. */
  readonly times?: number
  /** Only this share of them, drawn from the seed. */
  readonly share?: number
}

/** What a rule is asked about. */
export interface Asked {
  readonly method: string
  readonly path: string
}

/** Whether the rule speaks of this exchange; how many there were before is not looked at. */
function fits(rule: Rule, { method, path }: Asked): boolean {
  return (rule.method ?? method) === method && (rule.path?.test(path) ?? true)
}

/** The fault of everything, at once: also new connections end before a word. */
export function isBlackout({ fault, method, path, skip, times, share }: Rule): boolean {
  const isLimited = [method, path, skip, times, share].some((limit) => limit !== undefined)
  return fault.is === 'refuse' && !isLimited
}

/** The rules in force, who has met them, and what was drawn for whom. */
export class RuleBook {
  #entries: { rule: Rule; met: WeakSet<Asked>; spared: WeakSet<Asked>; count: number }[] = []
  readonly #random: () => number
  readonly #drawn = new WeakMap<Fault, WeakMap<Asked, number>>()
  readonly #listeners = new Set<() => void>()

  constructor(random: () => number) {
    this.#random = random
  }

  get rules(): readonly Rule[] {
    return this.#entries.map(({ rule }) => rule)
  }

  set(rules: readonly Rule[]): void {
    this.#entries = rules.map((rule) => ({ rule, met: new WeakSet(), spared: new WeakSet(), count: 0 }))
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
  }

  /** The faults of an exchange now; an exchange that has met a rule once counts once. */
  faultsOf(asked: Asked): Fault[] {
    return this.#entries.flatMap((entry) => {
      const { rule, met, spared } = entry
      if (met.has(asked)) return rule.fault
      if (spared.has(asked) || !fits(rule, asked)) return []
      entry.count += 1
      const { skip = 0, times = Number.POSITIVE_INFINITY, share = 1 } = rule
      const isMet = entry.count > skip && entry.count <= skip + times && this.#random() < share
      ;(isMet ? met : spared).add(asked)
      return isMet ? rule.fault : []
    })
  }

  /** A number of a fault for an exchange, the same whenever it is asked. */
  draw(fault: Fault, asked: Asked, wish: Draw): number {
    if (typeof wish === 'number') return wish
    const known = this.#drawn.get(fault)?.get(asked)
    if (known !== undefined) return known
    const [from, to] = wish
    const drawn = Math.floor(from + this.#random() * (to - from + 1))
    const numbers = this.#drawn.get(fault) ?? new WeakMap<Asked, number>()
    this.#drawn.set(fault, numbers.set(asked, drawn))
    return drawn
  }

  random(): number {
    return this.#random()
  }

  /** Calls once, at the next change; the returned function takes that back. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
