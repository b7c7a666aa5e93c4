import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Counts, countByFolder, folderFor, type Kind, type Place } from './count.ts'

export type CountsByFolder = ReadonlyMap<string, Counts>

const recordPath = 'scripts/vocabulary.json'
const kinds: readonly Kind[] = ['comments', 'names']

/** Reads the recorded counts; undefined before the first record. */
export function readRecord(path = recordPath): CountsByFolder | undefined {
  if (!existsSync(path)) return undefined
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as { [folder: string]: Counts }))
}

/**
 * Records the counts, unless one is above its record.
 *
 * @returns what is above; then nothing is written
 */
export function lowerRecord(places: readonly Place[], path = recordPath): string[] {
  const record = readRecord(path)
  const rises = record ? findRises(places, record) : []
  if (rises.length === 0) writeRecord(countByFolder(places), path)
  return rises
}

function writeRecord(counts: CountsByFolder, path: string): void {
  const lines = [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, { comments, names }]) => `  "${folder}": { "comments": ${comments}, "names": ${names} }`)
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}

/** Returns the folders in which a count is above the record, each with its places. */
export function findRises(places: readonly Place[], record: CountsByFolder): string[] {
  return compare(places, record)
    .filter(({ actual, recorded }) => actual > recorded)
    .map(({ folder, kind, actual, recorded, here }) =>
      [`${folder}: ${actual} ${kind}, ${recorded} recorded`, ...here.map(describePlace)].join('\n  '),
    )
}

/** Returns a line for each count that is below the record. */
export function findFalls(places: readonly Place[], record: CountsByFolder): string[] {
  return compare(places, record)
    .filter(({ actual, recorded }) => actual < recorded)
    .map(
      ({ folder, kind, actual, recorded }) =>
        `${folder}: ${actual} ${kind}, ${recorded} recorded: run npm run vocabulary -- --record`,
    )
}

export function describePlace({ path, line, word, instead }: Place): string {
  return `${path}:${line} ${word} → ${instead}`
}

function compare(places: readonly Place[], record: CountsByFolder) {
  const counts = countByFolder(places)
  const folders = [...new Set([...counts.keys(), ...record.keys()])].sort()
  return folders.flatMap((folder) =>
    kinds.map((kind) => {
      const actual = counts.get(folder)?.[kind] ?? 0
      const recorded = record.get(folder)?.[kind] ?? 0
      const here = places.filter((place) => place.kind === kind && folderFor(place.path) === folder)
      return { folder, kind, actual, recorded, here }
    }),
  )
}
