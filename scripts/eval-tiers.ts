import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AnswerOf, buildPath, type Call } from '../contract/call.ts'
import { createSearchToken } from '../contract/competitors.ts'
import { getEvent } from '../contract/events.ts'
import { listPhotos, type Photo } from '../contract/photos.ts'
import { sendSelfie } from '../contract/recognition.ts'
import { type Installation, openInstallation } from '../tests/support/processes/installation.ts'
import { readPeople, samplePeople } from './eval/people.ts'

const usage = `npm run eval:tiers -- FOLDER [--people 500] [--least 0.97] [--wrong]   (or FACES_FOLDER=FOLDER)

Measures face search on real faces as runners meet it: takes pictures into one event of a fresh server, sends selfies
over HTTP, and says how many of the photos in the tiers "sure" and "maybe" show the right person. FOLDER has one
folder per person. Half of the people have several pictures: one is the selfie, the others are in the event. The rest
have one picture, in the event. Exit code 1 when the precision of "sure" is below --least; --wrong lists
the photos that show another person.`

const concurrentSelfies = 4

interface Verdict {
  readonly expected: number
  /** Photos of each tier, by whether they show the person. */
  readonly sure: readonly boolean[]
  readonly maybe: readonly boolean[]
}

/** Capture times identify photos, because the service's answers contain no file names. */
const toTakenOn = (index: number) => new Date(Date.UTC(2026, 8, 12, 6) + index * 1000).toISOString()

async function fillEvent(
  server: Installation,
  workFolder: string,
  album: readonly { person: string; picture: string }[],
): Promise<string> {
  const photos = join(workFolder, 'photos')
  await mkdir(photos)
  const manifest: Record<string, { takenOn: string }> = {}
  for (const [index, { picture }] of album.entries()) {
    const file = `${String(index).padStart(5, '0')}${extname(picture).toLowerCase()}`
    await copyFile(picture, join(photos, file))
    manifest[file] = { takenOn: toTakenOn(index) }
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

const formatPercent = (part: number, whole: number) =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`

/** Prints the results. @returns the precision of "sure" */
function printVerdicts(verdicts: readonly Verdict[], refused: ReadonlyMap<string, number>): number {
  const listResults = (tier: 'sure' | 'maybe') => verdicts.flatMap((verdict) => verdict[tier])
  const countRight = (shown: readonly boolean[]) => shown.filter(Boolean).length
  const [sure, maybe] = [listResults('sure'), listResults('maybe')]
  const expected = verdicts.reduce((sum, verdict) => sum + verdict.expected, 0)
  const codes = [...refused].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(`Selfies: ${verdicts.length} accepted; refused: ${codes || 'none'}`)
  console.log(`Precision of "sure": ${formatPercent(countRight(sure), sure.length)}`)
  console.log(`Precision of "maybe": ${formatPercent(countRight(maybe), maybe.length)}`)
  console.log(`Recall of "sure": ${formatPercent(countRight(sure), expected)}`)
  console.log(`Recall of both: ${formatPercent(countRight(sure) + countRight(maybe), expected)}`)
  const selfiesWithStranger = verdicts.filter(({ sure: shown }) => shown.includes(false)).length
  console.log(
    `Selfies with another person among "sure": ${formatPercent(selfiesWithStranger, verdicts.length)}`,
  )
  return sure.length === 0 ? 0 : countRight(sure) / sure.length
}

async function evaluate(folder: string, maxPeople: number): Promise<number> {
  const { several: selfiePeople, single: singlePicturePeople } = samplePeople(readPeople(folder), maxPeople)
  const album = [
    ...selfiePeople.flatMap(({ name, pictures }) =>
      pictures.slice(1).map((picture) => ({ person: name, picture })),
    ),
    ...singlePicturePeople.flatMap(({ name, pictures }) =>
      pictures.slice(0, 1).map((picture) => ({ person: name, picture })),
    ),
  ]
  console.log(
    `${selfiePeople.length + singlePicturePeople.length} people, ${album.length} photos, ${selfiePeople.length} selfies`,
  )
  const workFolder = await mkdtemp(join(tmpdir(), 'photofinish-tiers-'))
  const server = await openInstallation('dist/web', { TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' })
  try {
    const eventId = await fillEvent(server, workFolder, album)
    const event = await createCaller(server.url, '10.0.0.1')(getEvent, { params: { eventId } })
    if (typeof event === 'string') throw new Error(`The event cannot be read: ${event}`)
    const personByTime = new Map(album.map(({ person }, index) => [toTakenOn(index), person]))
    const verdicts: Verdict[] = []
    const refused = new Map<string, number>()
    const queue = selfiePeople.entries()
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
          const { person = '', picture = '' } = album.find((_, index) => toTakenOn(index) === takenOn) ?? {}
          if (person !== name)
            console.log(`${match?.tier} ${match?.similarity?.toFixed(3)} ${pictures[0]} ${picture}`)
        }
        verdicts.push({
          expected: pictures.length - 1,
          sure: listTierResults('sure'),
          maybe: listTierResults('maybe'),
        })
      }
    }
    await Promise.all(Array.from({ length: concurrentSelfies }, searchSelfies))
    return printVerdicts(verdicts, refused)
  } finally {
    await server.close()
    await rm(workFolder, { recursive: true, force: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '500' },
    least: { type: 'string', default: '0.97' },
    wrong: { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? process.env['FACES_FOLDER']
const [people, minPrecision] = [Number(values.people), Number(values.least)]
if (folder && Number.isInteger(people) && people > 1 && minPrecision >= 0 && minPrecision <= 1) {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const startedAt = performance.now()
  const precision = await evaluate(folder, people)
  console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  if (precision < minPrecision) {
    console.error(`The precision of "sure" is below ${100 * minPrecision} %`)
    process.exitCode = 1
  }
} else {
  console.error(usage)
  process.exitCode = 1
}
