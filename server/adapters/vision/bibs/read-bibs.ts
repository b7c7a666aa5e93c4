import { isBib } from '../../../../contract/bib.ts'
import type { AnalysedFace, Box, ReadBib } from '../../../features/photos/ports.ts'
import type { Pyramid } from '../images/pyramid.ts'
import type { ModelFiles } from '../models.ts'
import { type Network, openNetwork } from '../network.ts'
import { assignBibsToFaces, type FoundBib } from './assign-bibs.ts'
import { findText, type TextLine } from './find-text.ts'
import { addWiderLines, findGaps, selectNumberLines } from './number-lines.ts'
import { type ReadLine, readCharacters, readLines, toStrip } from './read-text.ts'
import { buildMosaic, groupLinesByTile, toPhotoLine } from './torso-mosaic.ts'

export interface BibNetworks {
  textDetector: Network
  textReader: Network
  characters: readonly string[]
}

const minConfidence = 0.95
/** Lowers the threshold for a single digit, since its position already indicates a number. */
const minDigitConfidence = 0.75
const digitPattern = /^\d$/

/** Opens the networks for one thread. */
export async function openBibNetworks(files: ModelFiles): Promise<BibNetworks> {
  return {
    textDetector: await openNetwork(files.textDetector),
    textReader: await openNetwork(files.textReader),
    characters: readCharacters(files.characters),
  }
}

function getBoundingBox({ x, y, width, height, angle }: TextLine): Box {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [boxWidth, boxHeight] = [width * cos + height * sin, width * sin + height * cos]
  return { x: x - boxWidth / 2, y: y - boxHeight / 2, width: boxWidth, height: boxHeight }
}

/** Returns whether a number is inside the photo. At the edge, a digit may be cut off. */
function isInsidePhoto(box: Box, { full }: Pyramid): boolean {
  return box.x > 0 && box.y > 0 && box.x + box.width < full.width && box.y + box.height < full.height
}

/** Reads lines of the photo and keeps plausible start numbers. Returns one list for each list of lines. */
async function readNumbers(
  { textReader, characters }: BibNetworks,
  photo: Pyramid,
  torsos: readonly TextLine[][],
  isNumber: (line: ReadLine) => boolean,
): Promise<FoundBib[][]> {
  const candidates = torsos.flatMap((lines, torso) =>
    lines.flatMap((line) => {
      const [frame, box] = [toStrip(line), getBoundingBox(line)]
      return frame && isInsidePhoto(box, photo) ? [{ torso, frame, box }] : []
    }),
  )
  const readings = await readLines(
    textReader,
    characters,
    photo,
    candidates.map(({ frame }) => frame),
  )
  const bibs: FoundBib[][] = torsos.map(() => [])
  candidates.forEach(({ torso, box }, i) => {
    const line = readings[i]
    if (line && isNumber(line)) bibs[torso]?.push({ ...line, box })
  })
  return bibs
}

/** Removes readings that are part of a longer one at the same place. */
function removePartialReadings(bibs: readonly FoundBib[]): FoundBib[] {
  const isSamePlace = (outerBox: Box, { x, y, width, height }: Box) =>
    Math.abs(outerBox.x + outerBox.width / 2 - x - width / 2) < width / 2 &&
    Math.abs(outerBox.y + outerBox.height / 2 - y - height / 2) < height / 2
  return bibs.filter(
    ({ text, box }) =>
      !bibs.some(
        (other) =>
          other.text.length > text.length && other.text.includes(text) && isSamePlace(other.box, box),
      ),
  )
}

/** Below a smaller or more blurred face, the number is not legible. */
const minFaceInPixels = 24
const minSharpness = 25

/**
 * Reads the start numbers below faces.
 *
 * @param faces in pixels of the full photo
 * @returns at most one number for each face, and those that may belong to more than one of them without a face
 */
export async function readBibs(
  networks: BibNetworks,
  photo: Pyramid,
  faces: readonly Pick<AnalysedFace, 'box' | 'sharpness' | 'sizeInPixels'>[],
): Promise<ReadBib[]> {
  const legibleFaces = faces.filter(
    ({ sharpness, sizeInPixels }) => sharpness >= minSharpness && sizeInPixels >= minFaceInPixels,
  )
  if (legibleFaces.length === 0) return []
  const mosaic = buildMosaic(
    photo,
    legibleFaces.map(({ box }) => box),
  )
  const lines = groupLinesByTile(mosaic, await findText(networks.textDetector, mosaic.picture))
  const toPhotoLines = (torso: number, tileLines: readonly TextLine[]) => {
    const tile = mosaic.tiles[torso]
    return tile ? tileLines.map((line) => toPhotoLine(line, tile)) : []
  }
  const numbers = await readNumbers(
    networks,
    photo,
    lines.map((tileLines, torso) => toPhotoLines(torso, addWiderLines(selectNumberLines(tileLines)))),
    ({ text, confidence }) => isBib(text) && confidence >= minConfidence,
  )
  const digits = await readNumbers(
    networks,
    photo,
    lines.map((tileLines, torso) => (numbers[torso]?.length ? [] : toPhotoLines(torso, findGaps(tileLines)))),
    ({ text, confidence }) => digitPattern.test(text) && confidence >= minDigitConfidence,
  )
  const boxes = faces.map(({ box }) => box)
  return assignBibsToFaces([...numbers.flatMap(removePartialReadings), ...digits.flat()], boxes)
}
