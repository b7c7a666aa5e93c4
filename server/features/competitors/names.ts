import type { Language } from '../../../contract/common.ts'
import type { CompetitorRow } from './store.ts'

/** A runner's names in the alphabet of the language, as far as the start list has them. */
export function namesOf(row: CompetitorRow, language: Language): { firstName: string; surname: string } {
  if (language === 'ru') return { firstName: row.firstName, surname: row.surname }
  return { firstName: row.firstNameLatin || row.firstName, surname: row.surnameLatin || row.surname }
}
