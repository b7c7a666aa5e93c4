import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { normalizeBib } from '../../../contract/bib.ts'
import { parseMoment, parseTable } from './csv.ts'
import { decodeText, NotText } from './text/decode-text.ts'

const Entry = z.object({
  file: z.optional(z.string()),
  number: z.optional(z.nullable(z.union([z.string(), z.int()]))),
  point: z.optional(z.nullable(z.string())),
  takenOn: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  poster: z.optional(z.nullable(z.string())),
})

/** Accepts entries by name, `{"IMG_1.jpg": {…}}`, or a list, bare or under `photos`, whose entries name their file. */
const ManifestFile = z.union([
  z.array(Entry),
  z.object({ photos: z.array(Entry) }),
  z.record(z.string(), Entry),
])

/** Metadata from the organizer that overrides that of the file. */
export interface ManifestEntry {
  /** Start number of the runner in a video, in normal form. */
  readonly number: string | undefined
  readonly point: string | undefined
  readonly takenOn: Date | undefined
  /** Name of the picture that is a video's poster, in the form of `file`. */
  readonly poster: string | undefined
}

/** A manifest, with lookup by a file's path relative to the folder, or by its last part. */
export interface Manifest {
  findEntry(name: string): ManifestEntry | undefined
  /** True for the picture of a video. */
  isPoster(name: string): boolean
  /** Returns the names that `findEntry` was not called for yet. */
  unmatched(): string[]
}

/** Thrown for a manifest that cannot be used; the message says why. */
export class ManifestInvalid extends Error {
  override readonly name = 'ManifestInvalid'
}

/**
 * Reads a manifest as JSON or, by its extension, CSV: where and when each file was taken, and who is in a video.
 *
 * @param timeZone of times without a zone
 * @throws ManifestInvalid when it is neither, or not of a known form
 */
export async function readManifest(path: string, timeZone: string): Promise<Manifest> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ManifestInvalid(`${path} cannot be read`, { cause: error })
  })
  const { text } = await decodeText(bytes).catch((error: unknown) => {
    throw error instanceof NotText
      ? new ManifestInvalid(`${path}: ${error.message}`, { cause: error })
      : error
  })
  return createManifest(/\.csv$/i.test(path) ? parseCsv(path, text, timeZone) : parseJson(path, text))
}

type NamedEntry = readonly [name: string, entry: ManifestEntry]

function parseJson(path: string, text: string): NamedEntry[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new ManifestInvalid(`${path} is not JSON`, { cause: error })
  }
  const parsed = z.safeParse(ManifestFile, json)
  if (!parsed.success) {
    throw new ManifestInvalid(
      `${path} should map file names to {"point": "…", "takenOn": "2026-09-12T17:30:15+03:00"}`,
    )
  }
  return toNamedEntries(parsed.data).map(([name, { number, point, takenOn, poster }]) => [
    name,
    {
      number:
        number === undefined || number === null || number === ''
          ? undefined
          : parseBib(String(number), `${path}: ${name}`),
      point: point ?? undefined,
      takenOn: takenOn ? new Date(takenOn) : undefined,
      poster: poster ?? undefined,
    },
  ])
}

function toNamedEntries(file: z.infer<typeof ManifestFile>): [string, z.infer<typeof Entry>][] {
  if (!Array.isArray(file) && !('photos' in file && Array.isArray(file.photos))) return Object.entries(file)
  const list = Array.isArray(file) ? file : (file.photos as z.infer<typeof Entry>[])
  return list.flatMap((entry) => (entry.file === undefined ? [] : [[entry.file, entry] as const]))
}

const columnNames = {
  file: ['file', 'filename', 'video', 'photo', 'файл', 'имяфайла', 'archivo'],
  number: ['number', 'bib', 'bibnumber', 'startnumber', 'номер', 'стартовыйномер', 'dorsal', 'numero'],
  point: ['point', 'place', 'точка', 'место', 'punto'],
  takenOn: ['taken', 'takenon', 'takentime', 'time', 'время', 'снято', 'hora'],
  poster: ['poster', 'picture', 'posterpicture', 'постер', 'картинка', 'imagen'],
} as const

function parseCsv(path: string, text: string, timeZone: string): NamedEntry[] {
  const { header, columns, rows } = parseTable(text, columnNames)
  if (columns.file === undefined) {
    throw new ManifestInvalid(
      `${path} has no column "file"; it may have file, number, point, taken and poster. The first line has: ${header?.cells.join(', ') ?? 'nothing'}`,
    )
  }
  return rows.flatMap(({ line, cells, problem }): NamedEntry[] => {
    const position = `${path}, line ${line}`
    if (problem !== undefined) throw new ManifestInvalid(`${position}: ${problem}`)
    const cell = (field: keyof typeof columnNames) => cells[columns[field] ?? -1] || undefined
    const [file, number, takenText] = [cell('file'), cell('number'), cell('takenOn')]
    if (file === undefined) return []
    const takenOn = takenText === undefined ? undefined : parseMoment(takenText, timeZone)
    if (takenText !== undefined && !takenOn) {
      throw new ManifestInvalid(`${position}: "${takenText}" is not a moment like 2026-09-12T18:44:52+03:00`)
    }
    return [
      [
        file.replaceAll('\\', '/'),
        {
          number: number === undefined ? undefined : parseBib(number, position),
          point: cell('point'),
          takenOn: takenOn ?? undefined,
          poster: cell('poster'),
        },
      ],
    ]
  })
}

function parseBib(text: string, position: string): string {
  const number = normalizeBib(text)
  if (number === undefined) throw new ManifestInvalid(`${position}: "${text}" is not a start number`)
  return number
}

function createManifest(entries: readonly NamedEntry[]): Manifest {
  const byKey = new Map<string, NamedEntry>()
  const posters = new Set<string>()
  const unmatched = new Set(entries.map(([name]) => name))
  for (const entry of entries) {
    const [name, { poster }] = entry
    for (const key of toLookupKeys(name)) byKey.set(key, entry)
    if (poster !== undefined) for (const key of toLookupKeys(getBaseName(poster))) posters.add(key)
  }
  return {
    findEntry: (name) => {
      const key = toLookupKeys(name).find((each) => byKey.has(each))
      const [foundName, entry] = (key === undefined ? undefined : byKey.get(key)) ?? []
      if (foundName !== undefined) unmatched.delete(foundName)
      return entry
    },
    isPoster: (name) => toLookupKeys(getBaseName(name)).some((key) => posters.has(key)),
    unmatched: () => [...unmatched],
  }
}

const getBaseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/**
 * Returns the lookup keys of a file name, the most exact first: the path, then its last part, each as written and then folded.
 * Folding removes the differences of case and accents that file systems introduce (macOS decomposes `й`). Keys of different
 * exactness are never equal.
 */
function toLookupKeys(name: string): string[] {
  const folded = name.normalize('NFKC').toLowerCase()
  return [name, folded, getBaseName(name), getBaseName(folded)].map((key, exactness) => `${exactness}:${key}`)
}
