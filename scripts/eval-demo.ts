import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { createVision, type Vision } from '../server/adapters/vision/vision.ts'
import type { AnalysedPhoto, Box } from '../server/features/photos/ports.ts'
import { distanceBetween, normalise } from '../server/features/recognition/embedding.ts'
import { type Candidate, matchFaces, searchRadius } from '../server/features/recognition/match.ts'

/**
 * Evaluates the generated demo, for which the ground truth is known: how many faces are found, how many start numbers are
 * read, and whether each runner with a selfie gets all of their photos and no others.
 */
const demo = 'demo'
/** Generated faces are more similar than real ones. */
const faceThreshold = 0.45

interface LabelledBox {
  x: number
  y: number
  w: number
  h: number
}

interface Labels {
  file: string
  event: string
  people: {
    athlete: string
    bib: string
    faceBox: LabelledBox | null
    bibBox: LabelledBox | null
    bibVisible: boolean
  }[]
}

interface Looked {
  labels: Labels
  photo: AnalysedPhoto
}

const read = (file: string) => readFileSync(join(demo, file))

function isInside({ x, y, width, height }: Box, label: LabelledBox | null): boolean {
  if (!label) return false
  const [right, down] = [x + width / 2 - label.x, y + height / 2 - label.y]
  return right > 0 && right < label.w && down > 0 && down < label.h
}

function printFaces(looked: readonly Looked[]): void {
  const people = looked.flatMap(({ labels, photo }) =>
    labels.people.filter(({ faceBox }) => faceBox).map(({ faceBox }) => ({ faceBox, photo })),
  )
  const found = people.filter(({ faceBox, photo }) => photo.faces.some(({ box }) => isInside(box, faceBox)))
  console.log(`Faces: ${found.length} of ${people.length} found`)
}

function printBibs(looked: readonly Looked[]): void {
  let [visible, right, wrong, stray] = [0, 0, 0, 0]
  for (const { labels, photo } of looked) {
    const labelled = labels.people.filter(({ bibVisible }) => bibVisible)
    visible += labelled.length
    right += labelled.filter(({ bib, bibBox }) =>
      photo.bibs.some(({ text, box }) => text === bib && isInside(box, bibBox)),
    ).length
    for (const { text, box } of photo.bibs) {
      const wearer = labels.people.find(({ bibBox }) => isInside(box, bibBox))
      if (!wearer) stray++
      else if (wearer.bib !== text) wrong++
    }
  }
  console.log(
    `Start numbers: ${right} of ${visible} read, ${wrong} read wrongly, ${stray} where there is none`,
  )
}

function startNumbers(event: string): Set<string> {
  const rows: { bib: string }[] = parse(read(`start-list-${event}.csv`), { columns: true, bom: true })
  return new Set(rows.map(({ bib }) => bib))
}

function listCandidates({ labels, photo }: Looked, selfie: Float32Array, numbers: Set<string>): Candidate[] {
  return photo.faces.map((face, index) => {
    const bib = photo.bibs.find(({ faceIndex }) => faceIndex === index)?.text
    const embedding = normalise(face.embedding)
    return {
      photoId: labels.file,
      faceId: `${labels.file}/${index}`,
      embedding,
      distance: distanceBetween(embedding, selfie),
      sizeInPixels: face.sizeInPixels,
      bib: bib !== undefined && numbers.has(bib) ? bib : null,
    }
  })
}

async function printMatches(vision: Vision, looked: readonly Looked[]): Promise<void> {
  const athletes = JSON.parse(read('athletes.json').toString()) as { id: string; selfie: string | null }[]
  const events = [...new Set(looked.map(({ labels }) => labels.event))]
  const counts = { sure: { right: 0, wrong: 0 }, maybe: { right: 0, wrong: 0 } }
  let shown = 0
  for (const { id, selfie } of athletes) {
    if (!selfie) continue
    const embedding = normalise((await vision.faces.readSelfie(read(selfie))).embedding)
    for (const event of events) {
      const photos = looked.filter(({ labels }) => labels.event === event)
      const numbers = startNumbers(event)
      const candidates = photos
        .flatMap((photo) => listCandidates(photo, embedding, numbers))
        .filter((candidate) => candidate.distance <= searchRadius(faceThreshold))
      const people = new Map(photos.map(({ labels }) => [labels.file, labels.people]))
      shown += photos.filter(({ labels }) =>
        labels.people.some(({ athlete, faceBox }) => athlete === id && faceBox),
      ).length
      for (const { photoId, tier } of matchFaces(candidates, { selfie: embedding, faceThreshold }).matches) {
        const isRight = people.get(photoId)?.some(({ athlete }) => athlete === id) ?? false
        counts[tier][isRight ? 'right' : 'wrong']++
        if (tier === 'sure' && !isRight) console.log(`  ${photoId} is not of ${id}`)
      }
    }
  }
  console.log(
    `Photos with a runner's face: ${shown}; sure: ${counts.sure.right} right, ${counts.sure.wrong} wrong; ` +
      `possible: ${counts.maybe.right} right, ${counts.maybe.wrong} wrong`,
  )
}

const vision = createVision({ modelsFolder: 'dist/models' })
const { photos } = JSON.parse(read('photos.json').toString()) as { photos: Labels[] }
const looked = await Promise.all(
  photos.map(async (labels) => ({
    labels,
    photo: await vision.photos.analyse(read(labels.file), { watermarkText: 'demo', readBibs: true }),
  })),
)
printFaces(looked)
printBibs(looked)
await printMatches(vision, looked)
await vision.close()
