import { resolve } from 'node:path'
import { importStartList } from '../../features/ingest/index.ts'
import type { Command } from '../command.ts'
import { resolveEvent } from './find-event.ts'

/** Imports the start list of an event: runners by number. */
export const importStartListCommand: Command = {
  name: 'start-list import',
  summary: 'Bring a start list (CSV) into an event; repeat it whenever the list changes',
  operands: ['FILE.csv'],
  options: { event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' } },
  details: [
    'The first line names the columns: bib, surname, name, and if you like surname_en, name_en, distance, finish.',
    'Other usual names are understood in Russian, English and Spanish; so are comma, semicolon and tab.',
    'Bad lines are reported with their number and left out. A runner is known by the number.',
  ],
  run: async (_world, context, args, report) => {
    const event = await resolveEvent(context, args.required('event'))
    const { imported, badLines } = await importStartList(context, event, resolve(args.cwd, args.operand(0)))
    for (const { line, reason } of badLines) report.note(`line ${line}: ${reason}`)
    const bad = badLines.length > 0 ? `, ${badLines.length} bad lines left out` : ''
    return {
      exitCode: badLines.length > 0 ? 1 : 0,
      lines: [`${imported} runners imported${bad}`],
      json: { imported, badLines },
    }
  },
}
