import { makePreviews } from '../../features/ingest/index.ts'
import { countNoun } from '../../platform/count-noun.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'

/** Makes previews of videos that were ingested without ffmpeg. */
export const previewVideoCommand: Command = {
  name: 'video preview',
  summary: 'Make the posters and previews that videos lack, once ffmpeg is installed',
  operands: [],
  options: {
    event: { value: 'EVENT', help: 'id, external id or title as in an address; all events when absent' },
  },
  details: [
    'A server does this by itself when it starts. Posters and previews that are there stay.',
    'Exit code 1 when a video still lacks one of them.',
  ],
  run: async (dependencies, context, args, report, signal) => {
    const eventReference = args.text('event')
    const { services, analyser, videoAnalyser } = dependencies
    const { made, failed, problem } = await makePreviews(
      context,
      { objects: services.objects, analyser, videoAnalyser },
      eventReference === undefined ? {} : { eventId: (await resolveEvent(context, eventReference)).id },
      signal,
    )
    if (problem !== undefined)
      throw new CommandFailure(
        `${countNoun(failed.length, 'video lacks', 'videos lack')} a poster or preview: ${problem}`,
      )
    for (const { name, reason } of failed) report.note(`failed ${name}: ${reason}`)
    return {
      exitCode: failed.length > 0 || signal.aborted ? 1 : 0,
      lines: [`${made} completed, ${failed.length} failed`],
      json: { made, failed },
    }
  },
}
