import { parentPort, workerData } from 'node:worker_threads'
import { countRowsPerSegment } from './face-memory.ts'
import { hitSizeInBytes, instantiateScan, type Scan, toRowSizeInBytes } from './kernel.ts'
import type { ScanRequest, ScanResult } from './scan-messages.ts'

const memory = (workerData as { memory: WebAssembly.Memory }).memory
const scans = new Map<number, Scan>()
const queryAddress = 0

/** Compiles a loop for each dimension once. */
function findScan(dimension: number): Scan {
  const scan = scans.get(dimension) ?? instantiateScan(memory, dimension)
  scans.set(dimension, scan)
  return scan
}

interface Hit {
  row: number
  squaredDistance: number
}

function selectNearest(hits: Hit[], limit: number): Hit[] {
  return hits.sort((a, b) => a.squaredDistance - b.squaredDistance).slice(0, limit)
}

function scanSegments({ segments, rowCount, query, maxDistance, limit }: ScanRequest): ScanResult {
  const scan = findScan(query.length)
  const [rowSizeInBytes, rowsPerSegment] = [toRowSizeInBytes(query.length), countRowsPerSegment(query.length)]
  const hitsAddress = queryAddress + rowSizeInBytes
  new Float32Array(memory.buffer, queryAddress, query.length).set(query)
  const view = new DataView(memory.buffer)
  let hits: Hit[] = []
  let maxSquared = maxDistance * maxDistance
  segments.forEach((segment, index) => {
    const firstRow = index * rowsPerSegment
    const end = segment + Math.min(rowsPerSegment, rowCount - firstRow) * rowSizeInBytes
    const hitsEnd = scan(segment, end, queryAddress, maxSquared, hitsAddress)
    for (let address = hitsAddress; address < hitsEnd; address += hitSizeInBytes)
      hits.push({
        row: firstRow + (view.getUint32(address, true) - segment) / rowSizeInBytes,
        squaredDistance: view.getFloat32(address + 4, true),
      })
    if (hits.length > limit * 4) {
      hits = selectNearest(hits, limit)
      maxSquared = hits.at(-1)?.squaredDistance ?? maxSquared
    }
  })
  return selectNearest(hits, limit).map(({ row, squaredDistance }) => ({
    row,
    distance: Math.sqrt(squaredDistance),
  }))
}

parentPort?.on('message', (request: ScanRequest) => parentPort?.postMessage(scanSegments(request)))
