import type { Language } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { type CompetitorRow, findByNumber, findBySurname } from './store.ts'

/** A runner's names in the alphabet of the language, as far as the start list has them. */
export function namesOf(row: CompetitorRow, language: Language): { firstName: string; surname: string } {
  if (language === 'ru') return { firstName: row.firstName, surname: row.surname }
  return { firstName: row.firstNameLatin || row.firstName, surname: row.surnameLatin || row.surname }
}

/**
 * What the start list calls a runner, in the caller's language: the whole name by number, the surname by surname.
 *
 * @param words a number in its normal form, or a surname as `foldText` leaves it
 * @returns undefined for whom the list does not have
 */
export async function nameOfRunner(
  context: Context,
  listId: string,
  words: { number: string | null; surname: string | null },
): Promise<string | undefined> {
  if (words.number !== null) {
    const runner = await findByNumber(context, listId, words.number)
    if (!runner) return undefined
    const { firstName, surname } = namesOf(runner, context.language)
    return `${firstName} ${surname}`
  }
  if (words.surname === null) return undefined
  const [runner] = await findBySurname(context, listId, words.surname)
  return runner && namesOf(runner, context.language).surname
}
