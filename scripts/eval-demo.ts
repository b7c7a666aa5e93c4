import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { getFaceThresholds } from '../server/adapters/vision/models/cards.ts'
import { createVision, type Vision } from '../server/adapters/vision/vision.ts'
import type { AnalysedPhoto, Box } from '../server/features/photos/ports.ts'
import { distanceBetween, normalise } from '../server/features/recognition/embedding.ts'
import { type Candidate, matchFaces } from '../server/features/recognition/match.ts'
import { defaultFaceModelId } from '../server/features/recognition/ports.ts'

/**
 * Evaluates the generated demo, for which the ground truth is known: how many faces are found, how many start numbers are
 * read, and whether each runner with a selfie gets all of their photos and no others.
 */
const demo = 'demo'
const thresholds = getFaceThresholds(defaultFaceModelId)

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

interface AnalysedDemoPhoto {
  labels: Labels
  photo: AnalysedPhoto
}

const readDemoFile = (file: string) => readFileSync(join(demo, file))

function isInside({ x, y, width, height }: Box, label: LabelledBox | null): boolean {
  if (!label) return false
  const [offsetX, offsetY] = [x + width / 2 - label.x, y + height / 2 - label.y]
  return offsetX > 0 && offsetX < label.w && offsetY > 0 && offsetY < label.h
}

function printFaces(analysedPhotos: readonly AnalysedDemoPhoto[]): void {
  const people = analysedPhotos.flatMap(({ labels, photo }) =>
    labels.people.filter(({ faceBox }) => faceBox).map(({ faceBox }) => ({ faceBox, photo })),
  )
  const found = people.filter(({ faceBox, photo }) => photo.faces.some(({ box }) => isInside(box, faceBox)))
  console.log(`Faces: ${found.length} of ${people.length} found`)
}

function printBibs(analysedPhotos: readonly AnalysedDemoPhoto[]): void {
  let [visible, right, wrong, unlabelled] = [0, 0, 0, 0]
  for (const { labels, photo } of analysedPhotos) {
    const labelled = labels.people.filter(({ bibVisible }) => bibVisible)
    visible += labelled.length
    right += labelled.filter(({ bib, bibBox }) =>
      photo.bibs.some(({ text, box }) => text === bib && isInside(box, bibBox)),
    ).length
    for (const { text, box } of photo.bibs) {
      const labelledPerson = labels.people.find(({ bibBox }) => isInside(box, bibBox))
      if (!labelledPerson) unlabelled++
      else if (labelledPerson.bib !== text) wrong++
    }
  }
  console.log(
    `Start numbers: ${right} of ${visible} read, ${wrong} read wrongly, ${unlabelled} where there is none`,
  )
}

function readStartNumbers(event: string): Set<string> {
  const rows: { bib: string }[] = parse(readDemoFile(`start-list-${event}.csv`), { columns: true, bom: true })
  return new Set(rows.map(({ bib }) => bib))
}

function listCandidates(
  { labels, photo }: AnalysedDemoPhoto,
  selfie: Float32Array,
  numbers: Set<string>,
): Candidate[] {
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

async function printMatches(vision: Vision, analysedPhotos: readonly AnalysedDemoPhoto[]): Promise<void> {
  const athletes = JSON.parse(readDemoFile('athletes.json').toString()) as {
    id: string
    selfie: string | null
  }[]
  const events = [...new Set(analysedPhotos.map(({ labels }) => labels.event))]
  const counts = { sure: { right: 0, wrong: 0 }, maybe: { right: 0, wrong: 0 } }
  let expectedCount = 0
  for (const { id, selfie } of athletes) {
    if (!selfie) continue
    const embedding = normalise((await vision.faces.readSelfie(readDemoFile(selfie))).embedding)
    for (const event of events) {
      const photos = analysedPhotos.filter(({ labels }) => labels.event === event)
      const numbers = readStartNumbers(event)
      const candidates = photos
        .flatMap((photo) => listCandidates(photo, embedding, numbers))
        .filter((candidate) => candidate.distance <= thresholds.crowd)
      const people = new Map(photos.map(({ labels }) => [labels.file, labels.people]))
      expectedCount += photos.filter(({ labels }) =>
        labels.people.some(({ athlete, faceBox }) => athlete === id && faceBox),
      ).length
      for (const { photoId, tier } of matchFaces(candidates, { selfie: embedding, thresholds }).matches) {
        const isRight = people.get(photoId)?.some(({ athlete }) => athlete === id) ?? false
        counts[tier][isRight ? 'right' : 'wrong']++
        if (tier === 'sure' && !isRight) console.log(`  ${photoId} is not of ${id}`)
      }
    }
  }
  console.log(
    `Photos with a runner's face: ${expectedCount}; sure: ${counts.sure.right} right, ${counts.sure.wrong} wrong; ` +
      `possible: ${counts.maybe.right} right, ${counts.maybe.wrong} wrong`,
  )
}

const vision = createVision({ modelsFolder: 'dist/models' })
const { photos } = JSON.parse(readDemoFile('photos.json').toString()) as { photos: Labels[] }
const analysedPhotos = await Promise.all(
  photos.map(async (labels) => ({
    labels,
    photo: await vision.photos.analyse(readDemoFile(labels.file), { watermarkText: 'demo', readBibs: true }),
  })),
)
printFaces(analysedPhotos)
printBibs(analysedPhotos)
await printMatches(vision, analysedPhotos)
await vision.close()
