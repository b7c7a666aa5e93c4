import type { IndexedFace } from '../../../features/recognition/ports.ts'
import { countRowsPerSegment, type FaceMemory } from './face-memory.ts'
import { toRowSizeInBytes } from './kernel.ts'

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
  #dimension: number | undefined

  constructor(memory: FaceMemory) {
    this.#memory = memory
  }

  /** Numbers of an embedding: those of the first face, undefined without one. */
  get dimension(): number | undefined {
    return this.#dimension
  }

  /** Number of used rows, including those of removed faces. */
  get rowCount(): number {
    return this.#entries.length
  }

  /** True when scanning the rows of removed faces costs more than compacting the others. */
  get isSparse(): boolean {
    return this.segments.length > 1 && this.#rowOfFace.size < this.rowCount / 2
  }

  /** @throws RangeError for an embedding of another dimension than those of the event's other faces */
  add({ faceId, photoId, embedding }: IndexedFace): void {
    this.#dimension ??= embedding.length
    if (embedding.length !== this.#dimension) throw new RangeError(`A face has ${embedding.length} numbers`)
    this.#removeFace(faceId)
    const row = this.#entries.length
    if (row === this.segments.length * countRowsPerSegment(this.#dimension))
      this.segments.push(this.#memory.allocateSegment())
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
    return this.#memory.read(this.#toAddress(row), this.#dimension ?? 0)
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
    const dimension = this.#dimension ?? 0
    const rowsPerSegment = countRowsPerSegment(dimension)
    const segment = this.segments[Math.floor(row / rowsPerSegment)] ?? 0
    return segment + (row % rowsPerSegment) * toRowSizeInBytes(dimension)
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
