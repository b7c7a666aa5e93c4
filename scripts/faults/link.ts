import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked, Fault, RuleBook, Way } from './rules.ts'

/** Thrown when the connection of an exchange is cut. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly how: 'cut' | 'reset' | 'refuse'

  constructor(how: 'cut' | 'reset' | 'refuse') {
    super(`the connection ends by ${how}`)
    this.how = how
  }
}

/** The fields of an exchange used by the link. */
export interface Passing extends Asked {
  /** Body bytes passed so far. */
  readonly passed: Record<Way, number>
  /** Aborted when the browser or the server disconnects. */
  readonly signal: AbortSignal
}

/** Time source of a link, in ms. */
export interface Clock {
  now(): number
  /** @throws the signal's reason when it aborts */
  sleep(timeInMs: number, signal: AbortSignal): Promise<void>
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (timeInMs, signal) => sleep(timeInMs, undefined, { signal }),
}

/** Payload of a network packet. */
const packetInBytes = 1460
/** Bandwidth is allocated in slices of this duration, so that no exchange waits for another's whole body. */
const sliceInMs = 25

/** Simulates the network between two ends: delays bytes, passes them, or cuts the connection. */
export class Link {
  readonly #book: RuleBook
  readonly #clock: Clock
  /** Time at which a link with limited bandwidth is free again, ms. */
  readonly #busyUntil = new WeakMap<Fault, Record<Way, number>>()

  constructor(book: RuleBook, clock: Clock = systemClock) {
    this.#book = book
    this.#clock = clock
  }

  /** Waits for a round trip. */
  async travel(exchange: Passing, isNewConnection: boolean): Promise<void> {
    for (const fault of this.#book.validateFields(exchange)) {
      if (fault.type !== 'latency') continue
      const roundTrip = this.#book.draw(fault, exchange, fault.roundTripInMs)
      await this.#clock.sleep(roundTrip * (isNewConnection ? 2 : 1), exchange.signal)
    }
  }

  /** Waits until a header may pass, including its transfer time on a narrow link. */
  async passHead(exchange: Passing, way: Way, sizeInBytes: number): Promise<void> {
    const isHeld = (fault: Fault) =>
      fault.type === 'stall' && fault.way === way && fault.afterBytes === undefined
    while (this.#book.validateFields(exchange).some(isHeld)) await this.#changed(exchange)
    for (const fault of this.#book.validateFields(exchange)) {
      if (fault.type === 'bandwidth') await this.#carry(fault, way, sizeInBytes, exchange.signal)
    }
  }

  /**
   * Waits until a part of `sizeInBytes` may pass.
   *
   * @returns how many, 1 or more
   * @throws Broken when the connection is cut instead
   */
  async pass(exchange: Passing, way: Way, sizeInBytes: number): Promise<number> {
    let size = sizeInBytes
    for (let isHeld = true; isHeld; ) {
      isHeld = false
      for (const fault of this.#book.validateFields(exchange)) {
        const room = this.#measureRoom(fault, exchange, way)
        if (room > 0) size = Math.min(size, room)
        else if (fault.type === 'stall') isHeld = true
        else throw new Broken(fault.type === 'reset' ? 'reset' : 'cut')
      }
      if (isHeld) {
        await this.#changed(exchange)
        size = sizeInBytes
      }
    }
    for (const fault of this.#book.validateFields(exchange))
      await this.#delay(fault, way, size, exchange.signal)
    exchange.passed[way] += size
    return size
  }

  /** Returns the number of bytes that a fault allows at once. */
  #measureRoom(fault: Fault, exchange: Passing, way: Way): number {
    switch (fault.type) {
      case 'stall':
      case 'cut':
      case 'reset':
        if (fault.way !== way) return Number.POSITIVE_INFINITY
        return this.#book.draw(fault, exchange, fault.afterBytes ?? 0) - exchange.passed[way]
      case 'slice':
        return fault.sizeInBytes
      case 'bandwidth':
        return Math.max(1, Math.floor((fault.bytesPerSecond * sliceInMs) / 1000))
      case 'loss':
        return packetInBytes
      default:
        return Number.POSITIVE_INFINITY
    }
  }

  async #delay(fault: Fault, way: Way, sizeInBytes: number, signal: AbortSignal): Promise<void> {
    if (fault.type === 'slice') await this.#clock.sleep(fault.pauseInMs, signal)
    if (fault.type === 'bandwidth') await this.#carry(fault, way, sizeInBytes, signal)
    if (fault.type === 'loss' && this.#book.random() < fault.share)
      await this.#clock.sleep(fault.repeatedAfterInMs, signal)
  }

  async #carry(
    fault: Fault & { type: 'bandwidth' },
    way: Way,
    sizeInBytes: number,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.#clock.now()
    const busy = this.#busyUntil.get(fault) ?? { request: now, response: now }
    this.#busyUntil.set(fault, busy)
    busy[way] = Math.max(busy[way], now) + (sizeInBytes / fault.bytesPerSecond) * 1000
    const waitInMs = busy[way] - now
    // timers are never early, and the next one compensates for the delay
    if (waitInMs > 1) await this.#clock.sleep(waitInMs, signal)
  }

  #changed({ signal }: Passing): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        forget()
        reject(signal.reason)
      }
      const forget = this.#book.onChange(() => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      })
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
