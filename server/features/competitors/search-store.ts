import { and, asc, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { normalizeBib } from '../../../contract/bib.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { type CompetitorRow, whereList } from './store.ts'
import { competitors } from './tables.ts'

/** Surname particles. A search for a particle alone finds no runner: it would return a large part of some lists. */
const particles = new Set(
  'de del della der den des di da do dos das du la le las los el al van von vom zu zum ten ter af av ben bin bint ibn фон оглы кызы'
    .split(' ')
    .map(foldText),
)

/**
 * Returns runners whose number starts with the search text, or whose names start with its words; the exact number first. The
 * words may be in any order.
 */
export async function searchList(
  context: Context,
  listId: string,
  input: { search: string; count: number },
): Promise<CompetitorRow[]> {
  const words = splitWords(input.search)
  if (words.length === 0) return []
  const number = normalizeBib(input.search)
  const matchesNumber = number === undefined ? undefined : like(competitors.number, `${number}%`)
  return context.db
    .select()
    .from(competitors)
    .where(
      whereList(
        context,
        listId,
        or(matchesNumber, matchesWordPrefixes(words), matchesWordPrefixes([words.join('')])),
      ),
    )
    .orderBy(asc(sql`length(${competitors.number})`), asc(competitors.number))
    .limit(input.count)
}

/**
 * Returns all runners with a surname, in either alphabet: with all of it, in one word or several, or with one part of it
 * (`garcia` for García López). A particle alone matches none. Other words beside the part (`kovalev andrei`) must begin words
 * of the runner's names.
 *
 * @param surname as typed, or folded
 */
export async function findBySurname(
  context: Context,
  listId: string,
  surname: string,
): Promise<CompetitorRow[]> {
  const words = splitWords(surname)
  if (words.length === 0) return []
  const surnameParts = words.filter((word) => word.length > 1 && !particles.has(word))
  return context.db
    .select()
    .from(competitors)
    .where(
      whereList(
        context,
        listId,
        or(
          ...surnameColumns.map((key) => sql`replace(${key}, ' ', '') = ${words.join('')}`),
          and(
            or(
              sql`false`,
              ...surnameParts.flatMap((part) => surnameColumns.map((key) => containsWord(part, key))),
            ),
            matchesWordPrefixes(words),
          ),
        ),
      ),
    )
    .orderBy(asc(competitors.number))
}

const surnameColumns = [competitors.surnameKey, competitors.surnameLatinKey]

/** Folded words contain no wildcards of `like`. */
const splitWords = (typed: string) => foldText(typed).split(' ').filter(Boolean)

const containsWord = (word: string, key: PgColumn): SQL => sql`' ' || ${key} || ' ' like ${`% ${word} %`}`

/** Requires that each word begins a word of the runner's names. */
const matchesWordPrefixes = (words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => like(competitors.searchText, `% ${word}%`)))
