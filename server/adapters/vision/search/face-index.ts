import { EventNotLoaded, type FaceIndex, type IndexedFace } from '../../../features/recognition/ports.ts'
import { startWorker } from '../../../platform/worker.ts'
import { EventFaces } from './event-faces.ts'
import { createFaceMemory } from './face-memory.ts'
import type { ScanRequest, ScanResult } from './scan-messages.ts'

interface Loading {
  faces: EventFaces
  /** Photos removed while loading: the database may have returned them before. */
  removedPhotos: Set<string>
}

interface PendingScan {
  resolve: (result: ScanResult) => void
  reject: (error: Error) => void
}

/** Starts the scanning thread. Results arrive in the order of the requests. */
function startScanner(memory: WebAssembly.Memory) {
  const worker = startWorker(import.meta.url, './scan.worker', { workerData: { memory } })
  const pendingScans: PendingScan[] = []
  const rejectPending = (error: Error) => {
    for (const { reject } of pendingScans.splice(0)) reject(error)
  }
  worker.on('message', (result: ScanResult) => {
    pendingScans.shift()?.resolve(result)
    if (pendingScans.length === 0) worker.unref()
  })
  worker.on('error', rejectPending)
  worker.on('exit', (code) => rejectPending(new Error(`The face search ended with code ${code}`)))
  worker.unref()
  return {
    get isIdle() {
      return pendingScans.length === 0
    },
    scan(request: ScanRequest): Promise<ScanResult> {
      return new Promise((resolve, reject) => {
        pendingScans.push({ resolve, reject })
        worker.ref()
        worker.postMessage(request)
      })
    },
    close: () => worker.terminate(),
  }
}

/**
 * Opens a face index that compares a query with every face of the event in a worker thread. The search is exact, and with
 * 128-dimensional embeddings fast enough for a million faces. Uses 512 bytes for such a face, for up to eight million of them.
 * The embeddings of an event have the same dimension, a multiple of 32.
 */
export function createFaceIndex(): FaceIndex {
  const memory = createFaceMemory()
  const scanner = startScanner(memory.memory)
  const events = new Map<string, EventFaces>()
  const loading = new Map<string, Set<Loading>>()
  const retiredSegments: number[] = []

  /** A running scan may still read the segments: they are reused when none is running. */
  function retireSegments(faces: EventFaces | undefined): void {
    if (faces) retiredSegments.push(...faces.segments)
    reuseSegments()
  }
  function reuseSegments(): void {
    if (scanner.isIdle) memory.releaseSegments(retiredSegments.splice(0))
  }

  function compactIfSparse(eventId: string): void {
    const faces = events.get(eventId)
    if (!faces?.isSparse) return
    events.set(eventId, faces.compact())
    retireSegments(faces)
  }

  async function loadBatches(
    { faces, removedPhotos }: Loading,
    batches: AsyncIterable<readonly IndexedFace[]>,
  ) {
    for await (const batch of batches)
      for (const face of batch) if (!removedPhotos.has(face.photoId)) faces.add(face)
  }

  return {
    has: (eventId) => events.has(eventId),
    async replaceEvent(eventId, faces) {
      const load: Loading = { faces: new EventFaces(memory), removedPhotos: new Set() }
      const loads = loading.get(eventId) ?? new Set()
      loading.set(eventId, loads.add(load))
      try {
        if (Symbol.asyncIterator in faces) await loadBatches(load, faces)
        else for (const face of faces) load.faces.add(face)
        const previous = events.get(eventId)
        events.set(eventId, load.faces)
        retireSegments(previous)
      } catch (error) {
        retireSegments(load.faces)
        throw error
      } finally {
        loads.delete(load)
      }
    },
    async add(eventId, faces) {
      const targets = [events.get(eventId), ...[...(loading.get(eventId) ?? [])].map((load) => load.faces)]
      for (const target of targets) for (const face of faces) target?.add(face)
    },
    async remove(eventId, photoIds) {
      for (const photoId of photoIds) {
        events.get(eventId)?.removePhoto(photoId)
        for (const load of loading.get(eventId) ?? []) {
          load.faces.removePhoto(photoId)
          load.removedPhotos.add(photoId)
        }
      }
      compactIfSparse(eventId)
    },
    drop(eventId) {
      const faces = events.get(eventId)
      events.delete(eventId)
      retireSegments(faces)
    },
    async search(eventId, query, { maxDistance, limit }) {
      const faces = events.get(eventId)
      if (!faces) throw new EventNotLoaded(eventId)
      const { segments, rowCount, dimension = query.length } = faces
      if (query.length !== dimension) throw new RangeError(`The query has ${query.length} numbers`)
      const rows = await scanner.scan({ segments, rowCount, query, maxDistance, limit })
      reuseSegments()
      return rows.flatMap(({ row, distance }) => {
        const entry = faces.getEntry(row)
        return entry ? [{ ...entry, distance, embedding: faces.getEmbedding(row) }] : []
      })
    },
    async close() {
      await scanner.close()
    },
  }
}
