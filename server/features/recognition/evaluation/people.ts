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

/** A picture with the person whom it shows. */
export interface PersonPicture {
  readonly person: string
  readonly file: string
}

/** Splits pictures into selfies, the first picture of each person with several, and photos, all other pictures. */
export function splitPictures({ several, single }: PeopleSample): {
  selfies: PersonPicture[]
  photos: PersonPicture[]
} {
  const listPersonPictures = ({ name, pictures }: Person) => pictures.map((file) => ({ person: name, file }))
  return {
    selfies: several.flatMap((person) => listPersonPictures(person).slice(0, 1)),
    photos: [
      ...several.flatMap((person) => listPersonPictures(person).slice(1)),
      ...single.flatMap(listPersonPictures),
    ],
  }
}

export interface EventSample {
  /** People who send a selfie: their first picture, which is not in the event. All others are. */
  readonly runners: readonly Person[]
  readonly photos: readonly PersonPicture[]
}

/**
 * Selects an event. Each person has a photo in it; runners are people with several pictures.
 *
 * @param size `photos`: further pictures of people without a selfie fill the event up to this number; absent: one of each
 */
export function sampleEvent(
  people: readonly Person[],
  size: { people: number; selfies: number; photos?: number | undefined },
): EventSample {
  const runners = selectEvenly(
    people.filter(({ pictures }) => pictures.length > 1),
    size.selfies,
  )
  const others = selectEvenly(
    people.filter((person) => !runners.includes(person)),
    size.people - runners.length,
  )
  const ownPhotos = splitPictures({ several: runners, single: [] }).photos
  const pictures = splitPictures({ several: [], single: others }).photos
  const firstPictures = pictures.filter(({ person }, i) => pictures[i - 1]?.person !== person)
  const furtherPictures = selectEvenly(
    pictures.filter((picture) => !firstPictures.includes(picture)),
    Math.max(0, (size.photos ?? 0) - ownPhotos.length - firstPictures.length),
  )
  return { runners, photos: [...ownPhotos, ...firstPictures, ...furtherPictures] }
}
