import { readFileSync } from 'node:fs'
import type { Similarity } from '../images/bitmap.ts'
import { extractFromPyramid, type Pyramid } from '../images/pyramid.ts'
import type { Network } from '../network.ts'
import type { TextLine } from './find-text.ts'

/** Describes the text that was read from a line. */
export interface ReadLine {
  text: string
  /** Mean confidence of its characters, 0 to 1. */
  confidence: number
}

/** A line of text as an upright strip of 48 px height. */
export interface Strip {
  /** Transforms the strip to the photo. */
  frame: Similarity
  width: number
}

const stripHeight = 48
/** Six times as wide as tall: enough for three letters and five digits, or a divided number. */
const maxWidth = 288
const widthStep = 64
/** Strips that are read at once. More would not be faster, and each takes up to ten megabytes while it is read. */
const maxStripsAtOnce = 8

/** Loads the characters of the reader. Index 0 is the CTC blank, the last one is a space. */
export function readCharacters(file: string): string[] {
  return ['', ...readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean), ' ']
}

/** Returns the strip of a line in pixels of the photo, or null when it is too long for a bib number. */
export function toStrip(line: TextLine): Strip | null {
  const scale = line.height / stripHeight
  const width = Math.round(line.width / scale)
  if (width > maxWidth) return null
  const [a, b] = [scale * Math.cos(line.angle), scale * Math.sin(line.angle)]
  const [u, v] = [width / 2, stripHeight / 2]
  return { frame: { a, b, dx: line.x - a * u + b * v, dy: line.y - b * u - a * v }, width }
}

/** Writes a strip as planes, blue first, -1 to 1. The padding on the right stays 0, as in training. */
function writeStrip(photo: Pyramid, strip: Strip, width: number, planes: Float32Array, offset: number): void {
  const bytes = new Uint8Array(strip.width * stripHeight * 3)
  extractFromPyramid(photo, strip.frame, { width: strip.width, height: stripHeight }, bytes)
  for (let channel = 0; channel < 3; channel++)
    for (let y = 0; y < stripHeight; y++)
      for (let x = 0; x < strip.width; x++) {
        const value = bytes[(y * strip.width + x) * 3 + 2 - channel] ?? 0
        planes[offset + (channel * stripHeight + y) * width + x] = value / 127.5 - 1
      }
}

/** Decodes the most likely character of each step, without repeats and blanks (greedy CTC). */
function decodeScores(scores: Float32Array, steps: number, characters: readonly string[]): ReadLine {
  const count = scores.length / steps
  let text = ''
  let sum = 0
  let previous = 0
  for (let step = 0; step < steps; step++) {
    const row = scores.subarray(step * count, (step + 1) * count)
    let bestIndex = 0
    for (let i = 1; i < count; i++) if ((row[i] ?? 0) > (row[bestIndex] ?? 0)) bestIndex = i
    if (bestIndex !== previous && bestIndex !== 0) {
      text += characters[bestIndex] ?? ''
      sum += row[bestIndex] ?? 0
    }
    previous = bestIndex
  }
  return { text, confidence: text ? sum / text.length : 0 }
}

/** Reads strips whose widths are rounded up to the same width. */
async function readGroup(
  network: Network,
  characters: readonly string[],
  photo: Pyramid,
  strips: readonly Strip[],
  width: number,
): Promise<ReadLine[]> {
  const size = 3 * stripHeight * width
  const planes = new Float32Array(strips.length * size)
  strips.forEach((strip, i) => writeStrip(photo, strip, width, planes, i * size))
  const [result] = await network.run(planes, [strips.length, 3, stripHeight, width])
  if (!result) throw new Error('The text reader gives no scores')
  const length = result.data.length / strips.length
  const steps = result.dimensions[1] ?? 1
  return strips.map((_, i) =>
    decodeScores(result.data.subarray(i * length, (i + 1) * length), steps, characters),
  )
}

/**
 * Reads lines of text. Strips are read together with others of about their width: empty columns beside a short number cost
 * time, and lower its confidence.
 */
export async function readLines(
  network: Network,
  characters: readonly string[],
  photo: Pyramid,
  strips: readonly Strip[],
): Promise<ReadLine[]> {
  const groups = new Map<number, number[]>()
  strips.forEach((strip, i) => {
    const width = Math.ceil(strip.width / widthStep) * widthStep
    groups.set(width, [...(groups.get(width) ?? []), i])
  })
  const lines: ReadLine[] = []
  for (const [width, indexes] of groups)
    for (let start = 0; start < indexes.length; start += maxStripsAtOnce) {
      const part = indexes.slice(start, start + maxStripsAtOnce)
      const group = part.flatMap((index) => strips[index] ?? [])
      const readings = await readGroup(network, characters, photo, group, width)
      readings.forEach((reading, i) => {
        lines[part[i] ?? 0] = reading
      })
    }
  return lines
}
