import { Failure } from '../../platform/http/problem.ts'

/** Memory for a picture, and who needs it. */
interface MemoryClaim {
  /** Key of the caller for limits, see `toClientKey`. */
  readonly client: string
  readonly sizeInBytes: number
}

/** Bounds the memory of the pictures that a process receives whole. */
export interface PictureMemory {
  /**
   * Reserves memory for a picture while the work receives and handles it.
   *
   * @throws Failure `Overloaded` with a time to wait, at once
   */
  run<T>(claim: MemoryClaim, work: () => Promise<T>): Promise<T>
}

const defaultSizeInBytes = 128 * 1024 * 1024
/**
 * Limits a client to a share of the memory that is left, at first 25 MB or 85 pictures as pages send them. A share of all memory
 * would let a few clients together leave none for others.
 */
const maxClientShare = 1 / 4
const retryAfterInSeconds = 5

/** Creates the memory of a process without pictures. */
export function createPictureMemory(sizeInBytes = defaultSizeInBytes): PictureMemory {
  const reservedByClient = new Map<string, number>()
  let freeInBytes = sizeInBytes

  function reserve(client: string, byInBytes: number): void {
    freeInBytes -= byInBytes
    const reservedInBytes = (reservedByClient.get(client) ?? 0) + byInBytes
    if (reservedInBytes === 0) reservedByClient.delete(client)
    else reservedByClient.set(client, reservedInBytes)
  }

  return {
    async run({ client, sizeInBytes: pictureInBytes }, work) {
      const wantedInBytes = (reservedByClient.get(client) ?? 0) + pictureInBytes
      if (wantedInBytes > freeInBytes * maxClientShare)
        throw new Failure('Overloaded', { retryAfterInSeconds })
      reserve(client, pictureInBytes)
      try {
        return await work()
      } finally {
        reserve(client, -pictureInBytes)
      }
    },
  }
}
