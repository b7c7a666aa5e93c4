import { foldHeader } from '../text/fold-header.ts'
import { type Field, headerNames } from './header-names.ts'

/** Index of the column of each field that a header has. */
export type Columns = Readonly<Partial<Record<Field, number>>>

/** Matches headers about other persons or items than the runner. */
const unrelatedHeader =
  /contact|emergency|team|club|coach|parent|guardian|phone|mail|birth|файл|контакт|экстрен|команд|клуб|тренер|родител|представител|телефон|рожден|почт|equipo|contacto|telefono|nacimiento|verein|geburt|equipe|licen|лиценз|паспорт|passport|document/

const surnameWord =
  '(?:surname|lastname|familyname|фамили|прізвищ|apellido|nachname|familienname|cognome|nazwisk|prijmeni)'
const firstNameWord =
  '(?:firstname|givenname|forename|^имя|^имен|имяучаст|імя|nombre|vorname|prenom|nome|imie|jmeno)'
const latinMark = '(?:latin|english|eng$|en$|лат|англ|транслит|translit)'
const clockWord = /clock|timeofday|суток|астроном|reloj|uhrzeit|timestamp/
const finishWord = /finish|финиш|meta|llegada|ziel|arriv|time|время|tiempo|zeit|temps|tempo/

const bibWord =
  /bib|dorsal|dossard|pettoral|startn(?:um|r|o)|(?:стартов|нагрудн).*(?:номер|ном|no)|^n(?:o|r|um|umero|umber|ummer)?(?:de|do|del|of|des)?(?:corredor|participante?|atleta|peito|coureur|runner|athlete|competitor|start)/

const finishPattern =
  /^(?:finish|финиш).*(?:time|время)|(?:time|время|hora|tiempo|heure|zeit).*(?:finish|финиш|llegada|meta|arriv|ziel)/

/** Recognizes headers that are longer than those of `headerNames`, in this order. */
const patterns: readonly (readonly [field: Field, matches: (folded: string) => boolean])[] = [
  ['surnameLatin', createMatcher(`${surnameWord}.*${latinMark}`)],
  ['firstNameLatin', createMatcher(`(?:${firstNameWord}|^name).*${latinMark}`)],
  [
    'fullName',
    createMatcher(
      `${surnameWord}.*(?:name|${firstNameWord})|(?:name|${firstNameWord}).*${surnameWord}|^фио|фио$|^first.*last|^last.*first`,
    ),
  ],
  ['number', (folded) => bibWord.test(folded) && !/name|фамил|имя|time|время|tiempo/.test(folded)],
  ['surname', createMatcher(`${surnameWord}|^nom(?:du|de|des)?(?:coureur|participant|famille|athlete)`)],
  ['firstName', createMatcher(firstNameWord)],
  [
    'finishClock',
    (folded) => clockWord.test(folded) && finishWord.test(folded) && !/start|старт/.test(folded),
  ],
  ['netTime', (folded) => /net|chip|чист|чип|neto/.test(folded) && finishWord.test(folded)],
  [
    'gunTime',
    (folded) =>
      /gun|gross|official|грязн|официал|brut|oficial|pistol/.test(folded) && finishWord.test(folded),
  ],
  ['distance', createMatcher('distanc|дистанц')],
  [
    'finish',
    (folded) =>
      finishPattern.test(folded) &&
      !/place|position|rank|status|point|split|date|мест|статус|дата|fecha/.test(folded),
  ],
]

function createMatcher(source: string): (folded: string) => boolean {
  const pattern = new RegExp(source)
  return (folded) => pattern.test(folded)
}

/**
 * Finds the columns of a header. Of several columns for a field, the one with the clearest name counts.
 *
 * @param header cells of the header
 */
export function findColumns(header: readonly string[]): Columns {
  const columns: Partial<Record<Field, number>> = {}
  const takenIndexes = new Set<number>()
  const assignColumn = (field: Field, index: number) => {
    if (index < 0 || columns[field] !== undefined) return
    columns[field] = index
    takenIndexes.add(index)
  }
  const folded = header.map(foldHeader)
  const headerParts = header.map((cell) => cell.split(/[/|\\()[\]]| [-–—] /).map(foldHeader))
  const findUnusedColumn = (matches: (index: number) => boolean) =>
    header.findIndex(
      (_, index) => !takenIndexes.has(index) && !unrelatedHeader.test(folded[index] ?? '') && matches(index),
    )
  /** Looks for whole headers first, then for bilingual ones such as `Имя / Name`. */
  const assignTier = (field: Field, tier: number) => {
    const names = headerNames[field][tier] ?? []
    assignColumn(
      field,
      findUnusedColumn((index) => names.includes(folded[index] ?? '')),
    )
    assignColumn(
      field,
      findUnusedColumn((index) => (headerParts[index] ?? []).some((part) => names.includes(part))),
    )
  }
  for (const field of strongFields) assignTier(field, 0)
  for (const [field, matches] of patterns)
    assignColumn(
      field,
      findUnusedColumn((index) => matches(folded[index] ?? '')),
    )
  headerNames.number.forEach((_, tier) => assignTier('number', tier))
  assignNameColumns(columns, assignTier)
  for (const field of ['secondSurname', 'distance', 'finishDate', 'gunTime', 'finish'] as const)
    assignTier(field, 1)
  return columns
}

/** Fields of which a header of the first tier is unambiguous. */
const strongFields: readonly Field[] = [
  'number',
  'surnameLatin',
  'firstNameLatin',
  'surname',
  'secondSurname',
  'firstName',
  'fullName',
  'distance',
  'finishClock',
  'netTime',
  'gunTime',
  'finish',
  'finishDate',
  'start',
]

/** Decides what `Name` means: the first name beside a surname, the surname beside a first name, else the full name. */
function assignNameColumns(columns: Columns, assignTier: (field: Field, tier: number) => void): void {
  if (columns.surname === undefined && columns.fullName === undefined) assignTier('surname', 1)
  if (columns.surname !== undefined) {
    if (columns.firstName === undefined) assignTier('firstName', 1)
  } else if (columns.fullName === undefined)
    assignTier(
      columns.firstName === undefined ? 'fullName' : 'surname',
      columns.firstName === undefined ? 1 : 2,
    )
}

/** Returns whether a header is that of a start list: it has numbers and names. */
export function isHeader(columns: Columns): boolean {
  return (
    columns.number !== undefined &&
    (columns.surname !== undefined || columns.fullName !== undefined || columns.firstName !== undefined)
  )
}
