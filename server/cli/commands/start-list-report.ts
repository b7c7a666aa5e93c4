import type { NewCompetitor } from '../../features/competitors/index.ts'
import type { StartListFile } from '../../features/ingest/index.ts'
import { toWallClock } from '../../platform/zoned-time.ts'

const separatorNames = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
])

/** Maps the fields of a start list to their names in the report. */
const fieldNames = {
  number: 'bib',
  surname: 'surname',
  secondSurname: 'second surname',
  firstName: 'first name',
  fullName: 'full name',
  surnameLatin: 'surname in Latin letters',
  firstNameLatin: 'first name in Latin letters',
  distance: 'distance',
  finishClock: 'finish',
  gunTime: 'finish, as time since the start of the event',
  netTime: 'finish, as time since the own start',
  finish: 'finish',
  finishDate: 'date of the finish',
  start: 'own start',
}

/** Number of runners whose names show whether the encoding is right. */
const sampleSize = 3

/** Returns how a start list was read, for the operator to check: encoding, separator, columns, order of names, and three names. */
export function describeStartList(list: StartListFile): string[] {
  const { encoding, isDetected, alternative, separator, headerLine, columns, readings, lines } = list
  const encodingHint =
    alternative === undefined ? '' : `; if the names are wrong, repeat with --encoding ${alternative}`
  const usedColumns = columns.flatMap(({ header, field }) =>
    field ? [`${header} → ${fieldNames[field]}`] : [],
  )
  const unusedColumns = columns.flatMap(({ header, field }) =>
    field === undefined && header !== '' ? [header] : [],
  )
  const names = lines.slice(0, sampleSize).map(({ firstName, surname }) => `${firstName} ${surname}`.trim())
  return [
    `Encoding: ${encoding}${isDetected ? ', detected' : ''}${encodingHint}`,
    `Separator: ${separatorNames.get(separator) ?? separator}`,
    `Columns (line ${headerLine}): ${usedColumns.join(', ')}${unusedColumns.length > 0 ? `; not used: ${unusedColumns.join(', ')}` : ''}`,
    ...readings.map((reading) => `Read: ${reading}`),
    ...(names.length > 0 ? [`Names: ${names.join(', ')}`] : []),
  ]
}

/** Returns a runner as one line of a preview. The finish is in the time zone of the event. */
export function formatRunner(runner: NewCompetitor, { timeZone }: { timeZone: string }): string {
  const { number, surname, firstName, surnameLatin, firstNameLatin, distance, finishedOn } = runner
  const latinName = [firstNameLatin, surnameLatin].filter(Boolean).join(' ')
  const finish =
    finishedOn &&
    toWallClock(finishedOn, timeZone)
      .toISOString()
      .replace('T', ' ')
      .replace(/\.?0*Z$/, '')
  return [
    number,
    `${firstName} ${surname}`.trim() + (latinName ? ` (${latinName})` : ''),
    `surname ${surname}`,
    ...(distance ? [distance] : []),
    ...(finish ? [`finish ${finish}`] : []),
  ].join('; ')
}
