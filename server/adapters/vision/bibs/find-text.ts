import type { Bitmap } from '../images/bitmap.ts'
import type { Network } from '../network.ts'
import { findRegions, type Region } from './regions.ts'

/** Describes a rotated rectangle around a line of text. */
export interface TextLine {
  x: number
  y: number
  width: number
  height: number
  /** Slope of the line, in radians; down to the right is positive. */
  angle: number
}

/** Normalization in the order blue, green, red, with the values that PP-OCR was trained with. */
const channelMeans = [0.485, 0.456, 0.406] as const
const channelDeviations = [0.229, 0.224, 0.225] as const
const minProbability = 0.3
const minMeanProbability = 0.5
const minSideInPixels = 4
/** The network marks the core of a line. This ratio expands it to its border, as in the DB paper. */
const unclipRatio = 1.6

function toPlanes({ data, width, height }: Bitmap): Float32Array {
  const size = width * height
  const planes = new Float32Array(size * 3)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / 255 / (channelDeviations[channel] ?? 1)
    const shift = (channelMeans[channel] ?? 0) / (channelDeviations[channel] ?? 1)
    for (let i = 0; i < size; i++)
      planes[channel * size + i] = (data[i * 3 + 2 - channel] ?? 0) * scale - shift
  }
  return planes
}

function fitLine(region: Region): TextLine {
  const [cos, sin] = [Math.cos(region.angle), Math.sin(region.angle)]
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of region.points) {
    const [u, v] = [x * cos + y * sin, y * cos - x * sin]
    minU = Math.min(minU, u)
    maxU = Math.max(maxU, u)
    minV = Math.min(minV, v)
    maxV = Math.max(maxV, v)
  }
  const [width, height] = [maxU - minU + 1, maxV - minV + 1]
  const margin = (width * height * unclipRatio) / (2 * (width + height))
  const [u, v] = [(minU + maxU + 1) / 2, (minV + maxV + 1) / 2]
  return {
    x: u * cos - v * sin,
    y: u * sin + v * cos,
    width: width + 2 * margin,
    height: height + 2 * margin,
    angle: region.angle,
  }
}

/** Finds lines of text in a picture whose sides are multiples of 32. x and y are the center of a line. */
export async function findText(network: Network, picture: Bitmap): Promise<TextLine[]> {
  const { width, height } = picture
  const [result] = await network.run(toPlanes(picture), [1, 3, height, width])
  if (!result) throw new Error('The text detector gives no map')
  return findRegions(result.data, width, height, minProbability)
    .filter((region) => region.mean >= minMeanProbability)
    .map(fitLine)
    .filter((line) => Math.min(line.width, line.height) >= minSideInPixels)
}
