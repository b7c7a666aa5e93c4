import type { Box } from './boxes.ts'
import type { Pixels } from './tiny-face.ts'

/** Lists, for each pixel of the result, the first source pixel, and the weight of each source pixel from there on. */
interface Axis {
  starts: Int32Array
  shares: Float32Array
  width: number
}

/**
 * @param from start of the crop in the source, in pixels; may lie outside, where the edge is repeated
 * @param step source pixels per pixel of the result
 */
function buildAxis(from: number, step: number, length: number): Axis {
  // upscaling: linear interpolation; downscaling: mean of the covered pixels
  const reach = Math.max(1, step)
  const width = Math.ceil(reach) + 1
  const axis = { starts: new Int32Array(length), shares: new Float32Array(length * width), width }
  for (let at = 0; at < length; at++) {
    const left = from + (at + 0.5) * step - reach / 2
    const start = Math.floor(left)
    axis.starts[at] = start
    for (let i = 0; i < width; i++) {
      const covered = Math.min(left + reach, start + i + 1) - Math.max(left, start + i)
      axis.shares[at * width + i] = Math.max(0, covered) / reach
    }
  }
  return axis
}

const clamp = (value: number, largest: number) => Math.max(0, Math.min(largest, value))

/** Crops and resizes a picture; outside the picture, its edge is repeated. */
export function resample(source: Pixels, part: Box, width: number, height: number): Pixels {
  const columns = buildAxis(part.x, part.width / width, width)
  const rows = buildAxis(part.y, part.height / height, height)
  const line = new Float32Array(source.width * 3)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    mixRows(source, rows, y, line)
    for (let x = 0; x < width; x++) {
      const start = columns.starts[x] ?? 0
      let [red, green, blue] = [0, 0, 0]
      for (let i = 0; i < columns.width; i++) {
        const share = columns.shares[x * columns.width + i] ?? 0
        const from = clamp(start + i, source.width - 1) * 3
        red += share * (line[from] ?? 0)
        green += share * (line[from + 1] ?? 0)
        blue += share * (line[from + 2] ?? 0)
      }
      const to = (y * width + x) * 4
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
      data[to + 3] = 255
    }
  }
  return { data, width, height }
}

/** Accumulates the weighted source rows of one result row into `line`. */
function mixRows({ data, width, height }: Pixels, rows: Axis, y: number, line: Float32Array): void {
  line.fill(0)
  const start = rows.starts[y] ?? 0
  for (let i = 0; i < rows.width; i++) {
    const share = rows.shares[y * rows.width + i] ?? 0
    if (share === 0) continue
    let from = clamp(start + i, height - 1) * width * 4
    for (let to = 0; to < line.length; to += 3) {
      line[to] = (line[to] ?? 0) + share * (data[from] ?? 0)
      line[to + 1] = (line[to + 1] ?? 0) + share * (data[from + 1] ?? 0)
      line[to + 2] = (line[to + 2] ?? 0) + share * (data[from + 2] ?? 0)
      from += 4
    }
  }
}
