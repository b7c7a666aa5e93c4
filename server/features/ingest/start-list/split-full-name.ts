import { foldHeader } from '../text/fold-header.ts'
import { isFirstName } from './first-names.ts'

/** Names of a runner. */
export interface Names {
  readonly surname: string
  readonly firstName: string
}

/** Which part of a full name comes first. */
export type NameOrder = 'surname first' | 'first name first'

/** Order of a column of full names. */
export interface ColumnOrder {
  readonly order: NameOrder
  /** Whether the column has names in both orders. A name whose first name is known is then read by it. */
  readonly isMixed: boolean
  /** For the report. */
  readonly reason: string
}

const surnameWord =
  '(?:surname|lastname|familyname|фамили|прізвищ|apellido|nachname|cognome|nazwisk|prijmeni|soyad)'
const firstNameWord =
  '(?:firstname|givenname|forename|name|имя|имен|імя|nombre|vorname|prenom|nome|imie|jmeno|ad(?=soyad))'
const surnameFirstHeader = new RegExp(
  `^(?:фио|піб)|фио$|${surnameWord}.*${firstNameWord}|last.*first|name.*vorname|^nom(?:et)?prenom|^(?:фамили|surname|lastname|nachname|apellido|cognome|nazwisk)`,
)
const firstNameFirstHeader = new RegExp(
  `^${firstNameWord}.*${surnameWord}|first.*last|vornamename|^prenom(?:et)?nom`,
)

/** Words that begin a surname, such as `de la Cruz`. */
const particle =
  /^(?:da|das|de|del|della|delle|den|der|des|di|do|dos|du|el|la|las|le|lo|los|af|al|av|bin|ben|ibn|mac|san|santa|st\.?|ten|ter|van|vander|vom|von|y|zu|zum|zur|o['’]|фон|де|ван|дер|ла|аль|эль)$/iu
const patronymic = /(?:ович|евич|ьич|овна|евна|ична|инична|івна|йович)$/iu
const honorific = /^(?:dr|prof|mr|mrs|ms|miss|herr|frau|ing|mag|sr|sra|srta|dña)\.?$/i
const isCapitals = (word: string) => /\p{Lu}{2}/u.test(word) && word === word.toUpperCase()

/**
 * Returns the order of a column of full names. The header decides, then common first names and patronymics. Otherwise Cyrillic
 * lists have the surname first, others the first name. The reason is for the report.
 */
export function chooseNameOrder(header: string, names: readonly string[]): ColumnOrder {
  const headerOrder = findHeaderOrder(foldHeader(header))
  const votes = names.map(countVotes).filter((vote) => vote !== 0)
  const sum = votes.reduce((total, vote) => total + vote, 0)
  const votedOrder = sum > 0 ? 'surname first' : 'first name first'
  const isClear = Math.abs(sum) >= votes.length * 0.6
  if (headerOrder !== undefined && headerOrder !== votedOrder && isClear && votes.length >= 3) {
    return { order: votedOrder, isMixed: false, reason: 'by common first names, against the header' }
  }
  if (headerOrder !== undefined) return { order: headerOrder, isMixed: false, reason: 'by the header' }
  if (sum !== 0 && isClear) return { order: votedOrder, isMixed: false, reason: 'by common first names' }
  const cyrillic = names.filter((name) => /\p{Script=Cyrillic}/u.test(name)).length
  const isMixed = votes.length > 0
  const mixedNote = isMixed ? ', where common first names do not show it' : ''
  return cyrillic * 2 > names.length
    ? { order: 'surname first', isMixed, reason: `as usual in Russian${mixedNote}` }
    : { order: 'first name first', isMixed, reason: `as usual in Latin letters${mixedNote}` }
}

function findHeaderOrder(folded: string): NameOrder | undefined {
  if (firstNameFirstHeader.test(folded)) return 'first name first'
  return surnameFirstHeader.test(folded) ? 'surname first' : undefined
}

/** Returns the order of one name of a column. */
export function findNameOrder(name: string, { order, isMixed }: ColumnOrder): NameOrder {
  const vote = isMixed ? countVotes(name) : 0
  return vote === 0 ? order : vote > 0 ? 'surname first' : 'first name first'
}

/** Returns 1 for a name with its surname first, -1 for the other order, 0 when the words do not show it. */
function countVotes(name: string): number {
  const words = name.split(' ').filter((word, index) => index > 0 || !honorific.test(word))
  const [first = '', second = ''] = words
  const last = words.at(-1) ?? ''
  if (words.length < 2 || name.includes(',')) return 0
  if (words.length === 3 && patronymic.test(last)) return 1
  if (words.length === 3 && patronymic.test(second)) return -1
  const isFirstWordGivenName = isFirstName(first)
  const isLastWordGivenName = isFirstName(last) || (words.length > 2 && isFirstName(second))
  return isFirstWordGivenName === isLastWordGivenName ? 0 : isLastWordGivenName ? 1 : -1
}

/**
 * Splits a full name. A comma or a surname in capitals shows the surname in both orders.
 *
 * @param isSpanish whether the column is of Spanish names, which have two surnames
 */
export function splitFullName(name: string, order: NameOrder, isSpanish = false): Names {
  const [beforeComma = '', ...afterComma] = name.split(/\s*,\s*/)
  if (afterComma.length === 1 && beforeComma !== '' && afterComma[0]) {
    return { surname: beforeComma, firstName: afterComma[0] }
  }
  const words = name.replaceAll(',', ' ').split(/\s+/).filter(Boolean)
  const [title = '', ...withoutTitle] = words
  if (withoutTitle.length > 1 && honorific.test(title) && !isCapitals(title)) {
    const { surname, firstName } = splitFullName(withoutTitle.join(' '), order, isSpanish)
    return { surname, firstName: `${title} ${firstName}`.trim() }
  }
  if (words.length < 2) return { surname: words[0] ?? '', firstName: '' }
  return (
    splitByInitials(words) ??
    splitByCapitals(words) ??
    (order === 'surname first' ? splitSurnameFirst(words, isSpanish) : splitFirstNameFirst(words, isSpanish))
  )
}

/** Splits `Smith J. R.` and `J. R. Smith`, where only the first names are initials. */
function splitByInitials(words: readonly string[]): Names | undefined {
  const isInitial = (word: string) => /^(?:\p{Lu}\.-?)+$|^\p{Lu}$/u.test(word)
  const initials = words.filter(isInitial).length
  if (initials === 0 || initials === words.length) return undefined
  const surnameLength = words.length - initials
  if (words.slice(surnameLength).every(isInitial))
    return toNames(words.slice(0, surnameLength), words.slice(surnameLength))
  return words.slice(0, initials).every(isInitial)
    ? toNames(words.slice(initials), words.slice(0, initials))
    : undefined
}

/** Splits `SMITH John` and `John de la CRUZ`, where only the surname is in capitals. */
function splitByCapitals(words: readonly string[]): Names | undefined {
  const first = words.findIndex(isCapitals)
  const last = words.findLastIndex(isCapitals)
  const isSurname = (word: string) => isCapitals(word) || particle.test(word)
  if (first < 0 || !words.slice(first, last + 1).every(isSurname)) return undefined
  if (first === 0 && last < words.length - 1) return toNames(words.slice(0, last + 1), words.slice(last + 1))
  const surnameStart = words.slice(0, first).findLastIndex((word) => !particle.test(word)) + 1
  return surnameStart > 0 && last === words.length - 1
    ? toNames(words.slice(surnameStart), words.slice(0, surnameStart))
    : undefined
}

const toNames = (surname: readonly string[], firstName: readonly string[]): Names => ({
  surname: surname.join(' '),
  firstName: firstName.join(' '),
})

function splitSurnameFirst(words: readonly string[], isSpanish: boolean): Names {
  let end = 0
  while (end < words.length - 2 && particle.test(words[end] ?? '')) end += 1
  if (isSpanish && end + 2 < words.length && !isFirstName(words[end + 1] ?? '')) end += 1
  return toNames(words.slice(0, end + 1), words.slice(end + 1))
}

function splitFirstNameFirst(words: readonly string[], isSpanish: boolean): Names {
  const surnameStart = words.findIndex(
    (word, index) => index > 0 && particle.test(word) && index < words.length - 1,
  )
  if (surnameStart > 0) return toNames(words.slice(surnameStart), words.slice(0, surnameStart))
  let start = words.length - 1
  if (/^(?:jr|sr|ii|iii|iv|filho|junior|neto)\.?$/i.test(words[start] ?? '') && start > 1) start -= 1
  if (isSpanish && start >= 2 && !isFirstName(words[start - 1] ?? '')) start -= 1
  return toNames(words.slice(start), words.slice(0, start))
}
