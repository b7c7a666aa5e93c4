import { readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { selectEvenly } from './statistics.ts'

const extensions = new Set(['.jpg', '.jpeg', '.png', '.webp', '.heic'])

/** A person with pictures, in the order of their names. */
export interface Person {
  readonly name: string
  readonly pictures: readonly string[]
}

/** Returns the paths of the pictures in a folder, by name. */
export function listPictures(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => extensions.has(extname(file).toLowerCase()))
    .toSorted()
    .map((file) => join(folder, file))
}

/** Returns the folders in a folder, by name. */
function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** Returns the name of the person in `anna-2.jpg`, or undefined where a name has no number. */
const readPersonFromName = (file: string) => /^(.+)-\d+$/.exec(basename(file, extname(file)))?.[1]

/** Groups the pictures of a folder by the person in their names. */
function groupByPerson(files: readonly string[]): Person[] {
  const pictures = new Map<string, string[]>()
  for (const file of files) {
    const name = readPersonFromName(file)
    if (name) pictures.set(name, [...(pictures.get(name) ?? []), file])
  }
  return [...pictures].map(([name, own]) => ({ name, pictures: own }))
}

/**
 * Reads the people of a folder: one folder for each person, or pictures named by person and number (`anna-2.jpg`). Other
 * pictures are left out.
 */
export function readPeople(folder: string): Person[] {
  const people = listFolders(folder).map((name) => ({ name, pictures: listPictures(join(folder, name)) }))
  return [...people, ...groupByPerson(listPictures(folder))].filter(({ pictures }) => pictures.length > 0)
}

export interface PeopleSample {
  /** People with several pictures, at most half of the sample. */
  readonly several: readonly Person[]
  readonly single: readonly Person[]
}

/** Selects people evenly: half of them with several pictures, the rest with one or more. */
export function samplePeople(people: readonly Person[], maxPeople: number): PeopleSample {
  const several = selectEvenly(
    people.filter(({ pictures }) => pictures.length > 1),
    Math.ceil(maxPeople / 2),
  )
  const single = selectEvenly(
    people.filter((person) => !several.includes(person)),
    maxPeople - several.length,
  )
  return { several, single }
}
