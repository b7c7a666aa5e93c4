import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { putCover } from '../../features/events/index.ts'
import { ImageRejected } from '../../features/photos/index.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { resolveEvent } from './resolve-event.ts'

/** Sets the cover image of an event. */
export const coverEventCommand: Command = {
  name: 'event cover',
  summary: 'Set the picture of an event: on its page, in lists and in messengers',
  operands: ['FILE'],
  options: {
    event: { value: 'EVENT', required: true, help: 'id, external id or title as in an address' },
  },
  details: [
    'A wide JPEG, PNG, WebP or HEIC, best 1600 pixels wide or more; it is cut to the room there is, from the middle.',
    "Without one, the event's first photo is shown, with its watermark.",
    'Example: event cover --event three-bridges bridge.jpg',
  ],
  run: async (dependencies, context, args) => {
    const event = await resolveEvent(context, args.required('event'))
    const file = args.operand(0)
    const bytes = await readFile(resolve(args.cwd, file)).catch((error: unknown) => {
      throw new CommandFailure(`${file} cannot be read`, { cause: error })
    })
    const parts = { objects: dependencies.services.objects, covers: dependencies.covers }
    await putCover(context, parts, event, bytes).catch((error: unknown) => {
      if (error instanceof ImageRejected)
        throw new CommandFailure(`${file} is no picture that can be used: ${error.code}`, { cause: error })
      throw error
    })
    return { exitCode: 0, lines: [`${event.id} has a cover`], json: { eventId: event.id } }
  },
}
