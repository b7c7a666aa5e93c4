import type { AnalysedPhoto, AnalyseOptions, Box } from '../../features/photos/ports.ts'
import type { PhotoFace } from '../../features/recognition/ports.ts'
import { type BibNetworks, readBibs } from './bibs/read-bibs.ts'
import type { DetectedFace } from './faces/detect-faces.ts'
import { describeFaces, type FaceNetworks, findFaces, selectSharpFaces } from './faces/read-faces.ts'
import { decodePhoto } from './images/decode.ts'
import { makeDerivatives } from './images/derivatives.ts'
import { readMetadata } from './images/metadata.ts'
import { makePyramid, type Pyramid } from './images/pyramid.ts'

type Findings = Pick<AnalysedPhoto, 'faces' | 'bibs'>

/** Finds the faces of a photographer's photo. Boxes are in pixels of the full photo. */
export function findPhotoFaces(networks: FaceNetworks, photo: Pyramid): Promise<DetectedFace[]> {
  const { sidesInPixels, minScore } = networks.detector.card.photo
  return findFaces(networks, photo, sidesInPixels, minScore)
}

/**
 * Runs all analyses of a photo on one decoded bitmap.
 *
 * @throws {ImageRejected} when the bytes are not a supported picture
 */
export async function analysePhoto(
  networks: FaceNetworks & BibNetworks,
  bytes: Uint8Array,
  options: AnalyseOptions,
): Promise<AnalysedPhoto> {
  const { mime, bitmap, width, height } = await decodePhoto(bytes)
  const photo = await makePyramid(bitmap)
  return {
    mime,
    width,
    height,
    ...(await readMetadata(bytes, options.now ?? new Date())),
    ...(await makeDerivatives(photo, options.watermarkText)),
    ...(options.known ?? scaleToOriginal(await recognise(networks, photo, options), width / bitmap.width)),
  }
}

/**
 * Finds and embeds the faces of a photo, without its pictures and bibs. Boxes are in pixels of the original.
 *
 * @throws {ImageRejected} when the bytes are not a supported picture
 */
export async function readPhotoFaces(networks: FaceNetworks, bytes: Uint8Array): Promise<PhotoFace[]> {
  const { bitmap, width } = await decodePhoto(bytes)
  const photo = await makePyramid(bitmap)
  const faces = await describeFaces(networks, photo, await findPhotoFaces(networks, photo))
  return scaleToOriginal({ faces, bibs: [] }, width / bitmap.width).faces
}

/** Returns findings in pixels of the original, of which a reduced bitmap was decoded. */
function scaleToOriginal({ faces, bibs }: Findings, scale: number): Findings {
  if (scale === 1) return { faces, bibs }
  const scaleBox = ({ x, y, width, height }: Box): Box => ({
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  })
  return {
    faces: faces.map((face) => ({
      ...face,
      box: scaleBox(face.box),
      sizeInPixels: face.sizeInPixels * scale,
    })),
    bibs: bibs.map((bib) => ({ ...bib, box: scaleBox(bib.box) })),
  }
}

async function recognise(
  networks: FaceNetworks & BibNetworks,
  photo: Pyramid,
  { readBibs: shouldReadBibs, readFaces = true }: AnalyseOptions,
): Promise<Findings> {
  if (!readFaces)
    return { faces: [], bibs: shouldReadBibs ? await readBibsWithoutFaces(networks, photo) : [] }
  const faces = await describeFaces(networks, photo, await findPhotoFaces(networks, photo))
  return { faces, bibs: shouldReadBibs ? await readBibs(networks, photo, faces) : [] }
}

/** Reads bibs where face measurement is disabled, without assigning them to faces. */
async function readBibsWithoutFaces(networks: FaceNetworks & BibNetworks, photo: Pyramid) {
  const sharpFaces = selectSharpFaces(photo, await findPhotoFaces(networks, photo))
  const bibs = await readBibs(networks, photo, sharpFaces)
  return bibs.map(({ text, confidence, box }) => ({ text, confidence, box, faceIndex: null }))
}
