import { getPicture } from '../../../contract/orders.ts'
import { isApiError, requestFile } from '../../lib/api.ts'
import { getConnection } from '../../platform/offline/index.ts'

/** Describes the fields of a bought file that are needed for its picture. */
interface FileWithPicture {
  readonly key: string
  /** Handle of its picture; absent for a video, and in a copy stored on the device. */
  readonly download: { readonly picture?: string | undefined }
}

/** Limits parallel downloads: visible pictures come first, and the service renders each on its first request. */
const maxParallelDownloads = 2
const minRenewalIntervalInMs = 60_000

/**
 * Fetches bought pictures without watermark, each on first use. They exist in the memory of this page only and are
 * released when the order is left: nothing refunded, deleted or forgotten leaves a copy.
 */
export class UnwatermarkedPictures {
  readonly #renewHandles: () => void
  readonly #listeners = new Set<() => void>()
  /** Object URLs of the loaded pictures, by the file's key. */
  #urlsByKey: ReadonlyMap<string, string> = new Map()
  /** The last handle requested for each key. */
  readonly #handles = new Map<string, string>()
  readonly #loadingKeys = new Set<string>()
  #queuedKeys: string[] = []
  /** Not loaded because of the network or a busy service; retried by `again`. */
  #missedKeys: string[] = []
  #abortController = new AbortController()
  #renewedAt = Number.NEGATIVE_INFINITY

  /** @param renew requests the order's items again, with fresh handles */
  constructor(renewHandles: () => void) {
    this.#renewHandles = renewHandles
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getUrls = (): ReadonlyMap<string, string> => this.#urlsByKey

  load = ({ key, download: { picture } }: FileWithPicture): void => {
    // a stored copy of the order has no handles
    if (!picture || this.#urlsByKey.has(key) || this.#handles.get(key) === picture) return
    this.#handles.set(key, picture)
    if (!this.#loadingKeys.has(key)) this.#enqueue(key)
  }

  /** Retries the missed pictures; call when the network is back. */
  retryMissed = (): void => {
    for (const key of this.#missedKeys.splice(0)) this.#enqueue(key)
  }

  /** Aborts and releases everything; call when the order's page is left. */
  releaseAll = (): void => {
    this.#abortController.abort()
    this.#abortController = new AbortController()
    for (const url of this.#urlsByKey.values()) URL.revokeObjectURL(url)
    this.#queuedKeys = []
    this.#missedKeys = []
    this.#handles.clear()
    this.#update(new Map())
  }

  #enqueue(key: string): void {
    if (this.#queuedKeys.includes(key)) return
    this.#queuedKeys.push(key)
    this.#startNext()
  }

  #startNext(): void {
    if (this.#loadingKeys.size >= maxParallelDownloads) return
    const key = this.#queuedKeys.shift()
    const handle = key !== undefined && this.#handles.get(key)
    if (key === undefined || !handle) return
    // otherwise every visible picture would log a network error in the browser
    if (getConnection() === 'offline') this.#missedKeys.push(key)
    else void this.#fetch(key, handle)
    this.#startNext()
  }

  async #fetch(key: string, handle: string): Promise<void> {
    const { signal } = this.#abortController
    this.#loadingKeys.add(key)
    try {
      const blob = await requestFile(getPicture, { params: { picture: handle }, signal })
      if (!signal.aborted) this.#update(new Map(this.#urlsByKey).set(key, URL.createObjectURL(blob)))
    } catch (error) {
      if (!signal.aborted) this.#handleFailure(key, handle, error)
    } finally {
      this.#loadingKeys.delete(key)
      // the order was left and opened again meanwhile
      if (signal.aborted && this.#handles.has(key)) this.#enqueue(key)
      this.#startNext()
    }
  }

  /** Handles a failed download; the placeholder stays. */
  #handleFailure(key: string, handle: string, error: unknown): void {
    if (this.#handles.get(key) !== handle) this.#queuedKeys.push(key)
    else if (isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable', 'TooManyRequests'))
      this.#missedKeys.push(key)
    else if (isApiError(error, 'LinkExpired')) {
      const now = performance.now()
      if (now - this.#renewedAt < minRenewalIntervalInMs) return
      this.#renewedAt = now
      this.#renewHandles()
    }
  }

  #update(urlsByKey: ReadonlyMap<string, string>): void {
    this.#urlsByKey = urlsByKey
    for (const listener of this.#listeners) listener()
  }
}
