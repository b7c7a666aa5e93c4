import { parseArgs } from 'node:util'
import type { FaceNetworks } from '../server/adapters/vision/faces/read-faces.ts'
import { normalise } from '../server/features/recognition/embedding.ts'
import { selectFaceAt } from '../server/features/recognition/evaluation/own-face.ts'
import {
  type PersonPicture,
  readPeople,
  samplePeople,
  splitPictures,
} from '../server/features/recognition/evaluation/people.ts'
import {
  estimateGroupedShare,
  estimateShare,
  formatEstimate,
  formatRareShare,
  sumTallies,
} from '../server/features/recognition/evaluation/statistics.ts'
import {
  compareFaces,
  countFalseMatches,
  countMatches,
  falseMatchRates,
  findThreshold,
  measureAt,
  type Probe,
  recommendThresholds,
} from '../server/features/recognition/evaluation/verification.ts'
import { type Condition, conditions } from './eval/conditions.ts'
import { type EvaluatedModel, openEvaluatedModel } from './eval/open-networks.ts'
import { printTable } from './eval/print-table.ts'
import {
  describePhotoFaces,
  type EvaluationNetworks,
  type ReadPicture,
  readPicture,
} from './eval/read-picture.ts'

const usage = `npm run eval:faces -- FOLDER … [--people 200] [--model FILE …] [--good] [--models FOLDER]

Measures how well faces are found and told apart, for pictures of good quality and for what a race does to them. A FOLDER
has one folder of pictures per person, or pictures named by person and number (anna-2.jpg). No data is stored.
--people takes an even selection of that many people, half of them with several pictures: 200 take about three
minutes on one core. --model measures a detector or an embedder that "models install" accepts, instead of the default
one; give it twice for both. --good leaves out the pictures that were made worse. The result is the same in each run.`

const [goodCondition] = conditions
const thresholdNames = ['strong', 'sure', 'maybe', 'sameBib', 'crowd'] as const

interface PictureRead extends PersonPicture {
  readonly read: ReadPicture
}

async function readAll(
  networks: EvaluationNetworks,
  pictures: readonly PersonPicture[],
): Promise<PictureRead[]> {
  const reads: PictureRead[] = []
  for (const picture of pictures) reads.push({ ...picture, read: await readPicture(networks, picture.file) })
  return reads
}

async function degradeAndRead(
  networks: FaceNetworks,
  condition: Condition,
  { person, read }: PictureRead,
): Promise<Probe> {
  if (!read.face) return { person, embedding: null }
  const { bitmap, middle } = await condition.degrade(read.bitmap, read.face)
  const { faces } = await describePhotoFaces(networks, bitmap)
  const face = selectFaceAt(faces, middle)
  return { person, embedding: face && normalise(face.embedding) }
}

function formatCounts(values: readonly string[]): string {
  return [...new Set(values)]
    .sort()
    .map((value) => `${value} ${values.filter((other) => other === value).length}`)
    .join(', ')
}

function printPictures(pictures: readonly PictureRead[]): void {
  const counts = pictures.map(({ read: { faceCount } }) =>
    faceCount === 0 ? 'none' : faceCount === 1 ? 'one' : 'several',
  )
  const people = new Set(pictures.map(({ person }) => person)).size
  console.log(
    `${pictures.length} pictures of ${people} people; faces found in a picture: ${formatCounts(counts)}`,
  )
  const verdicts = pictures.map(({ read }) => read.verdict)
  const refused = verdicts.filter((verdict) => verdict !== 'accepted')
  console.log(
    `As selfies: ${formatCounts(verdicts)}; refused ` +
      formatEstimate(estimateShare({ count: refused.length, total: verdicts.length })),
  )
}

const toProbe = ({ person, read }: PictureRead): Probe => ({ person, embedding: read.embedding })

async function printVerification(
  { networks, thresholds: ofModel }: EvaluatedModel,
  selfiePictures: readonly PictureRead[],
  photoPictures: readonly PictureRead[],
  measuredConditions: readonly Condition[],
): Promise<void> {
  const selfies = selfiePictures.map(toProbe)
  const baseline = compareFaces(selfies, photoPictures.map(toProbe))
  if (baseline.genuine.size === 0 || baseline.impostors.length === 0) {
    console.log('Too few people with several pictures to compare')
    return
  }
  const thresholds = falseMatchRates.map((rate) => findThreshold(baseline.impostors, rate))
  console.log(`
A selfie of good quality is compared with a photo in each of these conditions: ${selfies.length} selfies, ${sumTallies(countMatches(baseline, 0)).total} photos of
the same people, ${baseline.impostors.length} pairs of two people. TMR: share of the photos of a runner that match the selfie; a face that is not
found does not match. FMR: share of pairs of two people that match. The threshold of a column is the distance at which
that share of pairs matches on good photos; it stays for the other rows, as in the product. In brackets: the 95 %
interval by bootstrap over people, for a given threshold.
`)
  const rows: string[][] = []
  for (const condition of measuredConditions) {
    const probes: Probe[] = []
    for (const picture of photoPictures)
      probes.push(
        condition === goodCondition ? toProbe(picture) : await degradeAndRead(networks, condition, picture),
      )
    const comparison = compareFaces(selfies, probes)
    const found = probes.map(({ embedding }) => ({ count: embedding ? 1 : 0, total: 1 }))
    rows.push([
      condition.name,
      formatEstimate(estimateShare(sumTallies(found))),
      ...thresholds.map((threshold) =>
        threshold === null
          ? 'too few pairs'
          : `${formatEstimate(estimateGroupedShare(countMatches(comparison, threshold)))}, FMR ` +
            formatRareShare(countFalseMatches(comparison, threshold)),
      ),
    ])
  }
  printTable(
    [
      'photo',
      'face found',
      ...falseMatchRates.map((rate, i) => {
        const threshold = thresholds[i]
        return `TMR at FMR ${100 * rate} %${typeof threshold === 'number' ? `, up to ${threshold.toFixed(3)}` : ''}`
      }),
    ],
    rows,
  )
  console.log('\nThe thresholds of the model card, on good photos, and those that these pictures suggest\n')
  const recommended = recommendThresholds(baseline)
  printTable(
    ['threshold', 'distance up to', 'TMR', 'FMR', 'suggested'],
    thresholdNames.map((name) => {
      const { distance, trueMatches, falseMatches } = measureAt(baseline, ofModel[name])
      return [
        name,
        distance.toFixed(2),
        formatEstimate(trueMatches),
        formatRareShare(falseMatches),
        recommended[name]?.toFixed(3) ?? 'too few pairs',
      ]
    }),
  )
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '200' },
    model: { type: 'string', multiple: true, default: [] },
    good: { type: 'boolean', default: false },
    models: { type: 'string', default: 'dist/models' },
  },
})
const maxPeople = Number(values.people)
if (positionals.length > 0 && Number.isInteger(maxPeople) && maxPeople > 1) {
  const model = await openEvaluatedModel(values.models, values.model)
  console.log(model.id)
  const sample = samplePeople(positionals.flatMap(readPeople), maxPeople)
  const { selfies, photos } = splitPictures(sample)
  const [selfieReads, photoReads] = [
    await readAll(model.networks, selfies),
    await readAll(model.networks, photos),
  ]
  printPictures([...selfieReads, ...photoReads])
  await printVerification(model, selfieReads, photoReads, values.good ? conditions.slice(0, 1) : conditions)
} else {
  console.error(usage)
  process.exitCode = 1
}
