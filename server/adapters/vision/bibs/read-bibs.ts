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
/** Confidence of a reading that may become a longer and more certain one with more of the photo on both sides. */
const minPossibleConfidence = 0.85
/** Lowers the threshold for a single digit, since its position already indicates a number. */
const minDigitConfidence = 0.75
const digitPattern = /^\d$/
/** How much wider a number is read the second time, in its heights, and how often at most. */
const wideningInHeights = 0.6
const maxWidenings = 3

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

/** A line of a torso with its reading. */
interface ReadCandidate {
  torso: number
  line: TextLine
  reading: ReadLine
}

/** Reads lines of the photo, except those that are too long for a number or reach its edge. */
async function readCandidates(
  { textReader, characters }: BibNetworks,
  photo: Pyramid,
  lines: readonly { torso: number; line: TextLine }[],
): Promise<ReadCandidate[]> {
  const candidates = lines.flatMap(({ torso, line }) => {
    const strip = toStrip(line)
    return strip && isInsidePhoto(getBoundingBox(line), photo) ? [{ torso, line, strip }] : []
  })
  const readings = await readLines(
    textReader,
    characters,
    photo,
    candidates.map(({ strip }) => strip),
  )
  return candidates.flatMap((candidate, i) => {
    const reading = readings[i]
    return reading ? [{ ...candidate, reading }] : []
  })
}

const isDigit = ({ text, confidence }: ReadLine) =>
  digitPattern.test(text) && confidence >= minDigitConfidence
const isPossibleNumber = ({ text, confidence }: ReadLine) =>
  isBib(text) && confidence >= minPossibleConfidence

const widenLine = (line: TextLine): TextLine => ({
  ...line,
  width: line.width + line.height * wideningInHeights,
})

const countDigits = (text: string) => text.replace(/\D/g, '').length

/** Returns whether a reading contains a shorter one and has more digits. */
const isLonger = (longer: ReadLine, { text }: ReadLine) =>
  longer.text.includes(text) && countDigits(longer.text) > countDigits(text)

/**
 * Reads possible numbers once more with more of the photo on both sides, where the text detector may have left out a digit
 * (`49` of `349`). A longer number that contains the shorter one replaces it, and is read once more.
 *
 * @returns the certain numbers that the second reading agrees with
 */
async function readWhole(
  networks: BibNetworks,
  photo: Pyramid,
  possibleNumbers: readonly ReadCandidate[],
): Promise<ReadCandidate[]> {
  const numbers: ReadCandidate[] = []
  let growing = [...possibleNumbers]
  for (let round = 0; round < maxWidenings && growing.length > 0; round++) {
    const wider = await readCandidates(
      networks,
      photo,
      growing.map(({ torso, line }) => ({ torso, line: widenLine(line) })),
    )
    const grown: ReadCandidate[] = []
    for (const number of growing) {
      const { text, confidence } = number.reading
      const second = wider.find((candidate) => isWidened(number, candidate))?.reading
      if (second && isLonger(second, number.reading)) {
        // also a longer number that is not certain shows that this one is a part of it
        if (isPossibleNumber(second)) grown.push({ ...number, line: widenLine(number.line), reading: second })
      } else if (confidence >= minConfidence && (second?.text ?? text).includes(text)) numbers.push(number)
    }
    growing = grown
  }
  return [...numbers, ...growing.filter(({ reading }) => reading.confidence >= minConfidence)]
}

function isWidened({ torso, line }: ReadCandidate, wider: ReadCandidate): boolean {
  const { x, y, width } = widenLine(line)
  return wider.torso === torso && wider.line.x === x && wider.line.y === y && wider.line.width === width
}

const toFoundBib = ({ line, reading: { text, confidence } }: ReadCandidate): FoundBib => ({
  text,
  confidence,
  box: getBoundingBox(line),
})

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
  const listLines = (select: (tileLines: readonly TextLine[], torso: number) => TextLine[]) =>
    lines.flatMap((tileLines, torso) =>
      toPhotoLines(torso, select(tileLines, torso)).map((line) => ({ torso, line })),
    )
  const read = await readCandidates(
    networks,
    photo,
    listLines((tileLines) => addWiderLines(selectNumberLines(tileLines))),
  )
  const possibleNumbers = read.filter(({ reading }) => isPossibleNumber(reading))
  const numbers = await readWhole(networks, photo, possibleNumbers)
  const hasNumber = new Set(possibleNumbers.map(({ torso }) => torso))
  const gaps = await readCandidates(
    networks,
    photo,
    listLines((tileLines, torso) => (hasNumber.has(torso) ? [] : findGaps(tileLines))),
  )
  const digits = gaps.filter(({ reading }) => isDigit(reading))
  const boxes = faces.map(({ box }) => box)
  return assignBibsToFaces([...numbers, ...digits].map(toFoundBib), boxes)
}
