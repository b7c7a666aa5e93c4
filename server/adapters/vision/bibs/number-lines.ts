import type { TextLine } from './find-text.ts'
import { faceWidthInTile, tileWidth } from './torso-mosaic.ts'

/** Limits the height of a bib's number, in face widths. Text above and below the number is smaller. */
const minHeight = 0.34
const maxHeight = 1.5
/** Numbers are roughly horizontal: steeper lines are straps, seams and poles. */
const maxAngle = Math.PI / 5
const linesPerTorso = 2

/**
 * Normalizes the slope of a line that is taller than wide: for one digit or a narrow number, the long side does not give the
 * slope.
 */
function straightenLine(line: TextLine): TextLine | null {
  if (Math.abs(line.angle) <= maxAngle) return line
  if (line.width > line.height * 2.5) return null
  const angle = line.angle - (Math.sign(line.angle) * Math.PI) / 2
  return { ...line, width: line.height, height: line.width, angle: Math.abs(angle) <= maxAngle ? angle : 0 }
}

/** Returns the lines of a torso that are tall enough for a number, tallest first. */
export function selectNumberLines(lines: readonly TextLine[]): TextLine[] {
  return lines
    .flatMap((line) => straightenLine(line) ?? [])
    .filter(({ height }) => height >= minHeight * faceWidthInTile && height <= maxHeight * faceWidthInTile)
    .sort((a, b) => b.height - a.height)
    .slice(0, linesPerTorso)
}

/**
 * Adds a wider version of each line that ends near a side of its tile, where the network may have seen only part of a number
 * (`2345` of `123456`). Strips are cut from the photo, which goes on beyond the tile.
 */
export function addWiderLines(lines: readonly TextLine[]): TextLine[] {
  return lines.flatMap((line) => {
    const margin = Math.min(line.x, tileWidth - line.x) - line.width / 2
    return margin < line.height / 2 ? [line, { ...line, width: line.width + line.height }] : [line]
  })
}

/**
 * Returns candidate positions of single-digit numbers. A single digit is not detected as text, but the lines above and below
 * it are: this is the gap between two short lines, as tall as a number.
 */
export function findGaps(lines: readonly TextLine[]): TextLine[] {
  const sorted = lines.filter(({ angle }) => Math.abs(angle) <= maxAngle).sort((a, b) => a.y - b.y)
  return sorted.flatMap((above, i) => {
    const below = sorted.slice(i + 1).find(({ x }) => Math.abs(x - above.x) < above.width / 2)
    if (!below) return []
    const height = below.y - above.y - (above.height + below.height) / 2 + 2
    if (height < minHeight * faceWidthInTile || height > maxHeight * faceWidthInTile) return []
    const y = (above.y + above.height / 2 + below.y - below.height / 2) / 2
    return [{ x: (above.x + below.x) / 2, y, width: height * 1.3, height, angle: above.angle }]
  })
}
