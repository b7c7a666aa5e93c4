import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type AnswerOf, buildPath, type Call } from '../contract/call.ts'
import { createSearchToken } from '../contract/competitors.ts'
import { getEvent } from '../contract/events.ts'
import { listPhotos, type Photo } from '../contract/photos.ts'
import { sendSelfie } from '../contract/recognition.ts'
import {
  type PersonPicture,
  readPeople,
  sampleEvent,
} from '../server/features/recognition/evaluation/people.ts'
import { type Installation, openInstallation } from '../tests/support/processes/installation.ts'
import { printTierFigures, type SearchResult } from './eval/tier-figures.ts'

const usage = `npm run eval:tiers -- FOLDER [--people 500] [--selfies 250] [--photos 700] [--model NAME|FILE …] [--least 0.97]
    [--wrong] [--built]   (or FACES_FOLDER=FOLDER)

Measures face search on real faces as runners meet it: takes pictures into one event of a fresh server, sends selfies
over HTTP, and says how many of the photos in the tiers "sure" and "maybe" show the right person. FOLDER has one
folder per person. Each person is in the event. The first picture of people with several is their selfie, of at most
--selfies people (half of --people when absent), and not in the event; all their other pictures are. Of the rest one
picture is in the event, or as many more as --photos needs.
--model installs a face model in the server by "models install" and chooses it by "models use" before the photos are
taken in; give it twice for a detector and an embedder. It agrees to the licence.
In brackets: the 95 % interval by bootstrap over people. Exit code 1 when the precision of "sure" is below --least.
--wrong lists the photos that show another person. --built measures the last build.`

const concurrentSelfies = 4

/** Capture times identify photos, because the service's answers contain no file names. */
const toTakenOn = (index: number) => new Date(Date.UTC(2026, 8, 12, 6) + index * 1000).toISOString()

/** Installs the files or names of models as an operator does, and chooses them. */
async function chooseModel(server: Installation, models: readonly string[]): Promise<string> {
  const ids: string[] = []
  for (const model of models)
    ids.push(
      await server.runCommand('models', 'install', existsSync(model) ? resolve(model) : model, '--yes'),
    )
  return ids.length > 0
    ? server.runCommand('models', 'use', ids.join('+'))
    : server.runCommand('models', 'list')
}

async function fillEvent(
  server: Installation,
  workFolder: string,
  album: readonly PersonPicture[],
): Promise<string> {
  const photos = join(workFolder, 'photos')
  await mkdir(photos)
  const manifest: Record<string, { takenOn: string }> = {}
  for (const [index, { file }] of album.entries()) {
    const name = `${String(index).padStart(5, '0')}${extname(file).toLowerCase()}`
    await copyFile(file, join(photos, name))
    manifest[name] = { takenOn: toTakenOn(index) }
  }
  const manifestFile = join(workFolder, 'manifest.json')
  await writeFile(manifestFile, JSON.stringify(manifest))
  const eventId = await server.runCommand('event', 'create', '--title', 'Faces', '--date', '2026-09-12')
  console.log(await server.runCommand('ingest', photos, '--event', eventId, '--manifest', manifestFile))
  return eventId
}

interface CallInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: RequestInit['body']
  readonly headers?: Record<string, string>
}

/** Sends each selfie from a different address, because rate limits count by address. */
function createCaller(url: string, address: string) {
  return async <C extends Call>(
    call: C,
    { params, query, body, headers }: CallInput,
  ): Promise<AnswerOf<C> | string> => {
    const response = await fetch(
      `${url}${buildPath(call, params)}?${new URLSearchParams(query).toString()}`,
      {
        method: call.method,
        headers: { 'x-forwarded-for': address, ...headers },
        ...(body === undefined ? {} : { body }),
      },
    )
    const answer: unknown = await response.json()
    if (response.status === call.status) return answer as AnswerOf<C>
    return (answer as { code?: string }).code ?? String(response.status)
  }
}

/** Returns an error code, or the photos found for a selfie. */
async function search(url: string, address: string, eventId: string, albumId: string, selfie: string) {
  const call = createCaller(url, address)
  const form = new FormData()
  form.append('file', new Blob([await readFile(selfie)], { type: 'image/jpeg' }), 'face.jpg')
  const selfieResult = await call(sendSelfie, { query: { albumId }, body: form })
  if (typeof selfieResult === 'string') return selfieResult
  const [person] = selfieResult.persons
  if (!person) return []
  const token = await call(createSearchToken, {
    params: { eventId },
    body: JSON.stringify({ selfieId: selfieResult.selfieId, personId: person.personId }),
    headers: { 'content-type': 'application/json' },
  })
  if (typeof token === 'string') throw new Error(`No token for a selfie: ${token}`)
  const photos: Photo[] = []
  for (;;) {
    const page = await call(listPhotos, {
      query: { offset: String(photos.length), count: '100' },
      headers: { authorization: `Bearer ${token.token}` },
    })
    if (typeof page === 'string') throw new Error(`No photos for a selfie: ${page}`)
    photos.push(...page.items)
    if (page.items.length === 0 || photos.length >= page.total) return photos
  }
}

interface EventSize {
  readonly people: number
  readonly selfies: number
  readonly photos?: number | undefined
}

async function evaluate(folder: string, size: EventSize, models: readonly string[]): Promise<number> {
  const { runners, photos: album } = sampleEvent(readPeople(folder), size)
  const people = new Set(album.map(({ person }) => person)).size
  console.log(`${people} people, ${album.length} photos, ${runners.length} selfies`)
  const workFolder = await mkdtemp(join(tmpdir(), 'photofinish-tiers-'))
  const server = await openInstallation('dist/web', { TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' })
  try {
    console.log(await chooseModel(server, models))
    const eventId = await fillEvent(server, workFolder, album)
    const event = await createCaller(server.url, '10.0.0.1')(getEvent, { params: { eventId } })
    if (typeof event === 'string') throw new Error(`The event cannot be read: ${event}`)
    const personByTime = new Map(album.map(({ person }, index) => [toTakenOn(index), person]))
    const results = new Map<number, SearchResult>()
    const refused = new Map<string, number>()
    const queue = runners.entries()
    const searchSelfies = async () => {
      for (const [index, { name, pictures }] of queue) {
        const address = `10.1.${index >> 8}.${index & 255}`
        const found = await search(server.url, address, eventId, event.albumId, pictures[0] ?? '')
        if (typeof found === 'string') {
          refused.set(found, (refused.get(found) ?? 0) + 1)
          continue
        }
        const listTierResults = (tier: 'sure' | 'maybe') =>
          found
            .filter(({ match }) => match?.tier === tier)
            .map(({ takenOn }) => personByTime.get(takenOn ?? '') === name)
        for (const { match, takenOn } of values.wrong ? found : []) {
          const { person = '', file = '' } = album.find((_, index) => toTakenOn(index) === takenOn) ?? {}
          if (person !== name)
            console.log(`${match?.tier} ${match?.similarity?.toFixed(3)} ${pictures[0]} ${file}`)
        }
        results.set(index, {
          expected: pictures.length - 1,
          sure: listTierResults('sure'),
          maybe: listTierResults('maybe'),
        })
      }
    }
    await Promise.all(Array.from({ length: concurrentSelfies }, searchSelfies))
    // in a fixed order, so that the bootstrap draws the same in each run
    const inOrder = [...results].sort(([a], [b]) => a - b).map(([, verdict]) => verdict)
    return printTierFigures(inOrder, refused)
  } finally {
    await server.close()
    await rm(workFolder, { recursive: true, force: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '500' },
    selfies: { type: 'string' },
    photos: { type: 'string' },
    model: { type: 'string', multiple: true, default: [] },
    least: { type: 'string', default: '0.97' },
    wrong: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? process.env['FACES_FOLDER']
const people = Number(values.people)
const selfies = values.selfies === undefined ? Math.ceil(people / 2) : Number(values.selfies)
const photos = values.photos === undefined ? undefined : Number(values.photos)
const minPrecision = Number(values.least)
const isCount = (number: number) => Number.isInteger(number) && number > 0
const isValid =
  [people, selfies, photos ?? 1].every(isCount) && selfies <= people && minPrecision >= 0 && minPrecision <= 1
if (folder && isValid) {
  if (!values.built) execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const startedAt = performance.now()
  const precision = await evaluate(folder, { people, selfies, photos }, values.model)
  console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} s`)
  if (precision < minPrecision) {
    console.error(`The precision of "sure" is below ${100 * minPrecision} %`)
    process.exitCode = 1
  }
} else {
  console.error(usage)
  process.exitCode = 1
}
