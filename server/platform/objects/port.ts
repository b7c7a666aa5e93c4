import type { Readable } from 'node:stream'

/** What is known of a stored object. */
export interface ObjectInfo {
  readonly sizeInBytes: number
  readonly contentType: string
}

/**
 * Where files live: a folder or an S3 bucket. Keys are made by us, look like `kind/random`, and never come
 * from a caller. `put` is atomic: a reader sees the whole object or none.
 */
export interface Objects {
  put(key: string, content: Uint8Array | Readable, options: { contentType: string }): Promise<ObjectInfo>
  /** @throws ObjectMissing */
  get(key: string): Promise<Uint8Array>
  /** Bytes `start` to `end` inclusive, the whole without a range. @throws ObjectMissing */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** undefined when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>
  list(prefix: string): Promise<string[]>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
  constructor(key: string) {
    super(`There is no object ${key}`)
  }
}
