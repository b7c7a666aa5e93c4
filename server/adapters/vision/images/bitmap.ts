/** Represents a decoded picture: rows of RGB pixels with three bytes each, sRGB. */
export interface Bitmap {
  data: Uint8Array
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

/**
 * A similarity transform (rotation, scale, translation) from a small picture (u, v) to a large one: `x = a * u - b * v + dx`,
 * `y = b * u + a * v + dy`.
 */
export interface Similarity {
  a: number
  b: number
  dx: number
  dy: number
}

const maxSamplesPerSide = 6

/**
 * Extracts a rotated and scaled region of a picture. When downscaling, each pixel is the mean of several samples. Outside of
 * the picture its edge is repeated.
 *
 * @param target output buffer, `width * height * 3` bytes starting at `offset`
 */
export function extractRegion(
  source: Bitmap,
  frame: Similarity,
  size: Size,
  target: Uint8Array,
  offset = 0,
): void {
  // hottest loop: scalar variables without arrays or calls are three times as fast
  const { data, width, height } = source
  const { a, b, dx, dy } = frame
  const side = Math.min(maxSamplesPerSide, Math.max(1, Math.round(Math.hypot(a, b))))
  const share = 1 / (side * side)
  const maxX = width - 1.001
  const maxY = height - 1.001
  const stride = width * 3
  let outputIndex = offset
  for (let v = 0; v < size.height; v++) {
    for (let u = 0; u < size.width; u++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let j = 0; j < side; j++) {
        const sampleV = v + (j + 0.5) / side - 0.5
        for (let i = 0; i < side; i++) {
          const sampleU = u + (i + 0.5) / side - 0.5
          const x = Math.min(maxX, Math.max(0, a * sampleU - b * sampleV + dx))
          const y = Math.min(maxY, Math.max(0, b * sampleU + a * sampleV + dy))
          const column = x | 0
          const row = y | 0
          const right = x - column
          const down = y - row
          const topOffset = row * stride + column * 3
          const bottomOffset = topOffset + stride
          const w00 = (1 - right) * (1 - down)
          const w01 = right * (1 - down)
          const w10 = (1 - right) * down
          const w11 = right * down
          red +=
            getByte(data, topOffset) * w00 +
            getByte(data, topOffset + 3) * w01 +
            getByte(data, bottomOffset) * w10 +
            getByte(data, bottomOffset + 3) * w11
          green +=
            getByte(data, topOffset + 1) * w00 +
            getByte(data, topOffset + 4) * w01 +
            getByte(data, bottomOffset + 1) * w10 +
            getByte(data, bottomOffset + 4) * w11
          blue +=
            getByte(data, topOffset + 2) * w00 +
            getByte(data, topOffset + 5) * w01 +
            getByte(data, bottomOffset + 2) * w10 +
            getByte(data, bottomOffset + 5) * w11
        }
      }
      target[outputIndex] = red * share + 0.5
      target[outputIndex + 1] = green * share + 0.5
      target[outputIndex + 2] = blue * share + 0.5
      outputIndex += 3
    }
  }
}

/** Returns a byte at a valid index. */
function getByte(data: Uint8Array, index: number): number {
  return data[index] as number
}
