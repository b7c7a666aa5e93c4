/** Describes a connected region of a map. */
export interface Region {
  points: [x: number, y: number][]
  /** Mean value of the map in the region. */
  mean: number
  /** Direction of its long side in radians, between -π/2 and π/2. */
  angle: number
}

/** Returns the principal direction, from second moments. */
function findDirection(points: readonly (readonly [number, number])[]): number {
  const n = points.length
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  return Math.atan2(2 * xy, xx - yy) / 2
}

/** Finds connected regions of cells above a threshold, including diagonal neighbors. */
export function findRegions(map: Float32Array, width: number, height: number, threshold: number): Region[] {
  const visited = new Uint8Array(width * height)
  const isUnvisitedCell = (index: number) => visited[index] === 0 && (map[index] ?? 0) > threshold
  const regions: Region[] = []
  for (let start = 0; start < visited.length; start++) {
    if (!isUnvisitedCell(start)) continue
    const points: [number, number][] = []
    const pending = [start]
    visited[start] = 1
    let sum = 0
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const [x, y] = [index % width, Math.floor(index / width)]
      points.push([x, y])
      sum += map[index] ?? 0
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++)
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
          const next = nextY * width + nextX
          if (!isUnvisitedCell(next)) continue
          visited[next] = 1
          pending.push(next)
        }
    }
    regions.push({ points, mean: sum / points.length, angle: findDirection(points) })
  }
  return regions
}
