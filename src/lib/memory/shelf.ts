/** What a listing gives: everything but the large bytes, which lie apart. */
export type Light<Value> = Omit<Value, 'bytes'>

/** One typed family of records in the memory of the device; the same for page, worker and service worker. */
export interface Shelf<Value, Listed = Value> {
  /** What does not fit its schema (a newer build's, a broken one) reads as absent. */
  get(key: string): Promise<Value | undefined>
  /**
   * Resolves after the record was read back and is the same, bytes by SHA-256.
   *
   * @throws ApiError DeviceFull when there is no room, MemoryLost when the browser did not keep it
   */
  put(key: string, value: Value): Promise<void>
  /**
   * Reads and writes in one transaction; `undefined` removes, the same object changes nothing.
   *
   * @returns what is kept now
   * @throws ApiError DeviceFull, MemoryLost
   */
  change(key: string, change: (before: Value | undefined) => Value | undefined): Promise<Value | undefined>
  remove(key: string): Promise<void>
  /** In key order, without the large bytes. */
  entries(): Promise<[key: string, value: Listed][]>
  clear(): Promise<void>
  /** Calls back after a change here, in another tab or in the worker; without a key when all may have changed. */
  onChange(listener: (key: string | undefined) => void): () => void
}
