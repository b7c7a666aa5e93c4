import { isBib } from '../../../../contract/bib.ts'
import type { AnalysedFace, Box, ReadBib } from '../../../features/photos/ports.ts'
import type { Pyramid } from '../images/pyramid.ts'
import type { ModelFiles } from '../models.ts'
import { type Network, openNetwork } from '../network.ts'
import { assignBibsToFaces, type FoundBib } from './assign-bibs.ts'
import { findText, type TextLine } from './find-text.ts'
import { gapsBetween, numberLines, withWiderLines } from './number-lines.ts'
import { type ReadLine, readCharacters, readLines, toStrip } from './read-text.ts'
import { buildMosaic, linesByTile, onPhoto } from './torsos.ts'

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

function boxAround({ x, y, width, height, angle }: TextLine): Box {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [boxWidth, boxHeight] = [width * cos + height * sin, width * sin + height * cos]
  return { x: x - boxWidth / 2, y: y - boxHeight / 2, width: boxWidth, height: boxHeight }
}

/** Returns whether a number is inside the photo. At the edge, a digit may be cut off. */
function isWhole(box: Box, { full }: Pyramid): boolean {
  return box.x > 0 && box.y > 0 && box.x + box.width < full.width && box.y + box.height < full.height
}

/** Reads lines of the photo and keeps plausible start numbers. Returns one list for each list of lines. */
async function readNumbers(
  { textReader, characters }: BibNetworks,
  photo: Pyramid,
  torsos: readonly TextLine[][],
  isNumber: (line: ReadLine) => boolean,
): Promise<FoundBib[][]> {
  const wanted = torsos.flatMap((lines, torso) =>
    lines.flatMap((line) => {
      const [frame, box] = [toStrip(line), boxAround(line)]
      return frame && isWhole(box, photo) ? [{ torso, frame, box }] : []
    }),
  )
  const read = await readLines(
    textReader,
    characters,
    photo,
    wanted.map(({ frame }) => frame),
  )
  const bibs: FoundBib[][] = torsos.map(() => [])
  wanted.forEach(({ torso, box }, i) => {
    const line = read[i]
    if (line && isNumber(line)) bibs[torso]?.push({ ...line, box })
  })
  return bibs
}

/** Removes readings that are part of a longer one at the same place. */
function withoutParts(bibs: readonly FoundBib[]): FoundBib[] {
  const isAround = (whole: Box, { x, y, width, height }: Box) =>
    Math.abs(whole.x + whole.width / 2 - x - width / 2) < width / 2 &&
    Math.abs(whole.y + whole.height / 2 - y - height / 2) < height / 2
  return bibs.filter(
    ({ text, box }) =>
      !bibs.some(
        (other) => other.text.length > text.length && other.text.includes(text) && isAround(other.box, box),
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
  const legible = faces.filter(
    ({ sharpness, sizeInPixels }) => sharpness >= minSharpness && sizeInPixels >= minFaceInPixels,
  )
  if (legible.length === 0) return []
  const mosaic = buildMosaic(
    photo,
    legible.map(({ box }) => box),
  )
  const lines = linesByTile(mosaic, await findText(networks.textDetector, mosaic.picture))
  const placed = (torso: number, found: readonly TextLine[]) => {
    const tile = mosaic.tiles[torso]
    return tile ? found.map((line) => onPhoto(line, tile)) : []
  }
  const numbers = await readNumbers(
    networks,
    photo,
    lines.map((found, torso) => placed(torso, withWiderLines(numberLines(found)))),
    ({ text, confidence }) => isBib(text) && confidence >= minConfidence,
  )
  const digits = await readNumbers(
    networks,
    photo,
    lines.map((found, torso) => (numbers[torso]?.length ? [] : placed(torso, gapsBetween(found)))),
    ({ text, confidence }) => digitPattern.test(text) && confidence >= minDigitConfidence,
  )
  const boxes = faces.map(({ box }) => box)
  return assignBibsToFaces([...numbers.flatMap(withoutParts), ...digits.flat()], boxes)
}
