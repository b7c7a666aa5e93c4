import { parseArgs } from 'node:util'
import { type FaceNetworks, openFaceNetworks } from '../server/adapters/vision/faces/read-faces.ts'
import { ensureModels } from '../server/adapters/vision/models.ts'
import { normalise } from '../server/features/recognition/embedding.ts'
import { type Condition, conditions } from './eval/conditions.ts'
import { type Person, readPeople, samplePeople } from './eval/people.ts'
import { describePhotoFaces, type ReadPicture, readPicture, selectFaceAt } from './eval/read-picture.ts'
import {
  estimateGroupedShare,
  estimateShare,
  formatEstimate,
  printTable,
  sumTallies,
} from './eval/statistics.ts'
import {
  compareFaces,
  countFalseMatches,
  countMatches,
  findThreshold,
  type Probe,
} from './eval/verification.ts'

const usage = `npm run eval:faces -- FOLDER … [--people 200] [--models FOLDER]

Measures how well faces are found and told apart, for pictures of good quality and for what a race does to them. A FOLDER
has one folder of pictures per person, or pictures named by person and number (anna-2.jpg). No data is stored.
--people takes an even selection of that many people, half of them with several pictures: 200 take about three
minutes on one core. The result is the same in each run.`

/** Thresholds of the product, as distances; see [Note: face thresholds]. */
const productThresholds = [0.4, 0.45, 0.5, 0.55]
const falseMatchRates = [0.001, 0.0001, 0.00001]

interface PersonPicture {
  readonly person: string
  readonly file: string
  readonly read: ReadPicture
}

async function readAll(networks: FaceNetworks, people: readonly Person[]): Promise<PersonPicture[]> {
  const pictures: PersonPicture[] = []
  for (const { name, pictures: files } of people)
    for (const file of files) pictures.push({ person: name, file, read: await readPicture(networks, file) })
  return pictures
}

async function degradeAndRead(
  networks: FaceNetworks,
  condition: Condition,
  { person, read }: PersonPicture,
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

function printPictures(pictures: readonly PersonPicture[]): void {
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

const toProbe = ({ person, read }: PersonPicture): Probe => ({ person, embedding: read.embedding })

/** Splits into the selfies, the first picture of people with several, and the photos, all other pictures. */
function splitPictures(pictures: readonly PersonPicture[], several: readonly Person[]) {
  const selfieFiles = new Set(several.map(({ pictures: [first] }) => first))
  return {
    selfies: pictures.filter(({ file }) => selfieFiles.has(file)),
    photos: pictures.filter(({ file }) => !selfieFiles.has(file)),
  }
}

async function printVerification(
  networks: FaceNetworks,
  selfiePictures: readonly PersonPicture[],
  photoPictures: readonly PersonPicture[],
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
  for (const condition of conditions) {
    const probes: Probe[] = []
    for (const picture of photoPictures) probes.push(await degradeAndRead(networks, condition, picture))
    const comparison = compareFaces(selfies, probes)
    const found = probes.map(({ embedding }) => ({ count: embedding ? 1 : 0, total: 1 }))
    rows.push([
      condition.name,
      formatEstimate(estimateShare(sumTallies(found))),
      ...thresholds.map((threshold) =>
        threshold === null
          ? 'too few pairs'
          : `${formatEstimate(estimateGroupedShare(countMatches(comparison, threshold)))}, FMR ` +
            formatRate(countFalseMatches(comparison, threshold)),
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
  console.log('\nThe thresholds of the product, on good photos\n')
  printTable(
    ['distance up to', 'TMR', 'FMR'],
    productThresholds.map((threshold) => [
      threshold.toFixed(2),
      formatEstimate(estimateGroupedShare(countMatches(baseline, threshold))),
      formatRate(countFalseMatches(baseline, threshold)),
    ]),
  )
}

function formatRate({ count, total }: { count: number; total: number }): string {
  return `${((100 * count) / total).toFixed(4)} %`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '200' },
    models: { type: 'string', default: 'dist/models' },
  },
})
const maxPeople = Number(values.people)
if (positionals.length > 0 && Number.isInteger(maxPeople) && maxPeople > 1) {
  const networks = await openFaceNetworks(ensureModels(values.models))
  const { several, single } = samplePeople(positionals.flatMap(readPeople), maxPeople)
  const pictures = await readAll(networks, [...several, ...single])
  printPictures(pictures)
  const { selfies, photos } = splitPictures(pictures, several)
  await printVerification(networks, selfies, photos)
} else {
  console.error(usage)
  process.exitCode = 1
}
