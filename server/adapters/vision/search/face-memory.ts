import { maxPages, toRowSizeInBytes } from './kernel.ts'

const pageSizeInBytes = 65_536
/** Reserves the first page for the query and the hits of the running scan. */
const scratchPages = 1
const pagesPerSegment = 8

/** Returns how many embeddings a segment holds: 1024 of 128 numbers. */
export function countRowsPerSegment(dimension: number): number {
  return Math.floor((pagesPerSegment * pageSizeInBytes) / toRowSizeInBytes(dimension))
}

/** Memory shared with the scanning thread, allocated in segments of 512 KB. */
export interface FaceMemory {
  memory: WebAssembly.Memory
  /** @returns the address of a free segment */
  allocateSegment(): number
  releaseSegments(segments: readonly number[]): void
  /** Writes an embedding. Null writes a row that matches nothing. */
  write(address: number, embedding: Float32Array | null): void
  read(address: number, dimension: number): Float32Array
}

/** Creates empty memory that grows by a segment when none is free. It never shrinks. */
export function createFaceMemory(): FaceMemory {
  const memory = new WebAssembly.Memory({ initial: scratchPages, maximum: maxPages, shared: true })
  const freeSegments: number[] = []
  let values = new Float32Array(memory.buffer)

  return {
    memory,
    allocateSegment() {
      const segment = freeSegments.pop()
      if (segment !== undefined) return segment
      const pages = memory.grow(pagesPerSegment)
      values = new Float32Array(memory.buffer)
      return pages * pageSizeInBytes
    },
    releaseSegments(segments) {
      freeSegments.push(...segments)
    },
    write(address, embedding) {
      if (embedding) values.set(embedding, address / 4)
      else values[address / 4] = Number.NaN
    },
    read: (address, dimension) => values.slice(address / 4, address / 4 + dimension),
  }
}
