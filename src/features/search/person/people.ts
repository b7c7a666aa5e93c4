import * as z from 'zod/mini'
import { LastSearch, type Persisted, persisted } from '../../../platform/storage/index.ts'

/** Describes a runner whose photos were found on this device: the user, their child, a friend. */
const Person = z.object({
  last: LastSearch,
  /** Name or number from the service, or the likely number; empty while unknown. */
  label: z.string(),
  count: z.int(),
  /** Thumbnail of one of the runner's photos. */
  thumbUrl: z.optional(z.string()),
})
export type Person = z.infer<typeof Person>

/** Limits the list to a family and its friends; the oldest entry is dropped. */
const maxPeople = 8

const persistedByEvent = new Map<string, Persisted<readonly Person[]>>()

export function getPersistedPeople(eventId: string): Persisted<readonly Person[]> {
  const knownEntry = persistedByEvent.get(eventId)
  if (knownEntry) return knownEntry
  const entry = persisted<readonly Person[]>({
    key: `search.${eventId}.people`,
    schema: z.array(Person),
    initial: [],
    isEmpty: (people) => people.length === 0,
  })
  persistedByEvent.set(eventId, entry)
  return entry
}

export const isSameSearch = (one: LastSearch, other: LastSearch) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Adds a person, or updates the entry in place. Returns the same array when nothing changed. */
export function addPerson(people: readonly Person[], person: Person): readonly Person[] {
  const index = people.findIndex(({ last }) => isSameSearch(last, person.last))
  if (index < 0) return [...people, person].slice(-maxPeople)
  if (JSON.stringify(people[index]) === JSON.stringify(person)) return people
  return people.with(index, person)
}

/** Removes a person, e.g. one whose selfie is gone. */
export function removePerson(people: readonly Person[], last: LastSearch): readonly Person[] {
  return people.filter((person) => !isSameSearch(person.last, last))
}
