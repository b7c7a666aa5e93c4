import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readPictureSize } from '../../adapters/vision/images/picture-size.ts'
import { findFaceModel, toModelId } from '../../adapters/vision/models/cards.ts'
import { normalise } from '../../features/recognition/embedding.ts'
import { selectOwnFace } from '../../features/recognition/evaluation/own-face.ts'
import {
  type PersonPicture,
  readPeople,
  samplePeople,
  splitPictures,
} from '../../features/recognition/evaluation/people.ts'
import {
  formatEstimate,
  formatRareShare,
  sumTallies,
} from '../../features/recognition/evaluation/statistics.ts'
import {
  type Comparison,
  compareFaces,
  countMatches,
  falseMatchRates,
  findThreshold,
  measureAt,
  type Probe,
  recommendThresholds,
} from '../../features/recognition/evaluation/verification.ts'
import { readChosenModel } from '../../features/recognition/index.ts'
import { FaceRejected, type FaceThresholds } from '../../features/recognition/ports.ts'
import { countNoun } from '../../platform/count-noun.ts'
import type { Args } from '../args.ts'
import type { Command, CommandDependencies, Report } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { findRequestedModel, requireInstalled } from './models.ts'

const defaultMaxPeople = 200
const thresholdNames = ['strong', 'sure', 'maybe', 'sameBib', 'smallFace', 'crowd', 'evenOdds'] as const

/** Measures a face model on labelled pictures, and recommends thresholds. */
export const evaluateModelCommand: Command = {
  name: 'models evaluate',
  summary: 'Measure a face model on pictures of known people, and recommend thresholds',
  operands: ['FOLDER'],
  options: {
    model: { value: 'NAME', help: 'an installed model, as for `models use`; the one in use when absent' },
    people: { value: 'NUMBER', help: `measure at most so many people; ${defaultMaxPeople} when absent` },
  },
  details: [
    'FOLDER has one folder of pictures for each person, or pictures named by person and number (anna-2.jpg). The first',
    'picture of a person with several is the selfie, all others are photos. The face in the middle of a picture, or else',
    'the largest, is the person. Nothing is stored. A running server reads them with a lower priority than all other work.',
    'TMR: share of the photos of a person that match their selfie. FMR: share of pairs of two people that match.',
    'An FMR of 0.001 % needs 100 000 pairs of two people, e.g. 200 people with 3 pictures each.',
    'Exit code 1 when a picture could not be read.',
  ],
  run: async (dependencies, context, args, report, signal) => {
    const sample = samplePeople(
      readPeople(await parseFolder(args)),
      args.number('people', { min: 2, max: 100_000, whole: true }) ?? defaultMaxPeople,
    )
    const people = sample.several.length + sample.single.length
    if (sample.several.length === 0 || people < 2)
      throw new CommandFailure('It takes pictures of two people, and two pictures of one of them')
    const chosen = await readChosenModel(context)
    const name = args.text('model')
    const model =
      name === undefined
        ? findFaceModel(chosen, dependencies.models.cards)
        : findRequestedModel(dependencies.models.cards, chosen, name)
    await requireInstalled(dependencies.models, model)
    const modelId = toModelId(model)
    const { selfies, photos } = splitPictures(sample)
    const { probes, unreadable } = await readProbes(
      dependencies,
      modelId,
      [...selfies, ...photos],
      report,
      signal,
    )
    const findProbes = (pictures: readonly PersonPicture[]) =>
      pictures.flatMap(({ file }) => probes.get(file) ?? [])
    const [selfieProbes, photoProbes] = [findProbes(selfies), findProbes(photos)]
    const comparison = compareFaces(selfieProbes, photoProbes)
    const faces = [...selfieProbes, ...photoProbes].filter(({ embedding }) => embedding !== null).length
    const counts = { people, selfies: selfieProbes.length, photos: photoProbes.length, faces, unreadable }
    const rates = falseMatchRates.map((rate) => measureAtRate(comparison, rate))
    const thresholds = compareThresholds(comparison, dependencies.faces.getThresholds(modelId))
    return {
      exitCode: unreadable > 0 ? 1 : 0,
      lines: [
        ...describeCounts(comparison, counts),
        ...formatRates(rates),
        ...formatThresholds(thresholds),
        modelId,
      ],
      json: { model: modelId, ...counts, rates, thresholds },
    }
  },
}

async function parseFolder(args: Args): Promise<string> {
  const folder = resolve(args.cwd, args.operand(0))
  const info = await stat(folder).catch(() => undefined)
  if (!info?.isDirectory()) throw new CommandFailure(`There is no folder ${folder}`)
  return folder
}

/**
 * Reads the face of the person in each picture, several pictures at a time. Pictures that cannot be read are reported and left
 * out.
 *
 * @returns the faces by file
 * @throws CommandFailure when it was stopped
 */
async function readProbes(
  { faces, services }: CommandDependencies,
  modelId: string,
  pictures: readonly PersonPicture[],
  report: Report,
  signal: AbortSignal,
): Promise<{ probes: Map<string, Probe>; unreadable: number }> {
  const probes = new Map<string, Probe>()
  const startedAt = performance.now()
  const queue = pictures.values()
  let [done, unreadable] = [0, 0]
  const readNext = async () => {
    for (const { person, file } of queue) {
      if (signal.aborted) throw new CommandFailure('Stopped')
      const bytes = await readFile(file)
      try {
        const found = await faces.readPhoto(bytes, modelId)
        const face = selectOwnFace(found, await readPictureSize(bytes))
        probes.set(file, { person, embedding: face && normalise(face.embedding) })
      } catch (error) {
        if (!(error instanceof FaceRejected)) throw error
        unreadable++
        report.note(`skipped ${file}: ${error.code}`)
      }
      done++
      const elapsedInMs = performance.now() - startedAt
      report.progress({ done, total: pictures.length, added: done, elapsedInMs })
    }
  }
  await Promise.all(Array.from({ length: services.config.visionWorkers }, readNext))
  return { probes, unreadable }
}

/** Measures the TMR at a rate of false matches; `point` is null when there are too few pairs of two people. */
function measureAtRate(comparison: Comparison, falseMatchRate: number) {
  const distance = findThreshold(comparison.impostors, falseMatchRate)
  return { falseMatchRate, point: distance === null ? null : measureAt(comparison, distance) }
}

/** Returns the errors at each threshold of the card, and the threshold that these pictures suggest. */
function compareThresholds(comparison: Comparison, ofCard: FaceThresholds) {
  const recommended = recommendThresholds(comparison)
  return thresholdNames.map((name) => ({
    name,
    card: measureAt(comparison, ofCard[name]),
    recommended: recommended[name],
  }))
}

function describeCounts(
  comparison: Comparison,
  { people, selfies, photos, faces }: { people: number; selfies: number; photos: number; faces: number },
): string[] {
  const own = sumTallies(countMatches(comparison, 0)).total
  return [
    `${countNoun(people, 'person', 'people')}: ${countNoun(selfies, 'selfie')} and ${countNoun(photos, 'photo')}, ` +
      `a face found in ${faces} of ${selfies + photos}`,
    `Pairs: ${own} of one person, ${comparison.impostors.length} of two people`,
  ]
}

function formatRates(rates: readonly ReturnType<typeof measureAtRate>[]): string[] {
  return formatColumns([
    ['FMR', 'distance', 'TMR with its 95 % interval'],
    ...rates.map(({ falseMatchRate, point }) => [
      `${Number((100 * falseMatchRate).toPrecision(1))} %`,
      point ? point.distance.toFixed(3) : '–',
      point
        ? formatEstimate(point.trueMatches)
        : `too few pairs of two people: ${Math.ceil(1 / falseMatchRate)} are needed`,
    ]),
  ])
}

function formatThresholds(thresholds: ReturnType<typeof compareThresholds>): string[] {
  return formatColumns([
    ['threshold', 'card', 'FMR', 'TMR', 'recommended by these pictures'],
    ...thresholds.map(({ name, card, recommended }) => [
      name,
      card.distance.toFixed(3),
      formatRareShare(card.falseMatches),
      formatEstimate(card.trueMatches),
      recommended === null ? 'too few pairs' : recommended.toFixed(3),
    ]),
  ])
}

/** Formats a table after an empty line. Each column is as wide as its longest cell. */
function formatColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return [
    '',
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  ]
}
