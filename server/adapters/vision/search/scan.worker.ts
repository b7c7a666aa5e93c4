import { parentPort, workerData } from 'node:worker_threads'
import { rowsPerSegment } from './face-memory.ts'
import { hitSizeInBytes, instantiateScan, rowSizeInBytes } from './kernel.ts'
import type { ScanRequest, ScanResult } from './scan-messages.ts'

const memory = (workerData as { memory: WebAssembly.Memory }).memory
const scan = instantiateScan(memory)
const queryAddress = 0
const hitsAddress = queryAddress + rowSizeInBytes

interface Hit {
  row: number
  squared: number
}

function nearest(hits: Hit[], limit: number): Hit[] {
  return hits.sort((a, b) => a.squared - b.squared).slice(0, limit)
}

function search({ segments, rowCount, query, maxDistance, limit }: ScanRequest): ScanResult {
  new Float32Array(memory.buffer, queryAddress, query.length).set(query)
  const view = new DataView(memory.buffer)
  let hits: Hit[] = []
  let maxSquared = maxDistance * maxDistance
  segments.forEach((segment, index) => {
    const first = index * rowsPerSegment
    const end = segment + Math.min(rowsPerSegment, rowCount - first) * rowSizeInBytes
    const hitsEnd = scan(segment, end, queryAddress, maxSquared, hitsAddress)
    for (let at = hitsAddress; at < hitsEnd; at += hitSizeInBytes)
      hits.push({
        row: first + (view.getUint32(at, true) - segment) / rowSizeInBytes,
        squared: view.getFloat32(at + 4, true),
      })
    if (hits.length > limit * 4) {
      hits = nearest(hits, limit)
      maxSquared = hits.at(-1)?.squared ?? maxSquared
    }
  })
  return nearest(hits, limit).map(({ row, squared }) => ({ row, distance: Math.sqrt(squared) }))
}

parentPort?.on('message', (request: ScanRequest) => parentPort?.postMessage(search(request)))
