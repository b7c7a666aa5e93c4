import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { normalizeBib } from '../../../contract/bib.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { newId } from '../../platform/ids.ts'
import { findEvent } from '../events/index.ts'
import { competitors } from './tables.ts'

export type CompetitorRow = typeof competitors.$inferSelect

/** Describes a line of a start list. */
export interface NewCompetitor {
  /** As printed or typed; it is normalized. */
  number: string
  firstName: string
  surname: string
  /** The names in the other alphabet, if the list has them. */
  firstNameLatin?: string
  surnameLatin?: string
  distance?: string
  finishedOn?: Date
}

const batchSize = 500

/**
 * Upserts the lines of a start list. List and number identify a runner, and the newest line wins.
 *
 * @param options `replace`: deletes the runners of the list whose number no line has; default: they stay
 * @returns how many lines were written; the invalid numbers, whose lines were skipped; how many stored runners no line has
 * @throws Error when there is no such event, or when a list with an invalid number is to replace another
 */
export async function importCompetitors(
  context: Context,
  eventId: string,
  lines: readonly NewCompetitor[],
  { replace = false }: { replace?: boolean } = {},
): Promise<{ imported: number; refused: string[]; others: number }> {
  const event = await findEvent(context, eventId)
  if (!event) throw new Error(`There is no event ${eventId}`)
  const refused: string[] = []
  const byNumber = new Map<string, typeof competitors.$inferInsert>()
  for (const line of lines) {
    const number = normalizeBib(line.number)
    if (number === undefined) refused.push(line.number)
    else
      byNumber.set(number, {
        ...toRow(line),
        tenant: context.tenant.name,
        listId: event.competitorsListId,
        number,
      })
  }
  if (replace && refused.length > 0) throw new Error(`Invalid start numbers: ${refused.join(', ')}`)
  const rows = [...byNumber.values()]
  const others = await inTransaction(context, async (transaction) => {
    const { db } = transaction
    for (let start = 0; start < rows.length; start += batchSize) {
      await db
        .insert(competitors)
        .values(rows.slice(start, start + batchSize))
        .onConflictDoUpdate({
          target: [competitors.tenant, competitors.listId, competitors.number],
          set: Object.fromEntries(
            importedColumns.map(([key, column]) => [key, sql.raw(`excluded.${column}`)]),
          ),
        })
    }
    await deleteMergedNumbers(transaction, event.competitorsListId, byNumber)
    const otherNumbers = await findOtherNumbers(transaction, event.competitorsListId, byNumber)
    if (replace) await deleteNumbers(transaction, event.competitorsListId, otherNumbers)
    return otherNumbers.length
  })
  return { imported: rows.length, refused, others }
}

/** Counts the runners of an event's start list whose number no line has. */
export async function countOtherCompetitors(
  context: Context,
  listId: string,
  lines: readonly Pick<NewCompetitor, 'number'>[],
): Promise<number> {
  const numbers = new Set(lines.map(({ number }) => normalizeBib(number)))
  return (await findOtherNumbers(context, listId, numbers)).length
}

async function findOtherNumbers(
  context: Context,
  listId: string,
  numbers: { has(number: string): boolean },
): Promise<string[]> {
  return [...(await listCompetitorNumbers(context, listId))].filter((number) => !numbers.has(number))
}

async function deleteNumbers(context: Context, listId: string, numbers: readonly string[]): Promise<void> {
  for (let start = 0; start < numbers.length; start += batchSize) {
    const batch = inArray(competitors.number, numbers.slice(start, start + batchSize))
    await context.db.delete(competitors).where(whereList(context, listId, batch))
  }
}

/**
 * Deletes runners that release 1.0 imported with merged numbers: it stored `12-1` as `121`. A runner is deleted when the names
 * equal those of the separated number, unless the list also has the merged number.
 */
async function deleteMergedNumbers(
  context: Context,
  listId: string,
  imported: ReadonlyMap<string, Pick<CompetitorRow, 'surname' | 'firstName'>>,
): Promise<void> {
  const separatedNumbers = [...imported].filter(([number]) => /[-.]/.test(number))
  const stored = separatedNumbers.length > 0 ? await listCompetitorNumbers(context, listId) : new Set()
  for (const [number, { surname, firstName }] of separatedNumbers) {
    const mergedNumber = number.replace(/[-.]/, '')
    if (!stored.has(mergedNumber) || imported.has(mergedNumber)) continue
    const isMerged = and(
      eq(competitors.number, mergedNumber),
      eq(competitors.surname, surname),
      eq(competitors.firstName, firstName),
    )
    await context.db.delete(competitors).where(whereList(context, listId, isMerged))
  }
}

const importedColumns = [
  ['firstName', 'first_name'],
  ['surname', 'surname'],
  ['firstNameLatin', 'first_name_latin'],
  ['surnameLatin', 'surname_latin'],
  ['distance', 'distance'],
  ['finishedOn', 'finished_on'],
  ['surnameKey', 'surname_key'],
  ['surnameLatinKey', 'surname_latin_key'],
  ['searchText', 'search_text'],
] as const

function toRow(line: NewCompetitor) {
  const { firstName, surname, firstNameLatin = '', surnameLatin = '' } = line
  return {
    id: newId(),
    firstName,
    surname,
    firstNameLatin,
    surnameLatin,
    distance: line.distance ?? null,
    finishedOn: line.finishedOn ?? null,
    ...foldNames({ firstName, surname, firstNameLatin, surnameLatin }),
  }
}

type Names = Pick<CompetitorRow, 'firstName' | 'surname' | 'firstNameLatin' | 'surnameLatin'>

/** Returns the columns by which a runner is found by name. A surname of several words is also found in one. */
export function foldNames({ firstName, surname, firstNameLatin, surnameLatin }: Names) {
  const [surnameKey, surnameLatinKey] = [foldText(surname), foldText(surnameLatin)]
  const words = [
    ...[surnameKey, firstName, surnameLatinKey, firstNameLatin].flatMap((name) => foldText(name).split(' ')),
    ...[surnameKey, surnameLatinKey].map((key) => key.replaceAll(' ', '')),
  ]
  return {
    surnameKey,
    surnameLatinKey,
    searchText: [...new Set(words)].flatMap((word) => (word === '' ? [] : ` ${word}`)).join(''),
  }
}

/** Counts the runners of a start list. */
export async function countCompetitors(context: Context, listId: string): Promise<number> {
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(competitors)
    .where(whereList(context, listId))
  return counted?.total ?? 0
}

/** Returns all start numbers of a list in their normal form, e.g. to detect misread numbers. */
export async function listCompetitorNumbers(context: Context, listId: string): Promise<Set<string>> {
  const rows = await context.db
    .select({ number: competitors.number })
    .from(competitors)
    .where(whereList(context, listId))
  return new Set(rows.map((row) => row.number))
}

/** Returns a runner of a start list by id; undefined for an unknown id. */
export async function findCompetitor(
  context: Context,
  listId: string,
  competitorId: string,
): Promise<CompetitorRow | undefined> {
  const [row] = await context.db
    .select()
    .from(competitors)
    .where(whereList(context, listId, eq(competitors.id, competitorId)))
  return row
}

/** Returns the runner with a start number, given in its normal form; undefined when there is none. */
export async function findByNumber(
  context: Context,
  listId: string,
  number: string,
): Promise<CompetitorRow | undefined> {
  const [row] = await context.db
    .select()
    .from(competitors)
    .where(whereList(context, listId, eq(competitors.number, number)))
  return row
}

/** Restricts a query to the runners of a start list. */
export function whereList(context: Context, listId: string, condition?: SQL): SQL | undefined {
  return and(eq(competitors.tenant, context.tenant.name), eq(competitors.listId, listId), condition)
}
