import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { findPhotoFaces } from '../server/adapters/vision/analyse-photo.ts'
import { describeSelfie } from '../server/adapters/vision/faces/judge-selfie.ts'
import {
  describeFaces,
  type FaceNetworks,
  openFaceNetworks,
} from '../server/adapters/vision/faces/read-faces.ts'
import { decodePhoto } from '../server/adapters/vision/images/decode.ts'
import { makePyramid } from '../server/adapters/vision/images/pyramid.ts'
import { ensureModels } from '../server/adapters/vision/models.ts'
import { distanceBetween, normalise } from '../server/features/recognition/embedding.ts'
import { FaceRejected } from '../server/features/recognition/ports.ts'

const usage = `npm run eval:faces -- FOLDER [--labels FILE.csv] [--models FOLDER]

Says how well faces are found and told apart in a folder of pictures. Who is in a picture is taken from its name
(anna-2.jpg shows anna; a name without a number shows no known person), or from a CSV with the columns
file and identity. Nothing is stored.`

const extensions = new Set(['.jpg', '.jpeg', '.png', '.webp', '.heic'])
/** Thresholds of the product; see [Note: face thresholds]. */
const thresholds = [0.45, 0.5, 0.55, 0.6]
const falseMatchRates = [0.01, 0.001]

interface Picture {
  file: string
  /** Null for a picture without a known person. */
  identity: string | null
  faceCount: number
  /** Normalized embedding of the largest face. */
  embedding: Float32Array | null
  verdict: string
}

interface Pairs {
  genuine: number[]
  impostor: number[]
}

type Labels = (file: string) => string | null

function createLabels(file: string | undefined): Labels {
  if (!file) return (name) => /^(.+)-\d+$/.exec(basename(name, extname(name)))?.[1] ?? null
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, trim: true, bom: true })
  const identities = new Map(rows.map(({ file: name = '', identity = '' }) => [name, identity]))
  return (name) => identities.get(name) || null
}

async function analysePicture(
  networks: FaceNetworks,
  folder: string,
  file: string,
  labels: Labels,
): Promise<Picture> {
  const { bitmap } = await decodePhoto(readFileSync(join(folder, file)))
  const photo = await makePyramid(bitmap)
  const faces = await describeFaces(networks, photo, await findPhotoFaces(networks, photo))
  const [largest] = [...faces].sort((a, b) => b.sizeInPixels - a.sizeInPixels)
  const verdict = await describeSelfie(networks, bitmap).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof FaceRejected) return error.code
      throw error
    },
  )
  return {
    file,
    identity: labels(file),
    faceCount: faces.length,
    embedding: largest ? normalise(largest.embedding) : null,
    verdict,
  }
}

/** Returns all pairs of pictures with a known identity: same person, and different persons. */
function listPairs(pictures: readonly Picture[]): Pairs {
  const pairs: Pairs = { genuine: [], impostor: [] }
  pictures.forEach((first, i) => {
    for (const second of pictures.slice(i + 1)) {
      if (!first.identity || !second.identity || !first.embedding || !second.embedding) continue
      const list = first.identity === second.identity ? pairs.genuine : pairs.impostor
      list.push(distanceBetween(first.embedding, second.embedding))
    }
  })
  pairs.genuine.sort((a, b) => a - b)
  pairs.impostor.sort((a, b) => a - b)
  return pairs
}

function getQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function computeShareUpTo(values: readonly number[], limit: number): number {
  return values.filter((value) => value <= limit).length / values.length
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function formatCounts(values: readonly string[]): string {
  const unique = [...new Set(values)].sort()
  return unique.map((value) => `${value} ${values.filter((other) => other === value).length}`).join(', ')
}

function printDetection(pictures: readonly Picture[]): void {
  const found = pictures.map(({ faceCount }) =>
    faceCount === 0 ? 'none' : faceCount === 1 ? 'one' : 'several',
  )
  console.log(`Pictures: ${pictures.length}; faces: ${formatCounts(found)}`)
  console.log(`As selfies: ${formatCounts(pictures.map(({ verdict }) => verdict))}`)
  const labelled = pictures.filter(({ identity }) => identity)
  const missed = labelled.filter(({ embedding }) => !embedding).map(({ file }) => file)
  const people = new Set(labelled.map(({ identity }) => identity)).size
  console.log(
    `Labelled: ${labelled.length} pictures of ${people} people; without a face: ${missed.join(', ') || 'none'}`,
  )
}

function printVerification({ genuine, impostor }: Pairs): void {
  if (genuine.length === 0 || impostor.length === 0) {
    console.log('Too few labelled pictures to compare people')
    return
  }
  const formatQuantiles = (values: readonly number[], shares: readonly number[]) =>
    shares.map((share) => getQuantile(values, share).toFixed(3)).join(' / ')
  console.log(
    `Same person: ${genuine.length} pairs, distance 50 / 95 / 100 %: ${formatQuantiles(genuine, [0.5, 0.95, 1])}`,
  )
  console.log(
    `Two people: ${impostor.length} pairs, distance 0 / 1 / 50 %: ${formatQuantiles(impostor, [0, 0.01, 0.5])}`,
  )
  for (const rate of falseMatchRates) {
    // just below the first impostor above the allowed rate
    const limit = getQuantile(impostor, rate) - 1e-6
    console.log(
      `At ${formatPercent(rate)} false matches (up to ${limit.toFixed(3)}): ${formatPercent(computeShareUpTo(genuine, limit))} of true ones`,
    )
  }
  for (const limit of thresholds) {
    const [right, wrong] = [computeShareUpTo(genuine, limit), computeShareUpTo(impostor, limit)]
    console.log(
      `Up to ${limit.toFixed(2)}: true matches ${formatPercent(right)}, false matches ${formatPercent(wrong)}, ` +
        `balanced accuracy ${formatPercent((right + 1 - wrong) / 2)}`,
    )
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { labels: { type: 'string' }, models: { type: 'string', default: 'dist/models' } },
})
const [folder] = positionals
if (folder) {
  const networks = await openFaceNetworks(ensureModels(values.models))
  const labels = createLabels(values.labels)
  const pictures: Picture[] = []
  for (const file of readdirSync(folder).filter((name) => extensions.has(extname(name).toLowerCase())))
    pictures.push(await analysePicture(networks, folder, file, labels))
  printDetection(pictures)
  printVerification(listPairs(pictures))
} else {
  console.error(usage)
  process.exitCode = 1
}
