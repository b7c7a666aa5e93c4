import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { decodePhoto } from '../server/adapters/vision/images/decode.ts'
import { readPeople } from '../server/features/recognition/evaluation/people.ts'
import {
  estimateShare,
  formatEstimate,
  selectEvenly,
} from '../server/features/recognition/evaluation/statistics.ts'
import { detectFaces, detectionPasses } from '../src/features/selfie/check/detect-faces.ts'
import { judgeFrame, judgePicture } from '../src/features/selfie/check/judge.ts'
import { createTinyFace, type Pixels } from '../src/features/selfie/check/tiny-face.ts'
import { convertFaceWeights } from './build/face-weights.ts'
import { ConfusionTable } from './eval/confusion-table.ts'
import { openEvaluatedModel } from './eval/open-networks.ts'
import { printTable } from './eval/print-table.ts'
import { judgeSelfie } from './eval/read-picture.ts'
import { generateCases, longSide, placeSideBySide, type TestCase, toTestCase } from './eval/selfie-cases.ts'

/**
 * Measures the agreement of the device's verdict on a selfie with the service's. Uses generated selfies, frames of the
 * generated cameras, and increasingly degraded variants of them. With `--faces FOLDER` (a folder for each person, or
 * anna-2.jpg), it measures how both judge real pictures instead: of one person each, which should be accepted, and of two
 * people next to each other, which should not. `--model FILE` measures a detector that `models install` accepts. Nothing is
 * stored.
 */
const { values } = parseArgs({
  options: {
    faces: { type: 'string' },
    people: { type: 'string', default: '100' },
    model: { type: 'string', multiple: true, default: [] },
    models: { type: 'string', default: 'dist/models' },
    verbose: { type: 'boolean', default: false },
  },
})

const cameraFrameSide = 640
/** Heights of the second person's picture relative to the first. */
const otherShares = [1, 0.8, 0.65, 0.5, 0.35]

async function decodePixels(jpeg: Buffer, side: number): Promise<Pixels> {
  const { data, info } = await sharp(jpeg)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const isAny = () => true
const isFine = (name: string) => name === 'fine'
const isRefusal = (name: string) => !isFine(name) && name !== 'unknown'
const formatPercent = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(2)} %)`

const { networks } = await openEvaluatedModel(values.models, values.model)
const deviceNetwork = createTinyFace(convertFaceWeights().buffer)

async function getServiceVerdict(jpeg: Buffer): Promise<string> {
  const { bitmap } = await decodePhoto(jpeg)
  const verdict = await judgeSelfie(networks, bitmap)
  return verdict === 'accepted' ? 'fine' : verdict
}

async function getDeviceVerdict(jpeg: Buffer): Promise<string> {
  const pixels = await decodePixels(jpeg, longSide)
  const verdict = judgePicture(detectFaces(deviceNetwork, pixels, detectionPasses.still))
  return verdict.type === 'fault' ? verdict.code : verdict.type
}

/** Judges pictures on both sides. Returns a row of a table: how many are refused, and by which codes. */
async function judgeAll(name: string, cases: AsyncIterable<TestCase>): Promise<string[]> {
  const table = new ConfusionTable()
  for await (const { name: picture, jpeg } of cases) {
    const [service, device] = [await getServiceVerdict(jpeg), await getDeviceVerdict(jpeg)]
    table.count(service, device)
    if (values.verbose) console.log(`  ${picture}: service ${service}, device ${device}`)
  }
  const total = table.sum(isAny, isAny)
  const formatRefused = (count: number) => formatEstimate(estimateShare({ count, total }))
  const codes = ['SeveralFaces', 'FaceUnclear', 'FaceNotFound']
  return [
    name,
    String(total),
    formatRefused(table.sum(isRefusal, isAny)),
    codes.map((code) => table.sum((row) => row === code, isAny)).join(' / '),
    formatRefused(table.sum(isAny, isRefusal)),
    codes.map((code) => table.sum(isAny, (column) => column === code)).join(' / '),
  ]
}

async function compareRealPictures(folder: string, maxPeople: number): Promise<void> {
  const pictures = selectEvenly(readPeople(folder), maxPeople).flatMap(({ pictures: [first = ''] }) => first)
  async function* listSingle(): AsyncGenerator<TestCase> {
    for (const picture of pictures) yield toTestCase(picture, picture)
  }
  async function* listPairs(share: number): AsyncGenerator<TestCase> {
    for (let i = 0; i + 1 < pictures.length; i += 2) {
      const [one = '', other = ''] = pictures.slice(i, i + 2)
      yield placeSideBySide(await toTestCase(one, one), await toTestCase(other, other), share)
    }
  }
  const rows = [await judgeAll('one person: should be accepted', listSingle())]
  for (const share of otherShares)
    rows.push(await judgeAll(`two people, the second at ${share} of the size`, listPairs(share)))
  printTable(
    [
      'pictures',
      'count',
      'refused by the service',
      'several / unclear / none',
      'by the phone',
      'several / unclear / none',
    ],
    rows,
  )
}

async function compareGeneratedPictures(): Promise<void> {
  const pictureTable = new ConfusionTable()
  const frameTable = new ConfusionTable()
  for await (const { name, jpeg } of generateCases()) {
    const serviceVerdict = await getServiceVerdict(jpeg)
    const deviceVerdict = await getDeviceVerdict(jpeg)
    const liveFrame = await decodePixels(jpeg, cameraFrameSide)
    pictureTable.count(serviceVerdict, deviceVerdict)
    frameTable.count(
      serviceVerdict,
      judgeFrame(detectFaces(deviceNetwork, liveFrame, detectionPasses.live), liveFrame),
    )
    if (isFine(serviceVerdict) && isRefusal(deviceVerdict))
      console.log(`  wrongly refused: ${name} (${deviceVerdict})`)
    else if (values.verbose && serviceVerdict !== deviceVerdict)
      console.log(`  ${name}: service ${serviceVerdict}, device ${deviceVerdict}`)
  }
  console.log('\nA picture, before it is sent')
  pictureTable.print('service ↓  device →')
  const total = pictureTable.sum(isAny, isAny)
  console.log(
    `Wrongly refused: ${formatPercent(pictureTable.sum(isFine, isRefusal), pictureTable.sum(isFine, isAny))} of those the service takes`,
  )
  console.log(
    `Caught: ${formatPercent(pictureTable.sum(isRefusal, isRefusal), pictureTable.sum(isRefusal, isAny))} of those it refuses`,
  )
  console.log(
    `Left to the service: ${formatPercent(
      pictureTable.sum(isAny, (name) => name === 'unknown'),
      total,
    )}`,
  )
  console.log('\nThe camera, which shoots at "good"')
  frameTable.print('service ↓  camera →')
  const shotCount = frameTable.sum(isAny, (name) => name === 'good')
  console.log(
    `Would be refused after a shot: ${formatPercent(
      frameTable.sum(isRefusal, (name) => name === 'good'),
      shotCount,
    )}`,
  )
}

if (values.faces) await compareRealPictures(values.faces, Number(values.people))
else await compareGeneratedPictures()
