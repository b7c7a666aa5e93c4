import { foldHeader } from '../text/fold-header.ts'
import { type Field, headerNames } from './header-names.ts'

/** Index of the column of each field that a header has. */
export type Columns = Readonly<Partial<Record<Field, number>>>

/** Matches headers about other persons or items than the runner. */
const foreign =
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

const isFinish =
  /^(?:finish|финиш).*(?:time|время)|(?:time|время|hora|tiempo|heure|zeit).*(?:finish|финиш|llegada|meta|arriv|ziel)/

/** Recognizes headers that are longer than those of `headerNames`, in this order. */
const patterns: readonly (readonly [field: Field, matches: (folded: string) => boolean])[] = [
  ['surnameLatin', matching(`${surnameWord}.*${latinMark}`)],
  ['firstNameLatin', matching(`(?:${firstNameWord}|^name).*${latinMark}`)],
  [
    'fullName',
    matching(
      `${surnameWord}.*(?:name|${firstNameWord})|(?:name|${firstNameWord}).*${surnameWord}|^фио|фио$|^first.*last|^last.*first`,
    ),
  ],
  ['number', (folded) => bibWord.test(folded) && !/name|фамил|имя|time|время|tiempo/.test(folded)],
  ['surname', matching(`${surnameWord}|^nom(?:du|de|des)?(?:coureur|participant|famille|athlete)`)],
  ['firstName', matching(firstNameWord)],
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
  ['distance', matching('distanc|дистанц')],
  [
    'finish',
    (folded) =>
      isFinish.test(folded) &&
      !/place|position|rank|status|point|split|date|мест|статус|дата|fecha/.test(folded),
  ],
]

function matching(source: string): (folded: string) => boolean {
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
  const taken = new Set<number>()
  const take = (field: Field, index: number) => {
    if (index < 0 || columns[field] !== undefined) return
    columns[field] = index
    taken.add(index)
  }
  const folded = header.map(foldHeader)
  const parts = header.map((cell) => cell.split(/[/|\\()[\]]| [-–—] /).map(foldHeader))
  const findBy = (matches: (index: number) => boolean) =>
    header.findIndex((_, index) => !taken.has(index) && !foreign.test(folded[index] ?? '') && matches(index))
  /** Looks for whole headers first, then for bilingual ones such as `Имя / Name`. */
  const takeTier = (field: Field, tier: number) => {
    const names = headerNames[field][tier] ?? []
    take(
      field,
      findBy((index) => names.includes(folded[index] ?? '')),
    )
    take(
      field,
      findBy((index) => (parts[index] ?? []).some((part) => names.includes(part))),
    )
  }
  for (const field of strongFields) takeTier(field, 0)
  for (const [field, matches] of patterns)
    take(
      field,
      findBy((index) => matches(folded[index] ?? '')),
    )
  headerNames.number.forEach((_, tier) => takeTier('number', tier))
  takeNames(columns, takeTier)
  for (const field of ['secondSurname', 'distance', 'finishDate', 'gunTime', 'finish'] as const)
    takeTier(field, 1)
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
function takeNames(columns: Columns, takeTier: (field: Field, tier: number) => void): void {
  if (columns.surname === undefined && columns.fullName === undefined) takeTier('surname', 1)
  if (columns.surname !== undefined) {
    if (columns.firstName === undefined) takeTier('firstName', 1)
  } else if (columns.fullName === undefined)
    takeTier(
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
