import type { Box } from '../../../features/photos/ports.ts'
import type { Bitmap, Similarity } from '../images/bitmap.ts'
import { extractFromPyramid, type Pyramid } from '../images/pyramid.ts'
import type { TextLine } from './find-text.ts'

/** Places the torso below each face, in face widths: bibs are worn on the chest or on the belly. */
const torsoWidth = 3.4
const gapBelowFace = 0.2

/** Size of a torso in the mosaic: digits are 25 to 40 px tall. At two thirds of it, a sixth fewer numbers were read. */
const tileSize = { width: 240, height: 324 } as const
export const tileWidth = tileSize.width
const gridInPixels = 32

/** Sets the width of a face in its tile. */
export const faceWidthInTile = tileSize.width / torsoWidth

interface Tile {
  /** Transforms the tile to the photo. */
  frame: Similarity
  left: number
  top: number
}

export interface Mosaic {
  picture: Bitmap
  /** One for each face, in order. */
  tiles: Tile[]
}

function computeTorsoFrame(face: Box): Similarity {
  const a = (face.width * torsoWidth) / tileSize.width
  return {
    a,
    b: 0,
    dx: face.x + face.width / 2 - (face.width * torsoWidth) / 2,
    dy: face.y + face.height + face.width * gapBelowFace,
  }
}

function copyTile(bytes: Uint8Array, { data, width }: Bitmap, left: number, top: number): void {
  const rowBytes = tileSize.width * 3
  for (let row = 0; row < tileSize.height; row++)
    data.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), ((top + row) * width + left) * 3)
}

/**
 * Combines the torsos of all runners, scaled to one size, into one small picture. Text detection on it costs a fraction of
 * that on the whole photo.
 */
export function buildMosaic(photo: Pyramid, faces: readonly Box[]): Mosaic {
  const columns = Math.ceil(Math.sqrt(faces.length * (tileSize.height / tileSize.width)))
  const rows = Math.ceil(faces.length / columns)
  const roundUp = (size: number) => Math.ceil(size / gridInPixels) * gridInPixels
  const [width, height] = [roundUp(columns * tileSize.width), roundUp(rows * tileSize.height)]
  const picture = { data: new Uint8Array(width * height * 3), width, height }
  const bytes = new Uint8Array(tileSize.width * tileSize.height * 3)
  const tiles = faces.map((face, i) => {
    const [left, top] = [(i % columns) * tileSize.width, Math.floor(i / columns) * tileSize.height]
    const frame = computeTorsoFrame(face)
    extractFromPyramid(photo, frame, tileSize, bytes)
    copyTile(bytes, picture, left, top)
    return { frame, left, top }
  })
  return { picture, tiles }
}

/** Groups lines by the tile that contains them. x and y become relative to the tile. */
export function groupLinesByTile({ tiles }: Mosaic, lines: readonly TextLine[]): TextLine[][] {
  return tiles.map(({ left, top }) =>
    lines
      .map((line) => ({ ...line, x: line.x - left, y: line.y - top }))
      .filter(({ x, y }) => x >= 0 && x < tileSize.width && y >= 0 && y < tileSize.height),
  )
}

/** Converts a line of a tile to pixels of the photo. */
export function toPhotoLine(line: TextLine, { frame: { a, dx, dy } }: Tile): TextLine {
  return {
    x: line.x * a + dx,
    y: line.y * a + dy,
    width: line.width * a,
    height: line.height * a,
    angle: line.angle,
  }
}
