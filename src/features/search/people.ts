import * as z from 'zod/mini'
import { LastSearch, type Stored, stored } from '../../platform/storage/index.ts'

/** Somebody whose photos were found on this device: she herself, her child, a friend. */
const Person = z.object({
  last: LastSearch,
  /** As the service calls her, or her likely number; empty while nobody knows. */
  label: z.string(),
  count: z.int(),
  /** Of one of her photos. */
  thumbUrl: z.optional(z.string()),
})
export type Person = z.infer<typeof Person>

/** A family and its friends; who is looked at last stays. */
const mostPeople = 8

const shelves = new Map<string, Stored<readonly Person[]>>()

export function peopleShelf(eventId: string): Stored<readonly Person[]> {
  const known = shelves.get(eventId)
  if (known) return known
  const shelf = stored<readonly Person[]>({
    key: `search.${eventId}.people`,
    schema: z.array(Person),
    initial: [],
    isEmpty: (people) => people.length === 0,
  })
  shelves.set(eventId, shelf)
  return shelf
}

export const isSame = (one: LastSearch, other: LastSearch) => JSON.stringify(one) === JSON.stringify(other)

/** The people with one more, or with what is known of her now in the place where she was. The same when nothing is new. */
export function withPerson(people: readonly Person[], person: Person): readonly Person[] {
  const at = people.findIndex(({ last }) => isSame(last, person.last))
  if (at < 0) return [...people, person].slice(-mostPeople)
  if (JSON.stringify(people[at]) === JSON.stringify(person)) return people
  return people.with(at, person)
}

/** The people without one, e.g. whose selfie is gone. */
export function withoutPerson(people: readonly Person[], last: LastSearch): readonly Person[] {
  return people.filter((person) => !isSame(person.last, last))
}
