import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeSelfie } from '../../server/adapters/vision/faces/judge-selfie.ts'
import { decodePhoto } from '../../server/adapters/vision/images/decode.ts'
import { distanceBetween, normalise } from '../../server/features/recognition/embedding.ts'
import { type Person, readPeople, sampleEvent } from '../../server/features/recognition/evaluation/people.ts'
import { createRandom } from '../../server/features/recognition/evaluation/statistics.ts'
import { type Candidate, matchFaces } from '../../server/features/recognition/match.ts'
import { FaceRejected, type FaceThresholds } from '../../server/features/recognition/ports.ts'
import { openEvaluatedModel } from './open-networks.ts'
import { describePhotoFaces, type EvaluationNetworks } from './read-picture.ts'
import { printTierFigures, type SearchResult } from './tier-figures.ts'

const usage = `npm run eval:events -- FOLDER [--people 600] [--selfies 100] [--photos 700] [--events 12] [--model FILE …]
    [--set NAME=NUMBER …]

Searches by selfie in random events that are drawn from the people of FOLDER, without a server: the pictures are read
once, then thresholds can be compared in many events of any size. The people of each event are drawn anew. The searches
of two halves of the people are printed apart: choose thresholds by one half, and state what the other half says.
--model takes the file of a model that need not be installed, twice for a detector and an embedder. --set replaces a
threshold of its card, e.g. --set sure=0.5 --set crowdShares.sure=0.87. The result is the same in each run.`

/** A picture as a photo and as a selfie. */
interface Picture {
  readonly faces: readonly Pick<Candidate, 'faceId' | 'embedding' | 'sizeInPixels'>[]
  /** The embedding of the selfie, or the code of its refusal. */
  readonly selfie: Float32Array | string
}

interface EventSize {
  readonly people: number
  readonly selfies: number
  readonly photos: number
}

async function readPictures(
  networks: EvaluationNetworks,
  people: readonly Person[],
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>()
  for (const file of people.flatMap((person) => person.pictures)) {
    const { bitmap } = await decodePhoto(readFileSync(file))
    const { faces } = await describePhotoFaces(networks, bitmap)
    pictures.set(file, {
      faces: faces.map(({ embedding, sizeInPixels }, index) => ({
        faceId: `${file} ${index}`,
        embedding: normalise(embedding),
        sizeInPixels,
      })),
      selfie: await describeSelfie(networks, bitmap).then(normalise, (error: unknown) => {
        if (error instanceof FaceRejected) return error.code
        throw error
      }),
    })
  }
  return pictures
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** Replaces thresholds by `NAME=NUMBER`, where a name may be `crowdShares.sure`. */
function replaceThresholds(thresholds: FaceThresholds, changes: readonly string[]): FaceThresholds {
  const { crowdShares, ...distances } = thresholds
  const numbers: Record<string, number> = {
    ...distances,
    ...Object.fromEntries(Object.entries(crowdShares).map(([name, share]) => [`crowdShares.${name}`, share])),
  }
  for (const change of changes) {
    const [name = '', value] = change.split('=')
    const number = Number(value)
    if (!(name in numbers) || !Number.isFinite(number)) throw new Error(`${change} is no threshold`)
    numbers[name] = number
  }
  const get = (name: string) => numbers[name] ?? Number.NaN
  return {
    strong: get('strong'),
    sure: get('sure'),
    maybe: get('maybe'),
    sameBib: get('sameBib'),
    smallFace: get('smallFace'),
    evenOdds: get('evenOdds'),
    crowd: get('crowd'),
    crowdShares: {
      strong: get('crowdShares.strong'),
      sure: get('crowdShares.sure'),
      maybe: get('crowdShares.maybe'),
    },
  }
}

/** Searches by one selfie among the photos of an event. */
function search(
  pictures: ReadonlyMap<string, Picture>,
  album: readonly string[],
  selfie: Float32Array,
  thresholds: FaceThresholds,
) {
  const candidates = album.flatMap((file) =>
    (pictures.get(file)?.faces ?? []).map(
      ({ faceId, embedding, sizeInPixels }): Candidate => ({
        photoId: file,
        faceId,
        embedding,
        sizeInPixels,
        distance: distanceBetween(selfie, embedding),
        bib: null,
      }),
    ),
  )
  const nearFaces = candidates.filter(({ distance }) => distance <= thresholds.crowd)
  return matchFaces(nearFaces, { selfie, thresholds }).matches
}

/** The searches of one half of the people. */
interface Half {
  readonly results: SearchResult[]
  readonly refused: Map<string, number>
}

function searchEvents(
  people: readonly Person[],
  pictures: ReadonlyMap<string, Picture>,
  { events, size, thresholds }: { events: number; size: EventSize; thresholds: FaceThresholds },
): Half[] {
  const halves: [Half, Half] = [
    { results: [], refused: new Map() },
    { results: [], refused: new Map() },
  ]
  for (let event = 1; event <= events; event++) {
    const { runners, photos } = sampleEvent(shuffle(people, createRandom(event)), size)
    const album = photos.map(({ file }) => file)
    for (const runner of runners) {
      const half = halves[people.indexOf(runner) % 2 === 0 ? 0 : 1]
      const [selfieFile = '', ...ownFiles] = runner.pictures
      const selfie = pictures.get(selfieFile)?.selfie ?? 'FaceNotFound'
      if (typeof selfie === 'string') {
        half.refused.set(selfie, (half.refused.get(selfie) ?? 0) + 1)
        continue
      }
      const matches = search(pictures, album, selfie, thresholds)
      const list = (wanted: 'sure' | 'maybe') =>
        matches.filter(({ tier }) => tier === wanted).map(({ photoId }) => ownFiles.includes(photoId))
      half.results.push({ expected: ownFiles.length, sure: list('sure'), maybe: list('maybe') })
    }
  }
  return halves
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '600' },
    selfies: { type: 'string', default: '100' },
    photos: { type: 'string', default: '700' },
    events: { type: 'string', default: '12' },
    model: { type: 'string', multiple: true, default: [] },
    models: { type: 'string', default: 'dist/models' },
    set: { type: 'string', multiple: true, default: [] },
  },
})
const [folder] = positionals
const [people, selfies, photos, events] = [values.people, values.selfies, values.photos, values.events].map(
  Number,
) as [number, number, number, number]
if (folder && [people, selfies, photos, events].every((count) => Number.isInteger(count) && count > 0)) {
  const model = await openEvaluatedModel(values.models, values.model)
  const thresholds = replaceThresholds(model.thresholds, values.set)
  console.log(`${model.id}: ${JSON.stringify(thresholds)}`)
  const everyone = readPeople(folder)
  const pictures = await readPictures(model.networks, everyone)
  const halves = searchEvents(everyone, pictures, { events, size: { people, selfies, photos }, thresholds })
  halves.forEach(({ results, refused }, index) => {
    console.log(
      `\nHalf ${'AB'[index]} of the people, ${events} events of ${people} people and ${photos} photos or more`,
    )
    printTierFigures(results, refused)
  })
} else {
  console.error(usage)
  process.exitCode = 1
}
