import { resolve } from 'node:path'
import {
  type ImportedStartList,
  type ImportOptions,
  importStartList,
  type LineReport,
  previewStartList,
  type StartListFile,
} from '../../features/ingest/index.ts'
import { countNoun } from '../../platform/count-noun.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'
import { describeStartList, formatRunner } from './start-list-report.ts'

/** Number of runners that a preview shows. */
const previewSize = 10
/** Number of lines without a finish that are listed; `--json` has all. */
const maxListedNotes = 20

/** Imports the start list of an event: runners by number. */
export const importStartListCommand: Command = {
  name: 'start-list import',
  summary: 'Bring a start list (CSV) into an event; repeat it whenever the list changes',
  operands: ['FILE.csv'],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
    encoding: { value: 'NAME', help: 'e.g. utf-8, utf-16le, windows-1251, cp866; detected when absent' },
    separator: { value: 'X', help: 'a character, or tab; detected when absent' },
    replace: { help: 'remove the runners of the event that the file does not have' },
    'dry-run': { help: 'show how the file is read, and write nothing' },
  },
  details: [
    'The first line names the columns: bib, surname, name, and if you like surname_en, name_en, distance, finish.',
    'Other usual names are understood in many languages; so are a column of full names, lines before the header,',
    'comma, semicolon, tab and bar. Encoding, separator and the first names are printed: check them.',
    'Bad lines are reported with their number and left out. A runner is known by the number.',
    '',
    'A list may come in several files: runners that are not in the file stay, and their number is reported. With --replace they',
    'are removed; a file with bad lines or without runners is then refused, and nothing is written.',
    '',
    'Exit code 1 when lines were left out, or the list was not replaced.',
    'Example: start-list import runners.csv --event EVENT_ID --dry-run',
  ],
  run: async (_dependencies, context, args, report) => {
    const event = await resolveEvent(context, args.required('event'))
    const path = resolve(args.cwd, args.operand(0))
    const options = readOptions(args)
    const isDryRun = args.flag('dry-run')
    const list = isDryRun
      ? await previewStartList(context, event, path, options)
      : await importStartList(context, event, path, options)
    const { imported, others, isRefused, badLines, notes } = list
    const isReplacement = options.replace && !isRefused
    for (const { line, reason } of badLines) report.note(`line ${line}: ${reason}`)
    for (const { line, reason } of notes.slice(0, maxListedNotes)) report.note(`line ${line}: ${reason}`)
    if (notes.length > maxListedNotes) {
      report.note(
        `${countNoun(notes.length - maxListedNotes, 'more line')} without a finish; --json lists all`,
      )
    }
    return {
      exitCode: badLines.length > 0 || isRefused ? 1 : 0,
      lines: [
        ...describeStartList(list),
        ...(isDryRun
          ? list.lines.slice(0, previewSize).map((runner) => `  ${formatRunner(runner, event)}`)
          : []),
        ...(others > 0 && !options.replace
          ? [`${countNoun(others, 'runner')} of the event not in the file; --replace removes them`]
          : []),
        describeCounts(list, options.replace, isDryRun),
      ],
      json: {
        ...{ imported, others, removed: isReplacement && !isDryRun ? others : 0, dryRun: isDryRun },
        ...toJson(list),
      },
    }
  },
}

function readOptions(args: Args): ImportOptions & { readonly replace: boolean } {
  return {
    encoding: args.text('encoding')?.trim(),
    separator: readSeparator(args.text('separator')),
    replace: args.flag('replace'),
  }
}

const separatorByName = new Map([
  ['tab', '\t'],
  ['\\t', '\t'],
  ['comma', ','],
  ['semicolon', ';'],
  ['bar', '|'],
  ['pipe', '|'],
])

/** @throws UsageError for more than one character without a known name, and for a quote or line end */
function readSeparator(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const separator = separatorByName.get(text.toLowerCase()) ?? text
  if (/^[^"\r\n\p{L}\p{N}]$/u.test(separator)) return separator
  throw new UsageError(`--separator should be one character such as ";", or tab, not "${text}"`)
}

function describeCounts(list: ImportedStartList, replace: boolean, isDryRun: boolean): string {
  const { lines, badLines, notes, others, isRefused } = list
  if (isRefused) {
    const problem = badLines.length > 0 ? countNoun(badLines.length, 'bad line') : 'no runners'
    return `The list ${isDryRun ? 'would not be' : 'is not'} replaced: the file has ${problem}`
  }
  const runners = countNoun(lines.length, 'runner')
  return [
    isDryRun ? `${runners} would be imported` : `${runners} imported`,
    ...(replace && others > 0
      ? [`${countNoun(others, 'other')} ${isDryRun ? 'would be removed' : 'removed'}`]
      : []),
    ...(notes.length > 0 ? [`${notes.length} of them without a finish (not understood)`] : []),
    ...(badLines.length > 0 ? [`${countNoun(badLines.length, 'bad line')} left out`] : []),
  ].join(', ')
}

function toJson({
  badLines,
  notes,
  encoding,
  isDetected,
  alternative,
  separator,
  headerLine,
  columns,
  readings,
  lines,
}: StartListFile) {
  const toReports = (list: readonly LineReport[]) => list.map(({ line, reason }) => ({ line, reason }))
  return {
    badLines: toReports(badLines),
    notes: toReports(notes),
    encoding: { name: encoding, detected: isDetected, ...(alternative !== undefined && { alternative }) },
    separator,
    headerLine,
    columns,
    readings,
    runners: lines.length,
    sample: lines.slice(0, previewSize),
  }
}
