import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { analysePhoto } from '../server/adapters/vision/analyse-photo.ts'
import { type BibNetworks, openBibNetworks } from '../server/adapters/vision/bibs/read-bibs.ts'
import { type FaceNetworks, openFaceNetworks } from '../server/adapters/vision/faces/read-faces.ts'
import { ensureModels } from '../server/adapters/vision/models.ts'
import type { AnalysedPhoto } from '../server/features/photos/ports.ts'
import { isInBox } from '../server/features/recognition/evaluation/own-face.ts'
import { listPictures } from '../server/features/recognition/evaluation/people.ts'
import {
  estimateGroupedShare,
  formatEstimate,
  selectEvenly,
  sumTallies,
  type Tally,
} from '../server/features/recognition/evaluation/statistics.ts'
import { countDoubleBoxes } from './eval/double-boxes.ts'
import { type RacePhoto, readRacePhotos } from './eval/race-labels.ts'
import { getPercentile } from './percentile.ts'

const usage = `npm run eval:race -- FOLDER [--faces FILE.csv] [--crowds FOLDER] [--photos 100] [--shares 1,0.7] [--models FOLDER] [--verbose]

Reads race photos as the service does, without a start list, and compares the start numbers with bibs.csv in FOLDER
(columns file and bibs; the numbers of a photo that a person reads whole, divided by spaces). No data is stored.
--faces says in whose face a number belongs (columns file, bib, x, y: a point in the wearer's face, in pixels).
--crowds adds pictures without labelled numbers to the count of double boxes.
--photos takes an even selection of that many photos. --shares reads each photo in several sizes, relative to the original.`

interface ReadRacePhoto {
  readonly label: RacePhoto
  readonly share: number
  readonly photo: AnalysedPhoto
  readonly doubleBoxes: Tally
  readonly cpuTimeInMs: number
}

type Networks = FaceNetworks & BibNetworks

async function readRacePhoto(networks: Networks, label: RacePhoto, share: number): Promise<ReadRacePhoto> {
  const original = readFileSync(label.path)
  const { width } = await sharp(original).autoOrient().metadata()
  const bytes =
    share === 1
      ? original
      : await sharp(original)
          .autoOrient()
          .resize(Math.round(width * share))
          .jpeg({ quality: 90 })
          .toBuffer()
  const before = process.cpuUsage()
  const photo = await analysePhoto(networks, bytes, { watermarkText: 'eval', readBibs: true })
  const { user, system } = process.cpuUsage(before)
  const doubleBoxes = countDoubleBoxes(photo.faces.map(({ box }) => box))
  return { label, share, photo, doubleBoxes, cpuTimeInMs: (user + system) / 1000 }
}

/** Counts the labelled numbers of a photo for which a condition holds. */
const tallyBibs = (bibs: readonly string[], isCounted: (bib: string) => boolean): Tally => ({
  count: bibs.filter(isCounted).length,
  total: bibs.length,
})

const tallyRead = ({ label, photo }: ReadRacePhoto): Tally =>
  tallyBibs(label.bibs, (bib) => photo.bibs.some(({ text }) => text === bib))

const tallyPrecision = ({ label, photo }: ReadRacePhoto): Tally =>
  tallyBibs(
    photo.bibs.map(({ text }) => text),
    (text) => label.bibs.includes(text),
  )

const tallyAssigned = ({ label, photo }: ReadRacePhoto): Tally =>
  tallyBibs(label.bibs, (bib) => photo.bibs.some(({ text, faceIndex }) => text === bib && faceIndex !== null))

const tallyRightFace = ({ label, share, photo }: ReadRacePhoto): Tally =>
  tallyBibs([...label.faceByBib.keys()], (bib) => {
    const [x, y] = label.faceByBib.get(bib) ?? [0, 0]
    return photo.bibs.some(({ text, faceIndex }) => {
      const face = faceIndex === null ? undefined : photo.faces[faceIndex]
      return text === bib && face !== undefined && isInBox([x * share, y * share], face.box)
    })
  })

function printPhoto({ label, share, photo }: ReadRacePhoto): void {
  const texts = photo.bibs.map(({ text, faceIndex }) => `${text}${faceIndex === null ? ' (no face)' : ''}`)
  console.log(
    `  ${basename(label.path)} × ${share}: ${label.bibs.join(' ') || 'none'} → ${texts.join(' ') || 'none'}`,
  )
}

/** Estimates a share over tallies, and says of how many it is. */
function formatTallies(tallies: readonly Tally[]): string {
  const { count, total } = sumTallies(tallies)
  return `${formatEstimate(estimateGroupedShare(tallies))}, ${count} of ${total}`
}

function printResults(reads: readonly ReadRacePhoto[], hasFaces: boolean): void {
  // numbers of one photo are alike, also in another size: the interval is over photos
  const paths = [...new Set(reads.map(({ label }) => label.path))]
  const format = (tally: (read: ReadRacePhoto) => Tally) =>
    formatTallies(
      paths.map((path) => sumTallies(reads.filter(({ label }) => label.path === path).map(tally))),
    )
  console.log(`
${reads.length} readings of ${paths.length} photos. In brackets: the 95 % interval by bootstrap over photos.
Bibs read (labelled numbers that are among those read): ${format(tallyRead)}
Precision (read numbers that are labelled): ${format(tallyPrecision)}
Bibs read and given to a face: ${format(tallyAssigned)}`)
  if (hasFaces) console.log(`Bibs read and given to the wearer's face: ${format(tallyRightFace)}`)
}

function printDoubleBoxes(tallies: readonly Tally[]): void {
  console.log(
    `Double boxes (boxes whose middle is inside another box, or the other way round): ${formatTallies(tallies)}`,
  )
}

function printTimes(times: readonly number[]): void {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  console.log(
    `CPU time of a photo, pictures for the shop included: mean ${Math.round(mean)} ms, ` +
      `median ${Math.round(getPercentile(times, 0.5))} ms, longest ${Math.round(Math.max(...times))} ms`,
  )
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faces: { type: 'string' },
    crowds: { type: 'string' },
    photos: { type: 'string', default: '100' },
    shares: { type: 'string', default: '1' },
    models: { type: 'string', default: 'dist/models' },
    verbose: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
const shares = values.shares.split(',').map(Number)
const maxPhotos = Number(values.photos)
if (folder && maxPhotos > 0 && shares.every((share) => share > 0 && share <= 1)) {
  sharp.concurrency(1)
  const models = ensureModels(values.models)
  const networks = { ...(await openFaceNetworks(models)), ...(await openBibNetworks(models)) }
  const read = async (label: RacePhoto, share: number) => {
    const result = await readRacePhoto(networks, label, share)
    if (values.verbose) printPhoto(result)
    return result
  }
  const reads: ReadRacePhoto[] = []
  for (const label of selectEvenly(readRacePhotos(folder, values.faces), maxPhotos))
    for (const share of shares) reads.push(await read(label, share))
  const crowdTallies: Tally[] = []
  for (const path of values.crowds ? listPictures(values.crowds) : [])
    crowdTallies.push((await read({ path, bibs: [], faceByBib: new Map() }, 1)).doubleBoxes)
  printResults(reads, values.faces !== undefined)
  printDoubleBoxes([...reads.map(({ doubleBoxes }) => doubleBoxes), ...crowdTallies])
  printTimes(reads.map(({ cpuTimeInMs }) => cpuTimeInMs))
} else {
  console.error(usage)
  process.exitCode = 1
}
