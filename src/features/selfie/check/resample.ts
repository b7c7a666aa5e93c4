import type { Box } from './boxes.ts'
import type { Pixels } from './tiny-face.ts'

/** Lists, for each pixel of the result, the first source pixel, and the weight of each source pixel from there on. */
interface Axis {
  starts: Int32Array
  weights: Float32Array
  width: number
}

/**
 * @param from start of the crop in the source, in pixels; may lie outside, where the edge is repeated
 * @param step source pixels per pixel of the result
 */
function buildAxis(cropStart: number, step: number, length: number): Axis {
  // upscaling: linear interpolation; downscaling: mean of the covered pixels
  const windowSize = Math.max(1, step)
  const width = Math.ceil(windowSize) + 1
  const axis = { starts: new Int32Array(length), weights: new Float32Array(length * width), width }
  for (let index = 0; index < length; index++) {
    const left = cropStart + (index + 0.5) * step - windowSize / 2
    const start = Math.floor(left)
    axis.starts[index] = start
    for (let i = 0; i < width; i++) {
      const overlap = Math.min(left + windowSize, start + i + 1) - Math.max(left, start + i)
      axis.weights[index * width + i] = Math.max(0, overlap) / windowSize
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
    accumulateRows(source, rows, y, line)
    for (let x = 0; x < width; x++) {
      const start = columns.starts[x] ?? 0
      let [red, green, blue] = [0, 0, 0]
      for (let i = 0; i < columns.width; i++) {
        const weight = columns.weights[x * columns.width + i] ?? 0
        const sourceIndex = clamp(start + i, source.width - 1) * 3
        red += weight * (line[sourceIndex] ?? 0)
        green += weight * (line[sourceIndex + 1] ?? 0)
        blue += weight * (line[sourceIndex + 2] ?? 0)
      }
      const targetIndex = (y * width + x) * 4
      data[targetIndex] = red
      data[targetIndex + 1] = green
      data[targetIndex + 2] = blue
      data[targetIndex + 3] = 255
    }
  }
  return { data, width, height }
}

/** Accumulates the weighted source rows of one result row into `line`. */
function accumulateRows({ data, width, height }: Pixels, rows: Axis, y: number, line: Float32Array): void {
  line.fill(0)
  const start = rows.starts[y] ?? 0
  for (let i = 0; i < rows.width; i++) {
    const weight = rows.weights[y * rows.width + i] ?? 0
    if (weight === 0) continue
    let sourceIndex = clamp(start + i, height - 1) * width * 4
    for (let targetIndex = 0; targetIndex < line.length; targetIndex += 3) {
      line[targetIndex] = (line[targetIndex] ?? 0) + weight * (data[sourceIndex] ?? 0)
      line[targetIndex + 1] = (line[targetIndex + 1] ?? 0) + weight * (data[sourceIndex + 1] ?? 0)
      line[targetIndex + 2] = (line[targetIndex + 2] ?? 0) + weight * (data[sourceIndex + 2] ?? 0)
      sourceIndex += 4
    }
  }
}
