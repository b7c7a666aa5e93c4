/** Describes a listed value: all fields but the large bytes, which are stored separately. */
export type WithoutBytes<Value> = Omit<Value, 'bytes'>

/** Stores typed records in IndexedDB; the same for page, worker and service worker. */
export interface Collection<Value, Listed = Value> {
  /** Records that do not match the schema (of a newer build, or damaged) read as absent. */
  get(key: string): Promise<Value | undefined>
  /**
   * Resolves after the record was read back and compared, bytes by SHA-256.
   *
   * @throws ApiError DeviceFull when storage is full, MemoryLost when the browser did not store it
   */
  put(key: string, value: Value): Promise<void>
  /**
   * Reads and writes in one transaction. Returning `undefined` deletes, the same object changes nothing.
   *
   * @returns the value that is stored now
   * @throws ApiError DeviceFull, MemoryLost
   */
  change(key: string, change: (before: Value | undefined) => Value | undefined): Promise<Value | undefined>
  remove(key: string): Promise<void>
  /** In key order, without the large bytes. */
  entries(): Promise<[key: string, value: Listed][]>
  clear(): Promise<void>
  /** Calls back after a change on this thread, in another tab or worker; without a key when all records may have changed. */
  onChange(listener: (key: string | undefined) => void): () => void
}
