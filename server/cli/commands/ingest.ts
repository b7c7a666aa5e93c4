import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type AddedMedia,
  type IngestSummary,
  ingestFolder,
  readManifest,
} from '../../features/ingest/index.ts'
import { countNoun } from '../../platform/count-noun.ts'
import type { Args } from '../args.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'

/** Ingests photos and videos of a folder, once or while watching it. */
export const ingestCommand: Command = {
  name: 'ingest',
  summary: 'Take the photos and videos of a folder, and of those below it, into an event',
  operands: ['FOLDER'],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
    point: { value: 'NAME', help: 'the place where they were taken, by its key or title' },
    manifest: {
      value: 'FILE',
      help: 'JSON or CSV: which file was taken where and when, and who is in a video',
    },
    watch: { help: 'go on with files that come later, until Ctrl-C' },
  },
  details: [
    'Photos: JPEG, PNG, WebP and HEIC up to 200 MB and 150 million pixels. Stop it whenever you like and repeat it:',
    'what is in the event already, by its picture and not by name or metadata, is left alone. Bad files are reported, the rest goes on.',
    'Without --point, the name of a subfolder tells the place. A manifest maps file names to',
    '{"point": "finish", "takenOn": "2026-09-12T17:30:15+03:00"}; both parts are optional.',
    '',
    'Videos: MP4, M4V and MOV up to 4 GB. The start number begins the file name (128.mp4, 128_finish.mp4) or follows',
    'a word (finish bib-128.mp4); a video without one belongs to the whole event. A manifest FILE.csv has the columns',
    'file, number, point, taken, poster, all but the first optional. The poster is a picture of the same name',
    '(128.jpg) or the one in the manifest, else a frame of the video; that, and the preview with the watermark, are made',
    'by ffmpeg, where it is installed or FFMPEG_PATH names it.',
    '',
    'Exit code 1 when a photo or video could not be taken in; other files are only skipped.',
  ],
  run: async (dependencies, context, args, report, signal) => {
    const event = await resolveEvent(context, args.required('event'))
    const folder = await parseFolder(args)
    const manifestFile = args.text('manifest')
    const manifest =
      manifestFile === undefined
        ? undefined
        : await readManifest(resolve(args.cwd, manifestFile), event.timeZone)
    const point = args.text('point')
    const watch = args.flag('watch')
    if (watch) report.note(`Watching ${folder}; Ctrl-C ends it`)
    const summary = await ingestFolder(
      context,
      {
        objects: dependencies.services.objects,
        clock: dependencies.services.clock,
        analyser: dependencies.analyser,
        videoAnalyser: dependencies.videoAnalyser,
        workers: dependencies.services.config.visionWorkers,
      },
      {
        event,
        folder,
        watch,
        ...(manifest ? { manifest } : {}),
        ...(point === undefined ? {} : { point }),
      },
      {
        progress: (progress) => report.progress(progress),
        refused: (kind, { name, reason }) =>
          report.note(`${kind === 'failed' ? 'failed' : 'skipped'} ${name}: ${reason}`),
        added: (media) => {
          if (watch) report.note(`${media.name} can be found: ${describeMedia(media)}`)
        },
      },
      signal,
    )
    return {
      exitCode: summary.failed.length > 0 || summary.stopped ? 1 : 0,
      lines: formatSummary(summary),
      json: summary,
    }
  },
}

function describeMedia(media: AddedMedia): string {
  if (media.media === 'video') {
    return media.number === null ? 'video of the whole event' : `video of № ${media.number}`
  }
  const { faces, numbers } = media
  return [countNoun(faces, 'face'), ...numbers.map((number) => `№ ${number}`)].join(', ')
}

async function parseFolder(args: Args): Promise<string> {
  const folder = resolve(args.cwd, args.operand(0))
  const info = await stat(folder).catch(() => undefined)
  if (!info) throw new CommandFailure(`There is no folder ${folder}`)
  if (!info.isDirectory()) throw new CommandFailure(`${folder} is a file; give the folder that it is in`)
  return folder
}

function formatSummary(summary: IngestSummary): string[] {
  const { added, videos, untimed, posters, incomplete, known, duplicates } = summary
  const { foreign, failed, unmatched, stopped } = summary
  const counts = [
    `${added} new${videos > 0 ? ` (${countNoun(videos, 'video')})` : ''}`,
    `${known} already there${duplicates.length > 0 ? ` (${duplicates.length} under another name)` : ''}`,
    ...(posters > 0 ? [countNoun(posters, 'poster')] : []),
    ...(foreign.length > 0 ? [`${foreign.length} skipped (neither photo nor video)`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ]
  return [
    ...(untimed > 0 ? [`${countNoun(untimed, 'photo')} without a readable time`] : []),
    ...incomplete.map(({ name, reason }) => `${name} has ${reason}`),
    ...failed.map(({ name, reason }) => `failed  ${name}: ${reason}`),
    ...(unmatched.length > 0 && !stopped
      ? [`No file has the name of ${unmatched.length} in the manifest: ${unmatched.slice(0, 5).join(', ')}`]
      : []),
    `${stopped ? 'Stopped; repeat to go on. ' : ''}${counts.join(', ')}`,
  ]
}
