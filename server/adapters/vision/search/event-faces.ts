import type { IndexedFace } from '../../../features/recognition/ports.ts'
import { type FaceMemory, rowsPerSegment } from './face-memory.ts'
import { embeddingLength, rowSizeInBytes } from './kernel.ts'

interface Entry {
  faceId: string
  photoId: string
}

/** The faces of one event, with the mapping of memory rows to faces. */
export class EventFaces {
  readonly segments: number[] = []
  readonly #memory: FaceMemory
  readonly #entries: (Entry | null)[] = []
  readonly #rowOfFace = new Map<string, number>()
  readonly #facesOfPhoto = new Map<string, Set<string>>()

  constructor(memory: FaceMemory) {
    this.#memory = memory
  }

  /** Number of used rows, including those of removed faces. */
  get rowCount(): number {
    return this.#entries.length
  }

  /** True when scanning the rows of removed faces costs more than compacting the others. */
  get isSparse(): boolean {
    return this.rowCount > rowsPerSegment && this.#rowOfFace.size < this.rowCount / 2
  }

  add({ faceId, photoId, embedding }: IndexedFace): void {
    if (embedding.length !== embeddingLength) throw new RangeError(`A face has ${embedding.length} numbers`)
    this.#removeFace(faceId)
    const row = this.#entries.length
    if (row === this.segments.length * rowsPerSegment) this.segments.push(this.#memory.allocateSegment())
    this.#memory.write(this.#toAddress(row), embedding)
    this.#entries.push({ faceId, photoId })
    this.#rowOfFace.set(faceId, row)
    const faces = this.#facesOfPhoto.get(photoId) ?? new Set()
    this.#facesOfPhoto.set(photoId, faces.add(faceId))
  }

  removePhoto(photoId: string): void {
    for (const faceId of this.#facesOfPhoto.get(photoId) ?? []) this.#removeFace(faceId)
    this.#facesOfPhoto.delete(photoId)
  }

  /** Returns the face of a row, or null when it was removed. */
  getEntry(row: number): Entry | null {
    return this.#entries[row] ?? null
  }

  /** Returns a copy of the embedding in a row. */
  getEmbedding(row: number): Float32Array {
    return this.#memory.read(this.#toAddress(row))
  }

  /** Returns a compacted copy in new segments, without the rows of removed faces. */
  compact(): EventFaces {
    const result = new EventFaces(this.#memory)
    this.#entries.forEach((entry, row) => {
      if (entry) result.add({ ...entry, embedding: this.getEmbedding(row) })
    })
    return result
  }

  #toAddress(row: number): number {
    const segment = this.segments[Math.floor(row / rowsPerSegment)] ?? 0
    return segment + (row % rowsPerSegment) * rowSizeInBytes
  }

  #removeFace(faceId: string): void {
    const row = this.#rowOfFace.get(faceId)
    if (row === undefined) return
    const entry = this.#entries[row]
    this.#memory.write(this.#toAddress(row), null)
    this.#entries[row] = null
    this.#rowOfFace.delete(faceId)
    if (entry) this.#facesOfPhoto.get(entry.photoId)?.delete(faceId)
  }
}
