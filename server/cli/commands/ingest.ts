import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type IngestSummary, ingestFolder, readManifest } from '../../features/ingest/index.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { eventOf } from './find-event.ts'

/** Photos of a folder, now or as they come. */
export const ingestCommand: Command = {
  name: 'ingest',
  summary: 'Take the photos of a folder, and of those below it, into an event',
  operands: ['FOLDER'],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
    point: { value: 'NAME', help: 'the place where they were taken, by its key or title' },
    manifest: {
      value: 'FILE.json',
      help: 'which file was taken where and when, known better than from the file',
    },
    watch: { help: 'go on with photos that come later, until Ctrl-C' },
  },
  details: [
    'JPEG, PNG, WebP and HEIC up to 100 MB and 50 million pixels. Stop it whenever you like and repeat it:',
    'what is in the event already, by content and not by name, is left alone. Bad files are reported, the rest goes on.',
    'Without --point, the name of a subfolder tells the place. A manifest maps file names to',
    '{"point": "finish", "takenOn": "2026-09-12T17:30:15+03:00"}; both parts are optional.',
    'Exit code 1 when a photo could not be taken in; files that are no photos are only skipped.',
  ],
  run: async (world, context, args, report, signal) => {
    const event = await eventOf(context, args.required('event'))
    const folder = await folderOf(args)
    const manifestFile = args.text('manifest')
    const manifest =
      manifestFile === undefined ? undefined : await readManifest(resolve(args.cwd, manifestFile))
    const point = args.text('point')
    const watch = args.flag('watch')
    if (watch) report.note(`Watching ${folder}; Ctrl-C ends it`)
    const summary = await ingestFolder(
      context,
      {
        objects: world.ground.objects,
        clock: world.ground.clock,
        analyser: world.analyser,
        workers: world.ground.config.visionWorkers,
      },
      { event, folder, watch, ...(manifest ? { manifest } : {}), ...(point === undefined ? {} : { point }) },
      {
        progress: (progress) => report.progress(progress),
        refused: (kind, { name, reason }) =>
          report.note(`${kind === 'foreign' ? 'skipped' : 'failed'} ${name}: ${reason}`),
        added: ({ name, faces, numbers }) => {
          const seen = [
            `${faces} ${faces === 1 ? 'face' : 'faces'}`,
            ...numbers.map((number) => `№ ${number}`),
          ]
          if (watch) report.note(`${name} can be found: ${seen.join(', ')}`)
        },
      },
      signal,
    )
    return {
      exitCode: summary.failed.length > 0 || summary.stopped ? 1 : 0,
      lines: linesOf(summary),
      json: summary,
    }
  },
}

async function folderOf(args: Args): Promise<string> {
  const folder = resolve(args.cwd, args.operand(0))
  const info = await stat(folder).catch(() => undefined)
  if (!info) throw new CommandFailure(`There is no folder ${folder}`)
  if (!info.isDirectory()) throw new CommandFailure(`${folder} is a file; give the folder that it is in`)
  return folder
}

function linesOf(summary: IngestSummary): string[] {
  const { added, known, foreign, failed, stopped } = summary
  const counts = [
    `${added} new`,
    `${known} already there`,
    ...(foreign.length > 0 ? [`${foreign.length} skipped (no photos)`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ]
  return [
    ...failed.map(({ name, reason }) => `failed  ${name}: ${reason}`),
    `${stopped ? 'Stopped; repeat to go on. ' : ''}${counts.join(', ')}`,
  ]
}
