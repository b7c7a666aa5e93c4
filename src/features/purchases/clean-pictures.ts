import { getPicture } from '../../../contract/orders.ts'
import { isApiError, requestFile } from '../../lib/api.ts'
import { connectionNow } from '../../platform/offline/index.ts'

/** Describes the fields of a bought file that are needed for its picture. */
interface WithPicture {
  readonly key: string
  /** Handle of its picture; absent for a video, and in a copy stored on the device. */
  readonly download: { readonly picture?: string | undefined }
}

/** Limits parallel downloads: visible pictures come first, and the service renders each on its first request. */
const atOnce = 2
const renewedAtMostEveryInMs = 60_000

/**
 * Fetches bought pictures without watermark, each on first use. They exist in the memory of this page only and are
 * released when the order is left: nothing refunded, deleted or forgotten leaves a copy.
 */
export class CleanPictures {
  readonly #renew: () => void
  readonly #listeners = new Set<() => void>()
  /** Object URLs of the loaded pictures, by the file's key. */
  #here: ReadonlyMap<string, string> = new Map()
  /** The last handle requested for each key. */
  readonly #handles = new Map<string, string>()
  readonly #underway = new Set<string>()
  #waiting: string[] = []
  /** Not loaded because of the network or a busy service; retried by `again`. */
  #missed: string[] = []
  #left = new AbortController()
  #renewedOn = Number.NEGATIVE_INFINITY

  /** @param renew requests the order's items again, with fresh handles */
  constructor(renew: () => void) {
    this.#renew = renew
  }

  follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  here = (): ReadonlyMap<string, string> => this.#here

  ask = ({ key, download: { picture } }: WithPicture): void => {
    // a stored copy of the order has no handles
    if (!picture || this.#here.has(key) || this.#handles.get(key) === picture) return
    this.#handles.set(key, picture)
    if (!this.#underway.has(key)) this.#line(key)
  }

  /** Retries the missed pictures; call when the network is back. */
  again = (): void => {
    for (const key of this.#missed.splice(0)) this.#line(key)
  }

  /** Aborts and releases everything; call when the order's page is left. */
  leave = (): void => {
    this.#left.abort()
    this.#left = new AbortController()
    for (const address of this.#here.values()) URL.revokeObjectURL(address)
    this.#waiting = []
    this.#missed = []
    this.#handles.clear()
    this.#notify(new Map())
  }

  #line(key: string): void {
    if (this.#waiting.includes(key)) return
    this.#waiting.push(key)
    this.#next()
  }

  #next(): void {
    if (this.#underway.size >= atOnce) return
    const key = this.#waiting.shift()
    const handle = key !== undefined && this.#handles.get(key)
    if (key === undefined || !handle) return
    // otherwise every visible picture would log a network error in the browser
    if (connectionNow() === 'offline') this.#missed.push(key)
    else void this.#fetch(key, handle)
    this.#next()
  }

  async #fetch(key: string, handle: string): Promise<void> {
    const { signal } = this.#left
    this.#underway.add(key)
    try {
      const blob = await requestFile(getPicture, { params: { picture: handle }, signal })
      if (!signal.aborted) this.#notify(new Map(this.#here).set(key, URL.createObjectURL(blob)))
    } catch (error) {
      if (!signal.aborted) this.#fail(key, handle, error)
    } finally {
      this.#underway.delete(key)
      // the order was left and opened again meanwhile
      if (signal.aborted && this.#handles.has(key)) this.#line(key)
      this.#next()
    }
  }

  /** Handles a failed download; the placeholder stays. */
  #fail(key: string, handle: string, error: unknown): void {
    if (this.#handles.get(key) !== handle) this.#waiting.push(key)
    else if (isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable', 'TooManyRequests'))
      this.#missed.push(key)
    else if (isApiError(error, 'LinkExpired')) {
      const now = performance.now()
      if (now - this.#renewedOn < renewedAtMostEveryInMs) return
      this.#renewedOn = now
      this.#renew()
    }
  }

  #notify(here: ReadonlyMap<string, string>): void {
    this.#here = here
    for (const listener of this.#listeners) listener()
  }
}
