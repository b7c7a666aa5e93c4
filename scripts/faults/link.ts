import { setTimeout as sleep } from 'node:timers/promises'
import type { Direction, Fault, RequestInfo, RuleSet } from './rules.ts'

/** Thrown when the connection of an exchange is cut. */
export class ConnectionBroken extends Error {
  override readonly name = 'Broken'
  readonly ending: 'cut' | 'reset' | 'refuse'

  constructor(how: 'cut' | 'reset' | 'refuse') {
    super(`the connection ends by ${how}`)
    this.ending = how
  }
}

/** The fields of an exchange used by the link. */
export interface LinkedExchange extends RequestInfo {
  /** Body bytes passed so far. */
  readonly passed: Record<Direction, number>
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
const packetSizeInBytes = 1460
/** Bandwidth is allocated in slices of this duration, so that no exchange waits for another's whole body. */
const sliceInMs = 25

/** Simulates the network between two ends: delays bytes, passes them, or cuts the connection. */
export class Link {
  readonly #book: RuleSet
  readonly #clock: Clock
  /** Time at which a link with limited bandwidth is free again, ms. */
  readonly #busyUntil = new WeakMap<Fault, Record<Direction, number>>()

  constructor(ruleBook: RuleSet, clock: Clock = systemClock) {
    this.#book = ruleBook
    this.#clock = clock
  }

  /** Waits for a round trip. */
  async waitRoundTrip(exchange: LinkedExchange, isNewConnection: boolean): Promise<void> {
    for (const fault of this.#book.getFaults(exchange)) {
      if (fault.type !== 'latency') continue
      const roundTrip = this.#book.draw(fault, exchange, fault.roundTripInMs)
      await this.#clock.sleep(roundTrip * (isNewConnection ? 2 : 1), exchange.signal)
    }
  }

  /** Waits until a header may pass, including its transfer time on a narrow link. */
  async passHeader(exchange: LinkedExchange, direction: Direction, sizeInBytes: number): Promise<void> {
    const isStalled = (fault: Fault) =>
      fault.type === 'stall' && fault.way === direction && fault.afterBytes === undefined
    while (this.#book.getFaults(exchange).some(isStalled)) await this.#changed(exchange)
    for (const fault of this.#book.getFaults(exchange)) {
      if (fault.type === 'bandwidth') await this.#carry(fault, direction, sizeInBytes, exchange.signal)
    }
  }

  /**
   * Waits until a part of `sizeInBytes` may pass.
   *
   * @returns how many, 1 or more
   * @throws Broken when the connection is cut instead
   */
  async passBytes(exchange: LinkedExchange, direction: Direction, sizeInBytes: number): Promise<number> {
    let size = sizeInBytes
    for (let isStalled = true; isStalled; ) {
      isStalled = false
      for (const fault of this.#book.getFaults(exchange)) {
        const allowedBytes = this.#measureRoom(fault, exchange, direction)
        if (allowedBytes > 0) size = Math.min(size, allowedBytes)
        else if (fault.type === 'stall') isStalled = true
        else throw new ConnectionBroken(fault.type === 'reset' ? 'reset' : 'cut')
      }
      if (isStalled) {
        await this.#changed(exchange)
        size = sizeInBytes
      }
    }
    for (const fault of this.#book.getFaults(exchange))
      await this.#delay(fault, direction, size, exchange.signal)
    exchange.passed[direction] += size
    return size
  }

  /** Returns the number of bytes that a fault allows at once. */
  #measureRoom(fault: Fault, exchange: LinkedExchange, direction: Direction): number {
    switch (fault.type) {
      case 'stall':
      case 'cut':
      case 'reset':
        if (fault.way !== direction) return Number.POSITIVE_INFINITY
        return this.#book.draw(fault, exchange, fault.afterBytes ?? 0) - exchange.passed[direction]
      case 'slice':
        return fault.sizeInBytes
      case 'bandwidth':
        return Math.max(1, Math.floor((fault.bytesPerSecond * sliceInMs) / 1000))
      case 'loss':
        return packetSizeInBytes
      default:
        return Number.POSITIVE_INFINITY
    }
  }

  async #delay(fault: Fault, direction: Direction, sizeInBytes: number, signal: AbortSignal): Promise<void> {
    if (fault.type === 'slice') await this.#clock.sleep(fault.pauseInMs, signal)
    if (fault.type === 'bandwidth') await this.#carry(fault, direction, sizeInBytes, signal)
    if (fault.type === 'loss' && this.#book.random() < fault.share)
      await this.#clock.sleep(fault.repeatedAfterInMs, signal)
  }

  async #carry(
    fault: Fault & { type: 'bandwidth' },
    direction: Direction,
    sizeInBytes: number,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.#clock.now()
    const busyUntil = this.#busyUntil.get(fault) ?? { request: now, response: now }
    this.#busyUntil.set(fault, busyUntil)
    busyUntil[direction] = Math.max(busyUntil[direction], now) + (sizeInBytes / fault.bytesPerSecond) * 1000
    const waitInMs = busyUntil[direction] - now
    // timers are never early, and the next one compensates for the delay
    if (waitInMs > 1) await this.#clock.sleep(waitInMs, signal)
  }

  #changed({ signal }: LinkedExchange): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        removeListener()
        reject(signal.reason)
      }
      const removeListener = this.#book.onChange(() => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      })
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
